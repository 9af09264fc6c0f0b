import { clsx } from 'clsx'
import { Hand } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonRequest, Session } from '../../api/model.ts'
import { agentTime, clock } from '../../lib/format.ts'
import { hostOf } from '../../lib/host.ts'
import { useNow } from '../../lib/use-now.ts'
import { type GlyphState, glyphOfSession } from '../../lib/view-state.ts'
import { stepObject, stepVerb } from '../../lib/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dot } from '../../ui/dot.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Icon } from '../../ui/icon.tsx'

export interface SessionTileProps {
  session: Session
  requests: readonly PersonRequest[]
  picture: ReactNode
  onOpen: () => void
  onTake: () => void
}

const lines: Record<GlyphState, string> = {
  agent: 'bg-agent-mark',
  needs: 'bg-needs',
  you: 'bg-transparent',
  idle: 'bg-line-2',
  ended: 'bg-line-2',
}

/** A running browser at a glance. */
export function SessionTile({ session, requests, picture, onOpen, onTake }: SessionTileProps) {
  const { t } = useTranslation()
  const glyph = glyphOfSession(session, requests)
  const you = glyph === 'you'
  const name = session.agent_name ?? t('now.signin')
  const host = hostOf(session.url)
  const now = useNow(glyph === 'agent')
  return (
    <article
      className={clsx(
        'group relative overflow-hidden rounded-card bg-surface',
        you ? 'shadow-[0_0_0_2px_var(--you-mark),var(--sh-1)]' : 'shadow-[0_0_0_1px_var(--line),var(--sh-1)]',
      )}
    >
      {picture}
      <div className={clsx('h-0.5', lines[glyph])} />
      <div className={clsx('grid grid-cols-[auto_1fr_auto] items-center gap-x-[9px] px-3 pt-2.5 pb-[11px]', you && 'bg-you-tint')}>
        <Glyph state={glyph} label={t(`glyph.${glyph}`)} />
        <h3 className="min-w-0 truncate font-semibold">
          <button type="button" onClick={onOpen} className="after:absolute after:inset-0 after:rounded-card -outline-offset-2">
            {name}
          </button>
        </h3>
        <span className="text-ink-3 text-small">{clock(agentTime(session, now))}</span>
        <div className="col-start-2 col-end-4 truncate text-small">
          {host}
          {host !== '' && <Dot />}
          <span className="text-ink-2">{doing(t, session, glyph)}</span>
        </div>
      </div>
      {(glyph === 'agent' || glyph === 'needs') && (
        <div className="absolute right-2 bottom-2 opacity-0 transition-opacity duration-120 focus-within:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 phone:hidden">
          <Button tone="you" icon={<Icon of={Hand} />} onClick={onTake}>
            {t('live.take')}
          </Button>
        </div>
      )}
    </article>
  )
}

function doing(t: ReturnType<typeof useTranslation>['t'], session: Session, glyph: GlyphState): string {
  if (glyph === 'needs') return t('now.waits')
  if (glyph === 'you') return t('now.driving')
  if (session.phase === 'opening') return t('live.title.opening')
  const step = session.last_step
  return step === undefined ? t('live.noStep') : `${stepVerb(t, step.tool)} ${stepObject(t, step.object)}`
}
