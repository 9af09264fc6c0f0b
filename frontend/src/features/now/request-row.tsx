import { Hand } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PersonRequest } from '../../api/model.ts'
import { clock } from '../../lib/format.ts'
import { hostOf } from '../../lib/host.ts'
import { useNow } from '../../lib/use-now.ts'
import { allowText, offersTakeOver, requestWords, taskText } from '../../lib/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dot } from '../../ui/dot.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Icon } from '../../ui/icon.tsx'

export interface RequestRowProps {
  request: PersonRequest
  onAccept: () => void
  onDecline: () => void
  onAllow: () => void
}

/** What an agent asks for, with the two answers. */
export function RequestRow({ request, onAccept, onDecline, onAllow }: RequestRowProps) {
  const { t } = useTranslation()
  const left = Date.parse(request.expires_at) - useNow()
  const host = request.host || hostOf(request.url)
  const words = requestWords(t, request)
  const facts = [request.agent_name, host].filter((fact) => fact !== '')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2.5 py-3.5 pr-3.5 pl-4 not-first:border-line not-first:border-t">
      <Glyph state="needs" size={20} label={t('glyph.needs')} />
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-semibold">{taskText(t, request)}</h3>
        <p className="wrap-anywhere text-ink-2 text-small">
          {facts.map((fact, at) => (
            <span key={fact}>
              {at > 0 && <Dot />}
              {fact}
            </span>
          ))}
          {words !== '' && (
            <>
              <Dot />
              {words}
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 phone:w-full">
        <span className="mr-1 text-ink-2 text-small phone:w-full">{t('request.left', { time: clock(left) })}</span>
        <Button onClick={onDecline}>{t('request.decline')}</Button>
        {request.mode === 'confirm' && <Button onClick={onAllow}>{allowText(t, request)}</Button>}
        {offersTakeOver(request) && (
          <Button tone="you" icon={<Icon of={Hand} />} onClick={onAccept} className="phone:flex-1">
            {t('live.takeBrowser')}
          </Button>
        )}
      </div>
    </li>
  )
}
