import { ShieldAlert, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PageWarning as Warning } from '../api/model.ts'
import { timeOfDay } from '../lib/format.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

export interface PageWarningProps {
  warning: Warning | undefined
  onDismiss: () => void
}

/** A calm bar: a page says what looks like instructions to the agent. Without a warning only its place is kept for readers. */
export function PageWarning({ warning, onDismiss }: PageWarningProps) {
  const { t, i18n } = useTranslation()
  if (warning === undefined) return <div role="status" />
  const { host, quotes, at } = warning
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes it wherever the focus is in it
    <div
      data-region="warning"
      className="flex shrink-0 items-start gap-2.5 border-line border-b bg-raised py-2 pr-1.5 pl-3.5"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onDismiss()
      }}
    >
      <Icon of={ShieldAlert} className="mt-0.5 shrink-0 text-ink-2" />
      <div role="status" className="grid max-h-[34vh] min-w-0 flex-1 gap-0.5 overflow-y-auto">
        <p className="wrap-anywhere font-semibold">{host === '' ? t('warning.title.any') : t('warning.title', { host })}</p>
        {quotes.map((quote) => (
          <p key={quote} className="wrap-anywhere text-ink-2">
            {t('request.quote', { text: quote })}
          </p>
        ))}
        <p className="text-ink-2 text-small">{t('warning.told', { time: timeOfDay(at, i18n.language) })}</p>
      </div>
      <IconButton icon={X} iconSize={14} label={t('warning.dismiss')} onClick={onDismiss} />
    </div>
  )
}
