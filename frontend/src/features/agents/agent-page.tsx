import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Agent, PersonRequest, Session } from '../../api/model.ts'
import { dayOrTime, languageName } from '../../lib/format.ts'
import { Dot } from '../../ui/dot.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AgentBrowser } from './agent-browser.tsx'
import { AgentConnect } from './agent-connect.tsx'
import { AgentRules } from './agent-rules.tsx'
import { AgentSettings } from './agent-settings.tsx'

export type AgentTab = 'browser' | 'timeline' | 'policy' | 'settings'

export interface AgentPageProps {
  agent: Agent
  session: Session | undefined
  requests: readonly PersonRequest[]
  picture: (session: Session) => ReactNode
  /** The last steps of a browser that runs. */
  steps: (session: Session) => ReactNode
  timeline: ReactNode
  tab: AgentTab
  onTab: (tab: AgentTab) => void
  onOpenLive: (session: Session, how: 'watch' | 'take') => void
  onDone: () => void
}

/** One agent: its browser now, how its program connects, and what it may. */
export function AgentPage(props: AgentPageProps) {
  const { agent, session, requests, picture, tab } = props
  const { t, i18n } = useTranslation()
  const call =
    agent.last_call_at === undefined ? t('agent.never') : t('agent.lastCall', { time: dayOrTime(agent.last_call_at, i18n.language) })
  const running = session !== undefined && session.phase !== 'ended'
  const browser = (
    <div
      className={clsx(
        'grid items-start gap-6',
        running ? 'grid-cols-[minmax(0,1fr)_300px] max-[1100px]:grid-cols-[minmax(0,1fr)]' : 'max-w-[860px] grid-cols-[minmax(0,1fr)]',
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <AgentBrowser agent={agent} session={session} requests={requests} picture={picture} onOpenLive={props.onOpenLive} />
        {agent.terminal ? <p className="text-ink-2">{t('agent.terminal')}</p> : <AgentConnect agent={agent} />}
      </div>
      {running && props.steps(session)}
    </div>
  )
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
      <Tabs
        value={tab}
        onChange={props.onTab}
        tabs={[
          { value: 'browser', label: t('agent.tab.browser'), body: browser },
          { value: 'timeline', label: t('agent.tab.timeline'), body: props.timeline },
          {
            value: 'policy',
            label: t('agent.tab.policy'),
            body: (
              <Narrow>
                <AgentRules agent={agent} />
              </Narrow>
            ),
          },
          {
            value: 'settings',
            label: t('agent.settings'),
            body: (
              <Narrow>
                <AgentSettings agent={agent} onDeleted={props.onDone} />
              </Narrow>
            ),
          },
        ]}
      />
    </Page>
  )
}

function Narrow({ children }: { children: ReactNode }) {
  return <div className="grid max-w-[860px] grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
}
