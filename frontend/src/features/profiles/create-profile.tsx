import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOp } from '../../api/context.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { NameDialog } from './name-dialog.tsx'

/** A name and the consent; without it the button stays off. */
export function CreateProfile({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [consent, setConsent] = useState(false)
  const create = useOp('profiles_create')
  const close = () => {
    setName('')
    setConsent(false)
    create.reset()
    onClose()
  }
  return (
    <NameDialog
      open={open}
      title={t('profiles.new')}
      action={t('profiles.create')}
      name={name}
      onName={setName}
      ready={consent}
      sending={create}
      onSubmit={() => create.mutate({ name, consent: true }, { onSuccess: close })}
      onClose={close}
    >
      <Checkbox checked={consent} onChange={setConsent}>
        {t('profiles.consent')}
      </Checkbox>
    </NameDialog>
  )
}
