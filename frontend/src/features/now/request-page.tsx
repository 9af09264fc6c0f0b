import { useTranslation } from 'react-i18next'
import type { PersonRequest } from '../../api/model.ts'
import { resultText, taskText } from '../../lib/words.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { RequestRow } from './request-row.tsx'

export interface RequestPageProps {
  /** Undefined where there is none of that id. */
  request: PersonRequest | undefined
  problem?: React.ReactNode
  onAccept: () => void
  onDecline: () => void
  onAllow: () => void
  onNow: () => void
}

/** One request, for the person who was led here from elsewhere. */
export function RequestPage({ request, problem, onAccept, onDecline, onAllow, onNow }: RequestPageProps) {
  const { t } = useTranslation()
  const open = request?.state === 'open'
  return (
    <Page title={request === undefined ? t('request.none') : open ? t('live.title.needs') : taskText(t, request)}>
      {problem}
      {open ? (
        <ul className="rounded-card bg-surface shadow-[0_0_0_1px_var(--needs-line),var(--sh-1)]">
          <RequestRow request={request} onAccept={onAccept} onDecline={onDecline} onAllow={onAllow} />
        </ul>
      ) : (
        <div className="grid justify-items-start gap-3">
          <p className="text-ink-2">
            {request === undefined ? t('request.noneText') : t('request.over', { state: resultText(t, request.state).text })}
          </p>
          <Button onClick={onNow}>{t('nav.now')}</Button>
        </div>
      )}
    </Page>
  )
}
