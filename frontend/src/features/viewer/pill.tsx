import { clsx } from 'clsx'
import { Hand, RotateCw, X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { StreamState } from '../../api/live-socket.ts'
import type { PersonRequest, Session } from '../../api/model.ts'
import { hostOf } from '../../lib/host.ts'
import { useNow } from '../../lib/use-now.ts'
import { drives, type GlyphState, glyphOf, glyphOfSession, type LiveView, sessionOf } from '../../lib/view-state.ts'
import { taskText } from '../../lib/words.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { titleText } from './live-title.tsx'

export interface PillProps {
  view: LiveView
  stream: StreamState
  /** The other live sessions: they are counted by their state. */
  others: readonly Session[]
  requests: readonly PersonRequest[]
  /** In a window of its own the pill fills it, with square corners. */
  native: boolean
  onRestore: () => void
  onTake: () => void
  onHandBack: () => void
  onRetry: () => void
  onClose: () => void
  /** Tells how wide the pill wants to be. */
  onWidth: (width: number) => void
}

const widest = 400

/** The live window at its smallest: who drives, where, and the one button. */
export function Pill(props: PillProps) {
  const { view, stream, native, onRestore, onWidth } = props
  const { t } = useTranslation()
  const ref = useRef<HTMLDivElement>(null)
  const lost = stream.kind === 'lost' && view.kind !== 'ended'
  const now = useNow(lost)
  const seconds = stream.kind === 'lost' ? Math.max(0, Math.ceil((stream.retryAt - now) / 1000)) : 0
  const words = pillWords(view, t)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the width follows what is written in the pill
  useLayoutEffect(() => {
    if (ref.current !== null) onWidth(Math.min(widest, Math.ceil(ref.current.scrollWidth)))
  }, [words.main, words.quiet, view.kind, lost, props.others.length, onWidth])
  const you = drives(view)
  return (
    <div
      ref={ref}
      className={clsx(
        'drag relative inline-flex h-10 items-center gap-[9px] pr-1.5 pl-3.5',
        you ? 'bg-you-tint' : 'bg-raised',
        native ? 'w-max min-w-full max-w-[400px]' : 'max-w-[min(400px,calc(100vw-32px))] rounded-full',
        you && 'shadow-[inset_0_0_0_2px_var(--you-mark)]',
        view.kind === 'needs' && 'shadow-[inset_0_0_0_2px_var(--needs)]',
        !you && view.kind !== 'needs' && 'shadow-[inset_0_0_0_1px_var(--edge)]',
        'phone:h-13',
      )}
    >
      <button type="button" onClick={onRestore} className="no-drag flex min-w-0 flex-1 items-center gap-[9px] rounded-control">
        <Glyph state={lost ? 'idle' : glyphOf(view)} />
        {/* Where it is gives way to what is to be done. */}
        <span className="flex min-w-0 gap-1 text-left">
          <span className={clsx('truncate font-[550]', view.kind === 'ended' && 'text-ink-2')}>{words.main}</span>
          {words.quiet !== '' && <span className="shrink-[9999] truncate text-ink-3">{words.quiet}</span>}
        </span>
        {lost && <span className="shrink-0 text-ink-3 text-small">{t('live.lostPill', { s: seconds })}</span>}
        <Others sessions={props.others} requests={props.requests} />
        <span className="sr-only">{t('live.restore')}</span>
      </button>
      <PillButton {...props} lost={lost} />
    </div>
  )
}

const states: readonly GlyphState[] = ['needs', 'you', 'agent', 'idle']

/** How many other browsers there are, for each state. */
function Others({ sessions, requests }: Pick<PillProps, 'requests'> & { sessions: readonly Session[] }) {
  const { t } = useTranslation()
  const counts = states
    .map((state) => ({ state, count: sessions.filter((session) => glyphOfSession(session, requests) === state).length }))
    .filter(({ count }) => count > 0)
  return counts.map(({ state, count }) => (
    <span key={state} className="flex shrink-0 items-center gap-1 text-ink-2 text-small">
      <Glyph state={state} size={14} label={t(`glyph.${state}`)} />
      {count}
    </span>
  ))
}

function PillButton({ view, lost, onTake, onHandBack, onRetry, onClose }: PillProps & { lost: boolean }) {
  const { t } = useTranslation()
  if (lost)
    return (
      <Parted>
        <IconButton icon={RotateCw} iconSize={14} label={t('live.tryNow')} onClick={onRetry} className="no-drag" />
      </Parted>
    )
  switch (view.kind) {
    case 'agent':
      return (
        <Parted>
          <IconButton icon={Hand} label={t('live.take')} onClick={onTake} className="no-drag text-you-text!" />
        </Parted>
      )
    case 'needs':
      return (
        <Button tone="you" size="pill" className="no-drag" onClick={onTake}>
          {t('live.take')}
        </Button>
      )
    case 'you':
      return (
        <Button tone="agent" size="pill" className="no-drag" onClick={onHandBack}>
          {t('live.pill')}
        </Button>
      )
    case 'ended':
    case 'failed':
    case 'empty':
      return (
        <Parted>
          <IconButton icon={X} label={t('live.close')} onClick={onClose} className="no-drag" />
        </Parted>
      )
    default:
      return <span className="w-2" />
  }
}

function Parted({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="h-[18px] w-px shrink-0 bg-line-2" />
      {children}
    </>
  )
}

function pillWords(view: LiveView, t: Parameters<typeof titleText>[0]): { main: string; quiet: string } {
  const host = hostOf(sessionOf(view)?.url)
  if (view.kind === 'needs') return { main: taskText(t, view.request), quiet: view.request.task === 'signin' ? '' : host }
  if (view.kind === 'agent' && host !== '') return { main: host, quiet: '' }
  return { main: titleText(t, view), quiet: '' }
}
