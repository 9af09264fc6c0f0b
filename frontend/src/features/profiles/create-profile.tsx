import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOp } from '../../api/context.tsx'
import { faultText } from '../../lib/words.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

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
  const ready = consent && name.trim() !== '' && !create.isPending
  const submit = () => {
    if (ready) create.mutate({ name, consent: true }, { onSuccess: close })
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('profiles.new')}
      actions={
        <>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <Button tone="you" disabled={!ready} onClick={submit}>
            {t('profiles.create')}
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
        error={create.error === null ? undefined : faultText(t, create.error)}
      />
      <Checkbox checked={consent} onChange={setConsent}>
        {t('profiles.consent')}
      </Checkbox>
    </Dialog>
  )
}
