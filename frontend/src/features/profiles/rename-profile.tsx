import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOp } from '../../api/context.tsx'
import type { Profile } from '../../api/model.ts'
import { faultText } from '../../lib/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

export function RenameProfile({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState(profile.name)
  const update = useOp('profiles_update')
  const ready = name.trim() !== '' && !update.isPending
  const submit = () => {
    if (ready) update.mutate({ profile_id: profile.id, name }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('profiles.rename')}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button tone="you" disabled={!ready} onClick={submit}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('profiles.nameField')}
        value={name}
        onChange={setName}
        onEnter={submit}
        maxLength={80}
        autoFocus
        error={update.error === null ? undefined : faultText(t, update.error)}
      />
    </Dialog>
  )
}
