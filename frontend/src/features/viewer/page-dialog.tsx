import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageDialog as Dialog } from '../../api/model.ts'
import { Button } from '../../ui/button.tsx'
import { wellClass } from '../../ui/text-field.tsx'
import { QuestionBox } from './question-box.tsx'

export interface PageDialogProps {
  dialog: Dialog
  /** Only the one who drives answers; otherwise the dialog is shown and inert. */
  answers: boolean
  onAnswer: (accept: boolean, text?: string) => void
}

/** A question of the page, which a picture does not show: drawn by Baton at its place. */
export function PageDialog({ dialog, answers, onAnswer }: PageDialogProps) {
  const { t } = useTranslation()
  const says = useId()
  const [text, setText] = useState(dialog.default ?? '')
  const { kind } = dialog
  const leaving = kind === 'beforeunload'
  const message = dialog.message === '' && leaving ? t('live.dialog.unload') : dialog.message
  const accept = () => (kind === 'prompt' ? onAnswer(true, text) : onAnswer(true))
  return (
    <QuestionBox
      title={dialog.host ? t('live.dialog.asks', { host: dialog.host }) : t('live.dialog.page')}
      text={says}
      answers={answers}
      onEscape={() => onAnswer(kind === 'alert')}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) accept()
      }}
    >
      <p id={says} className="wrap-anywhere max-h-40 overflow-y-auto whitespace-pre-line">
        {message}
      </p>
      {kind === 'prompt' && (
        <input
          aria-label={t('live.dialog.answer')}
          value={text}
          disabled={!answers}
          // biome-ignore lint/a11y/noAutofocus: a dialog has the focus, and this is its field
          autoFocus={answers}
          onChange={(event) => setText(event.target.value)}
          className={`${wellClass} mt-3`}
        />
      )}
      <div className="mt-3.5 flex flex-wrap items-center justify-end gap-2">
        {!answers && <span className="w-full text-ink-2 text-small">{t('live.dialog.agent')}</span>}
        {kind !== 'alert' && (
          <Button disabled={!answers} onClick={() => onAnswer(false)}>
            {t(leaving ? 'live.dialog.stay' : 'live.cancel')}
          </Button>
        )}
        <Button tone="you" disabled={!answers} autoFocus={answers && kind !== 'prompt'} onClick={accept}>
          {t(leaving ? 'live.dialog.leave' : 'live.dialog.ok')}
        </Button>
      </div>
    </QuestionBox>
  )
}
