import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useOp } from '../api/context.tsx'
import type { Session } from '../api/model.ts'
import { agentsQuery, keys, profilesQuery, requestsQuery, sessionsQuery, settingsQuery, statusQuery, webhookQuery } from '../api/queries.ts'
import { newViewerId } from '../api/viewer-id.ts'
import { ActivityPage } from '../features/activity/activity-page.tsx'
import { AgentPage, type AgentTab } from '../features/agents/agent-page.tsx'
import { AgentsPage } from '../features/agents/agents-page.tsx'
import { ConnectPage } from '../features/agents/connect-page.tsx'
import { NowPage } from '../features/now/now-page.tsx'
import { RequestPage } from '../features/now/request-page.tsx'
import { ProfilesCard } from '../features/profiles/profiles-card.tsx'
import { SettingsPage } from '../features/settings/settings-page.tsx'
import { RecentSteps } from '../features/timeline/recent-steps.tsx'
import { TimelineTab } from '../features/timeline/timeline-tab.tsx'
import { Thumbnail } from '../features/viewer/thumbnail.tsx'
import { Blocks } from '../ui/blocks.tsx'
import { FaultNote } from '../ui/fault-note.tsx'
import { Page } from '../ui/page.tsx'
import { useOpenLive } from './use-open-live.ts'

// Each route: reads the lists, and joins the features, which do not know each other.

export function NowRoute() {
  const api = useApi()
  const navigate = useNavigate()
  const viewer = useMemo(newViewerId, [])
  const { open, accept, fault } = useOpenLive()
  const decline = useOp('request_decline')
  const allow = useOp('request_allow')
  const { data: sessions } = useQuery(sessionsQuery(api))
  const { data: requests = [] } = useQuery(requestsQuery(api))
  const { data: agents } = useQuery(agentsQuery(api))
  const { t } = useTranslation()
  const problem = fault ?? decline.error ?? allow.error ?? undefined
  if (sessions === undefined) return <Waiting title={t('now.title')} />
  return (
    <NowPage
      sessions={sessions}
      requests={requests}
      first={agents?.every((agent) => agent.terminal) ?? false}
      problem={problem && <FaultNote fault={problem} />}
      picture={(session) => <Thumbnail session={session} viewer={viewer} />}
      onOpen={(session) => {
        if (session.agent_id === undefined) void open({ sessionId: session.id })
        else void navigate({ to: '/agents/$agentId', params: { agentId: session.agent_id } })
      }}
      onTake={(session) => void open({ sessionId: session.id, take: true })}
      onAccept={(request) => void accept(request.id)}
      onDecline={(request) => decline.mutate({ request_id: request.id })}
      onAllow={(request) => allow.mutate({ request_id: request.id })}
      onConnect={() => void navigate({ to: '/connect' })}
    />
  )
}

export function RequestRoute() {
  const api = useApi()
  const navigate = useNavigate()
  const { requestId } = useParams({ strict: false })
  const { accept, fault } = useOpenLive()
  const decline = useOp('request_decline')
  const allow = useOp('request_allow')
  const { t } = useTranslation()
  const { data: requests } = useQuery(requestsQuery(api))
  if (requests === undefined) return <Waiting title={t('now.title')} />
  const problem = fault ?? decline.error ?? allow.error ?? undefined
  const request = requests.find(({ id }) => id === requestId)
  return (
    <RequestPage
      request={request}
      problem={problem && <FaultNote fault={problem} />}
      onAccept={() => request && void accept(request.id)}
      onDecline={() => request && decline.mutate({ request_id: request.id })}
      onAllow={() => request && allow.mutate({ request_id: request.id })}
      onNow={() => void navigate({ to: '/' })}
    />
  )
}

export function AgentsRoute() {
  const api = useApi()
  const navigate = useNavigate()
  const { t } = useTranslation()
  const { data: agents } = useQuery(agentsQuery(api))
  const { data: requests = [] } = useQuery(requestsQuery(api))
  if (agents === undefined) return <Waiting title={t('agents.title')} />
  return (
    <AgentsPage
      agents={agents}
      requests={requests}
      onOpen={(agentId) => void navigate({ to: '/agents/$agentId', params: { agentId } })}
      onConnect={() => void navigate({ to: '/connect' })}
    />
  )
}

const tabs: readonly AgentTab[] = ['browser', 'timeline', 'policy', 'settings']

export function AgentRoute() {
  const { agentId = '', tab } = useParams({ strict: false })
  const { session: asked } = useSearch({ strict: false })
  const api = useApi()
  const navigate = useNavigate()
  const viewer = useMemo(newViewerId, [])
  const { open, fault } = useOpenLive()
  const { t } = useTranslation()
  const { data: agents } = useQuery(agentsQuery(api))
  const { data: sessions } = useQuery(sessionsQuery(api))
  const { data: requests = [] } = useQuery(requestsQuery(api))
  if (agents === undefined) return <Waiting title="" />
  const agent = agents.find((one) => one.id === agentId)
  if (agent === undefined) return <Page title={t('agents.title')}>{t('agent.gone')}</Page>
  const newest = newestOf(sessions, agentId) ?? agent.session
  // The tabs are no places of their own to go back through.
  const show = (next: AgentTab) => void navigate({ to: '/agents/$agentId/$tab', params: { agentId, tab: next }, replace: true })
  return (
    <>
      <AgentPage
        key={agent.id}
        agent={agent}
        session={newest}
        requests={requests}
        picture={(session) => <Thumbnail session={session} viewer={viewer} />}
        steps={(session) => <RecentSteps agentId={agentId} session={session} onAll={() => show('timeline')} />}
        timeline={<TimelineTab agentId={agentId} session={newest} first={asked} />}
        tab={tabs.find((one) => one === tab) ?? 'browser'}
        onTab={show}
        onOpenLive={(session, how) => void open({ sessionId: session.id, take: how === 'take' })}
        onDone={() => void navigate({ to: '/' })}
      />
      {fault !== undefined && (
        <div className="px-8 pb-8">
          <FaultNote fault={fault} />
        </div>
      )}
    </>
  )
}

/** Where a window is sent to look back at a session. */
export function SessionRoute() {
  const { sessionId } = useParams({ from: '/sessions/$sessionId' })
  const { data: sessions } = useQuery(sessionsQuery(useApi()))
  if (sessions === undefined) return <Waiting title="" />
  const agentId = sessions.find((session) => session.id === sessionId)?.agent_id
  if (agentId === undefined) return <Navigate to="/" replace />
  return <Navigate to="/agents/$agentId/$tab" params={{ agentId, tab: 'timeline' }} search={{ session: sessionId }} replace />
}

export function ConnectRoute() {
  const navigate = useNavigate()
  const { t } = useTranslation()
  const { data: agents } = useQuery(agentsQuery(useApi()))
  // The name that is offered must be free.
  if (agents === undefined) return <Waiting title={t('connect.title')} />
  return <ConnectPage agents={agents} onOpenAgent={(agentId) => void navigate({ to: '/agents/$agentId', params: { agentId } })} />
}

export function ConnectionsRoute() {
  const { t } = useTranslation()
  const { open, fault } = useOpenLive()
  const { data: profiles } = useQuery(profilesQuery(useApi()))
  return (
    <Page title={t('connections.title')} text={t('connections.text')}>
      {fault !== undefined && <FaultNote fault={fault} />}
      {profiles === undefined ? (
        <Blocks />
      ) : (
        <ProfilesCard profiles={profiles} onSignIn={(session) => void open({ sessionId: session.id, take: true })} />
      )}
    </Page>
  )
}

export function ActivityRoute() {
  const { data: agents = [] } = useQuery(agentsQuery(useApi()))
  return <ActivityPage agents={agents} />
}

export function SettingsRoute() {
  const api = useApi()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { t } = useTranslation()
  const { data: settings } = useQuery(settingsQuery(api))
  const { data: status } = useQuery(statusQuery(api))
  const { data: webhook } = useQuery(webhookQuery(api))
  if (settings === undefined) return <Waiting title={t('settings.title')} />
  return (
    <SettingsPage
      settings={settings}
      status={status}
      webhook={webhook}
      onChanged={(next) => client.setQueryData(keys.settings, next)}
      onWebhook={(next) => client.setQueryData(keys.webhook, next)}
      onActivity={() => void navigate({ to: '/activity' })}
    />
  )
}

function Waiting({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Blocks />
    </Page>
  )
}

function newestOf(sessions: readonly Session[] | undefined, agentId: string): Session | undefined {
  return sessions
    ?.filter((session) => session.agent_id === agentId)
    .toSorted((a, b) => Date.parse(b.started_at) - Date.parse(a.started_at))[0]
}
