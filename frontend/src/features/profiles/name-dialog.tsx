import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fault } from '../../api/fault.ts'
import { faultText } from '../../lib/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface NameDialogProps {
  open: boolean
  title: string
  action: string
  name: string
  onName: (name: string) => void
  /** What else is needed before the name can be sent. */
  ready?: boolean
  sending: { readonly isPending: boolean; readonly error: Fault | null }
  onSubmit: () => void
  onClose: () => void
  children?: ReactNode
}

/** Asks for the name of a profile; an empty one keeps the button off. */
export function NameDialog({ open, title, action, name, onName, ready = true, sending, onSubmit, onClose, children }: NameDialogProps) {
  const { t } = useTranslation()
  const able = ready && name.trim() !== '' && !sending.isPending
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button tone="you" disabled={!able} onClick={onSubmit}>
            {action}
          </Button>
        </>
      }
    >
      <TextField
        label={t('profiles.nameField')}
        value={name}
        onChange={onName}
        onEnter={() => able && onSubmit()}
        maxLength={80}
        autoFocus
        error={sending.error === null ? undefined : faultText(t, sending.error)}
      />
      {children}
    </Dialog>
  )
}
