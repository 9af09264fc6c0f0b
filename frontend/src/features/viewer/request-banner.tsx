import { Hand } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PersonRequest } from '../../api/model.ts'
import { clock } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { allowText, requestWords, taskText } from '../../lib/words.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

export interface RequestBannerProps {
  request: PersonRequest
  controlRef?: React.Ref<HTMLButtonElement>
  onAccept: () => void
  onDecline: () => void
  onAllow: () => void
}

/** What the agent asks for, in its own words; it takes its room from the picture. */
export function RequestBanner({ request, controlRef, onAccept, onDecline, onAllow }: RequestBannerProps) {
  const { t } = useTranslation()
  const left = Date.parse(request.expires_at) - useNow()
  const words = requestWords(t, request)
  return (
    <section
      aria-label={t('live.title.needs')}
      className="max-h-[60%] shrink-0 overflow-y-auto border-needs-line border-b bg-needs-tint px-3.5 py-3"
    >
      <h2 className="font-semibold text-ink">{taskText(t, request)}</h2>
      {words !== '' && <p className="wrap-anywhere text-ink-2">{words}</p>}
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        <Button ref={controlRef} tone="you" icon={<Icon of={Hand} />} onClick={onAccept}>
          {t('live.takeBrowser')}
        </Button>
        {request.mode === 'confirm' && <Button onClick={onAllow}>{allowText(t, request)}</Button>}
        <Button onClick={onDecline}>{t('request.decline')}</Button>
        <span className="ml-auto text-ink-2 text-small">{t('request.expires', { time: clock(left) })}</span>
      </div>
    </section>
  )
}
