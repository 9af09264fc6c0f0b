import { clsx } from 'clsx'
import { AppWindow, Clock, Eye, FileText, Globe, Keyboard, MousePointerClick, Pause, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fault } from '../../api/fault.ts'
import type { StreamState } from '../../api/live-socket.ts'
import type { Session } from '../../api/model.ts'
import { agentTime, clock, timeOfDay } from '../../lib/format.ts'
import type { Translate } from '../../lib/i18n.ts'
import { useNow } from '../../lib/use-now.ts'
import { drives, type LiveView, sessionOf } from '../../lib/view-state.ts'
import { faultText, reasonText, stepObject, stepVerb } from '../../lib/words.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Keys } from './keys.tsx'

export interface LiveFootProps {
  view: LiveView
  stream: StreamState
  pictureAt: number
  keysGiven: boolean
  fault: Fault | undefined
  onRetry: () => void
  onTakeHere: () => void
  onTimeline: (session: Session) => void
}

// How long the server keeps the wheel for a window whose connection is gone.
const grace = 15_000

export function LiveFoot(props: LiveFootProps) {
  const { view, stream, fault } = props
  const { t } = useTranslation()
  if (fault !== undefined && view.kind !== 'failed') return <Bar icon={TriangleAlert}>{faultText(t, fault)}</Bar>
  if (stream.kind === 'lost' && view.kind !== 'ended' && view.kind !== 'failed') {
    return <LostBar {...props} stream={stream} />
  }
  if (drives(view) && sessionOf(view)?.real_window !== undefined) {
    return (
      <Bar icon={AppWindow} tone="you" right={view.kind === 'you' ? t('live.paused') : undefined}>
        {t('live.apart.foot')}
      </Bar>
    )
  }
  switch (view.kind) {
    case 'agent':
      return <AgentBar session={view.session} />
    case 'needs':
      return (
        <Bar icon={Pause} iconClass="text-needs-mark" right={<Time session={view.session} />}>
          {t('live.waitsForYou')}
        </Bar>
      )
    case 'you':
      return (
        <Bar icon={Keyboard} tone="you" right={t('live.paused')}>
          <Keys given={props.keysGiven} />
        </Bar>
      )
    case 'signin':
      return (
        <Bar icon={Keyboard} tone="you">
          <Keys given={props.keysGiven} />
        </Bar>
      )
    case 'other':
      return <OtherBar session={view.session} onTakeHere={props.onTakeHere} />
    case 'ended':
      return <EndedBar session={view.session} pictureAt={props.pictureAt} onTimeline={props.onTimeline} />
    default:
      return null
  }
}

interface BarProps {
  icon: typeof Clock
  iconClass?: string
  tone?: 'you' | undefined
  right?: ReactNode
  children: ReactNode
}

function Bar({ icon, iconClass, tone, right, children }: BarProps) {
  return (
    <footer
      data-region="foot"
      className={clsx(
        'flex min-h-9 shrink-0 items-center gap-2 border-t py-1 pr-2.5 pl-3.5 text-ink-2 text-small',
        tone === 'you' ? 'border-you-line phone:hidden' : 'border-line',
      )}
    >
      <Icon of={icon} size={14} className={clsx('shrink-0', iconClass)} />
      <div className="min-w-0 flex-1">{children}</div>
      {right !== undefined && (
        <div className={clsx('flex shrink-0 items-center gap-1.5', tone === 'you' && '@max-[460px]:hidden')}>{right}</div>
      )}
    </footer>
  )
}

function AgentBar({ session }: { session: Session }) {
  const { t } = useTranslation()
  const now = useNow()
  const step = session.last_step
  const object = stepObject(t, step?.object)
  return (
    <Bar icon={iconOf(step?.tool)} right={<Time session={session} />}>
      {step === undefined ? (
        t('live.noStep')
      ) : (
        <div className="flex min-w-0 gap-1.5">
          <span className="truncate">
            <span className="text-ink">{stepVerb(t, step.tool)}</span> {object}
          </span>
          <span className="shrink-0 text-ink-3">{ago(t, now - Date.parse(step.at))}</span>
        </div>
      )}
    </Bar>
  )
}

function LostBar({ view, stream, onRetry }: LiveFootProps & { stream: Extract<StreamState, { kind: 'lost' }> }) {
  const { t } = useTranslation()
  const now = useNow()
  const again = Math.ceil((stream.retryAt - now) / 1000)
  const back = Math.ceil((stream.lostAt + grace - now) / 1000)
  const driving = drives(view) && view.kind === 'you' && back > 0
  return (
    <Bar icon={RotateCw} tone={driving ? 'you' : undefined} right={<Button onClick={onRetry}>{t('live.tryNow')}</Button>}>
      {driving ? t('live.lostDriving', { s: back }) : again > 0 ? t('live.lost', { s: again }) : t('live.lostNow')}
    </Bar>
  )
}

const held = { live: 'live.hereLive', manage: 'live.here', browser: 'live.hereBrowser', other: 'live.hereOther' } as const

function OtherBar({ session, onTakeHere }: { session: Session; onTakeHere: () => void }) {
  const { t } = useTranslation()
  const now = useNow()
  const time = clock(now - Date.parse(session.held_since ?? session.as_of))
  const back = session.returns_at === undefined ? undefined : Math.max(0, Math.ceil((Date.parse(session.returns_at) - now) / 1000))
  return (
    <Bar icon={back === undefined ? Eye : RotateCw} right={<Button onClick={onTakeHere}>{t('live.takeHere')}</Button>}>
      {back === undefined ? t(held[session.holder_window ?? 'other'], { time }) : t('live.lostThere', { s: back })}
    </Bar>
  )
}

interface EndedBarProps {
  session: Session
  pictureAt: number
  onTimeline: (session: Session) => void
}

function EndedBar({ session, pictureAt, onTimeline }: EndedBarProps) {
  const { t, i18n } = useTranslation()
  const at = pictureAt === 0 ? (session.end?.at ?? session.as_of) : new Date(pictureAt).toISOString()
  const time = timeOfDay(at, i18n.language)
  return (
    <footer data-region="foot" className="flex min-h-13 shrink-0 items-center gap-3 border-line border-t py-1.5 pr-2.5 pl-3.5 text-small">
      <div className="min-w-0 flex-1">
        <div className="text-ink">{reasonText(t, session)}</div>
        <div className="text-ink-2">{t(pictureAt === 0 ? 'ended.noteNone' : 'ended.note', { time })}</div>
      </div>
      {session.purpose === 'agent' && <Button onClick={() => onTimeline(session)}>{t('ended.timeline')}</Button>}
    </footer>
  )
}

function Time({ session }: { session: Session }) {
  const { t } = useTranslation()
  const used = agentTime(session, useNow(session.controller === 'agent'))
  const [before, after] = t('live.timeOf', { used: '\u0000', limit: Math.round(session.agent_limit_ms / 60_000) }).split('\u0000')
  return (
    <span className="flex items-center gap-1.5" title={t('live.agentTime')}>
      <Icon of={Clock} size={14} className="text-ink-3" />
      <span>
        {before}
        <span className="text-ink">{clock(used)}</span>
        {after}
      </span>
    </span>
  )
}

function ago(t: Translate, ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 1) return t('live.ago.now')
  return seconds < 60 ? t('live.ago.s', { n: seconds }) : t('live.ago.min', { n: Math.floor(seconds / 60) })
}

function iconOf(tool: string | undefined): typeof Clock {
  if (tool === undefined) return Clock
  if (/type|fill|press/.test(tool)) return Keyboard
  if (/snapshot|read|screenshot|evaluate/.test(tool)) return FileText
  if (/open|navigate|back|forward|reload|tabs/.test(tool)) return Globe
  return /wait/.test(tool) ? Clock : MousePointerClick
}
