import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonRequest, Session } from '../../api/model.ts'
import { glyphOfSession } from '../../lib/view-state.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { EndedRow } from './ended-row.tsx'
import { RequestRow } from './request-row.tsx'
import { SessionTile } from './session-tile.tsx'

export interface NowPageProps {
  sessions: readonly Session[]
  requests: readonly PersonRequest[]
  /** No agent is connected yet. */
  first: boolean
  problem: ReactNode
  picture: (session: Session) => ReactNode
  onOpen: (session: Session) => void
  onTake: (session: Session) => void
  onAccept: (request: PersonRequest) => void
  onDecline: (request: PersonRequest) => void
  onAllow: (request: PersonRequest) => void
  onConnect: () => void
}

const shownEnded = 8

/** All running browsers, and first of all what needs the person. */
export function NowPage(props: NowPageProps) {
  const { sessions, requests, onConnect } = props
  const { t } = useTranslation()
  const open = requests.filter((request) => request.state === 'open')
  const live = sessions.filter((session) => session.phase !== 'ended').toSorted(needsFirst(requests))
  const ended = sessions.filter((session) => session.phase === 'ended').slice(0, shownEnded)
  const count = live.length === 0 ? t('now.none') : t('now.open', { count: live.length })
  const needs = open.length === 0 ? '' : `, ${t('now.needs', { count: open.length })}`
  return (
    <Page
      title={t('now.title')}
      text={count + needs}
      action={
        <Button icon={<Icon of={Plus} />} onClick={onConnect} className="phone:hidden">
          {t('now.connect')}
        </Button>
      }
    >
      {props.problem}
      {open.length > 0 && (
        <Card edge="needs">
          <ul aria-label={t('now.requests')}>
            {open.map((request) => (
              <RequestRow
                key={request.id}
                request={request}
                onAccept={() => props.onAccept(request)}
                onDecline={() => props.onDecline(request)}
                onAllow={() => props.onAllow(request)}
              />
            ))}
          </ul>
        </Card>
      )}
      {live.length === 0 ? (
        <div className="grid justify-items-start gap-3">
          <p className="text-ink-2">{t(props.first ? 'now.first' : 'live.empty')}</p>
          {props.first && (
            <Button tone="you" onClick={onConnect}>
              {t('nav.add')}
            </Button>
          )}
        </div>
      ) : (
        <section>
          <h2 className="mb-2.5 text-heading">{t('now.openTitle')}</h2>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(264px,1fr))] gap-4 min-[1180px]:max-w-[1240px]">
            {live.map((session) => (
              <SessionTile
                key={session.id}
                session={session}
                requests={requests}
                picture={props.picture(session)}
                onOpen={() => props.onOpen(session)}
                onTake={() => props.onTake(session)}
              />
            ))}
          </div>
        </section>
      )}
      {ended.length > 0 && (
        <section>
          <h2 className="mb-2.5 text-heading">{t('now.ended')}</h2>
          <ul>
            {ended.map((session) => (
              <EndedRow key={session.id} session={session} />
            ))}
          </ul>
        </section>
      )}
    </Page>
  )
}

function needsFirst(requests: readonly PersonRequest[]) {
  const rank = (session: Session) => (glyphOfSession(session, requests) === 'needs' ? 0 : 1)
  return (a: Session, b: Session) => rank(a) - rank(b) || Date.parse(a.started_at) - Date.parse(b.started_at)
}
