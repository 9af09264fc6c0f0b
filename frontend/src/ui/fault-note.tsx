import { useTranslation } from 'react-i18next'
import type { Fault } from '../api/fault.ts'
import { faultText } from '../lib/words.ts'
import { Button } from './button.tsx'

/** An error where it happened: a sentence, one button if it can help, the code in mono. */
export function FaultNote({ fault, onRetry }: { fault: Fault; onRetry?: (() => void) | undefined }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="grid justify-items-start gap-2">
      <p className="text-danger-text">{faultText(t, fault)}</p>
      <div className="flex flex-wrap items-center gap-2">
        {onRetry !== undefined && <Button onClick={onRetry}>{t('ui.retry')}</Button>}
        <code className="font-mono text-code text-ink-3">{fault.code}</code>
      </div>
    </div>
  )
}
