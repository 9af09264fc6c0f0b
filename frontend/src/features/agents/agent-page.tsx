import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Agent, PersonRequest, Session } from '../../api/model.ts'
import { dayOrTime, languageName } from '../../lib/format.ts'
import { Dot } from '../../ui/dot.tsx'
import { Page } from '../../ui/page.tsx'
import { AgentBrowser } from './agent-browser.tsx'
import { AgentConnect } from './agent-connect.tsx'
import { AgentSettings } from './agent-settings.tsx'

export interface AgentPageProps {
  agent: Agent
  session: Session | undefined
  requests: readonly PersonRequest[]
  picture: (session: Session) => ReactNode
  onOpenLive: (session: Session, how: 'watch' | 'take') => void
  onDone: () => void
}

/** One agent: its browser now, how its program connects, and what it may. */
export function AgentPage({ agent, session, requests, picture, onOpenLive, onDone }: AgentPageProps) {
  const { t, i18n } = useTranslation()
  const call =
    agent.last_call_at === undefined ? t('agent.never') : t('agent.lastCall', { time: dayOrTime(agent.last_call_at, i18n.language) })
  return (
    <Page
      title={agent.name}
      text={
        <p>
          {session !== undefined && (
            <>
              {t('agent.profile', { name: session.profile_name })}
              <Dot />
            </>
          )}
          {languageName(agent.browser_language, i18n.language)}
          <Dot />
          {call}
        </p>
      }
    >
      <div className="grid max-w-[860px] grid-cols-[minmax(0,1fr)] gap-6">
        <AgentBrowser agent={agent} session={session} requests={requests} picture={picture} onOpenLive={onOpenLive} />
        {agent.terminal ? <p className="text-ink-2">{t('agent.terminal')}</p> : <AgentConnect agent={agent} />}
        <AgentSettings agent={agent} onDeleted={onDone} />
      </div>
    </Page>
  )
}
