import { ExternalLink, Hand } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOp } from '../../api/context.tsx'
import type { PersonRequest, Session } from '../../api/model.ts'
import { splitAddress } from '../../lib/host.ts'
import { liveView } from '../../lib/view-state.ts'
import { reasonText } from '../../lib/words.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FaultNote } from '../../ui/fault-note.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageWarning } from '../../ui/page-warning.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { AgentPageProps } from './agent-page.tsx'
import { AgentTraffic } from './agent-traffic.tsx'

type AgentBrowserProps = Pick<AgentPageProps, 'agent' | 'session' | 'requests' | 'picture' | 'onOpenLive'>

/** The agent's browser as it is now. */
export function AgentBrowser({ agent, session, requests, picture, onOpenLive }: AgentBrowserProps) {
  const { t } = useTranslation()
  const start = useOp('agent_browser_start')
  const close = useOp('session_close')
  const dismiss = useOp('warning_dismiss')
  if (!agent.browser) return <p className="text-ink-2">{t('tab.off')}</p>
  const running = session !== undefined && session.phase !== 'ended'
  const fault = start.error ?? close.error ?? dismiss.error
  return (
    <>
      {running ? (
        <Running
          session={session}
          requests={requests}
          picture={picture(session)}
          onOpenLive={onOpenLive}
          onClose={() => close.mutate({ session_id: session.id })}
          onDismissWarning={() => dismiss.mutate({ session_id: session.id, host: session.warning?.host ?? '' })}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          {session?.end?.reason === 'failed' ? <Failed session={session} /> : <p className="text-ink-2">{t('agent.noSession')}</p>}
          <Button disabled={start.isPending} onClick={() => start.mutate({ agent_id: agent.id })}>
            {t(start.isPending ? 'agent.starting' : 'agent.start')}
          </Button>
        </div>
      )}
      {fault !== null && <FaultNote fault={fault} />}
    </>
  )
}

interface RunningProps {
  session: Session
  requests: readonly PersonRequest[]
  picture: ReactNode
  onOpenLive: AgentPageProps['onOpenLive']
  onClose: () => void
  onDismissWarning: () => void
}

function Running({ session, requests, picture, onOpenLive, onClose, onDismissWarning }: RunningProps) {
  const { t } = useTranslation()
  const view = liveView(session, requests, session.holder ?? '')
  const state = view.kind === 'opening' ? 'idle' : view.kind === 'needs' ? 'needs' : view.kind === 'agent' ? 'agent' : 'you'
  const { host, rest } = splitAddress(session.url)
  const line = { idle: 'bg-line-2', needs: 'bg-needs', agent: 'bg-agent-mark', you: 'bg-you-mark' }[state]
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-2 px-3.5 py-2.5">
        <Glyph state={state} size={20} />
        <span className="font-semibold">{t(`live.title.${view.kind}`)}</span>
        <Tag tone={state === 'idle' ? 'quiet' : 'agent'}>{t(state === 'idle' ? 'agent.starting' : 'agent.live')}</Tag>
        <span className="flex-1" />
        <Button onClick={onClose} tone="bare">
          {t('agent.closeBrowser')}
        </Button>
        <Button icon={<Icon of={ExternalLink} />} onClick={() => onOpenLive(session, 'watch')}>
          {t('agent.openLive')}
        </Button>
        {(state === 'agent' || state === 'needs') && (
          <Button tone="you" icon={<Icon of={Hand} />} onClick={() => onOpenLive(session, 'take')}>
            {t('live.take')}
          </Button>
        )}
      </div>
      {host !== '' && (
        <p className="truncate px-3.5 pb-2.5 text-ink-2 text-small" title={session.url}>
          <span className="text-ink">{host}</span>
          {rest}
        </p>
      )}
      {session.network !== undefined && <AgentTraffic network={session.network} />}
      <div className={`h-0.5 ${line}`} />
      <PageWarning warning={session.warning} onDismiss={onDismissWarning} />
      {picture}
    </Card>
  )
}

function Failed({ session }: { session: Session }) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-2">
        <span className="font-semibold">{t('live.title.failed')}</span>
        <Tag tone="danger">{t('agent.failed')}</Tag>
      </div>
      <p className="text-ink-2">{reasonText(t, session)}</p>
      {session.end?.message !== undefined && <code className="wrap-anywhere font-mono text-code text-ink-3">{session.end.message}</code>}
    </div>
  )
}
