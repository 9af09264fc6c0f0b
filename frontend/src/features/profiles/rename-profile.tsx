import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOp } from '../../api/context.tsx'
import type { Profile } from '../../api/model.ts'
import { NameDialog } from './name-dialog.tsx'

export function RenameProfile({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState(profile.name)
  const update = useOp('profiles_update')
  return (
    <NameDialog
      open
      title={t('profiles.rename')}
      action={t('ui.save')}
      name={name}
      onName={setName}
      sending={update}
      onSubmit={() => update.mutate({ profile_id: profile.id, name }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
