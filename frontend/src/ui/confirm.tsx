import { useTranslation } from 'react-i18next'
import type { Fault } from '../api/fault.ts'
import { Button, type ButtonTone } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FaultNote } from './fault-note.tsx'

export interface ConfirmProps {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  text: string
  confirm: string
  tone?: ButtonTone
  busy?: boolean
  fault?: Fault | null
}

/** Asks before something that cannot be undone. */
export function Confirm({ open, onClose, onConfirm, title, text, confirm, tone = 'danger', busy = false, fault }: ConfirmProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button tone={tone} onClick={onConfirm} disabled={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{text}</p>
      {fault && <FaultNote fault={fault} />}
    </Dialog>
  )
}
