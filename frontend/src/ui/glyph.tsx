import { clsx } from 'clsx'
import type { GlyphState } from '../lib/view-state.ts'

const colours: Record<GlyphState, string> = {
  agent: 'text-agent-mark',
  you: 'text-you-mark',
  needs: 'text-needs-mark',
  idle: 'text-ink-3',
  ended: 'text-ended-mark',
}

export interface GlyphProps {
  state: GlyphState
  size?: 14 | 16 | 20 | 28
  /** The filled disc breathes while pictures arrive. */
  breathing?: boolean
  /** Told to readers; without it the sign is decoration beside a text. */
  label?: string
  className?: string
}

/**
 * The mark as the status sign. A bar (the baton) and two discs, agent above and
 * you below; the filled one holds it, and slides over when it is handed on.
 */
export function Glyph({ state, size = 16, breathing = false, label, className }: GlyphProps) {
  const held = state === 'agent' || state === 'you'
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      className={clsx('baton-glyph block shrink-0', colours[state], className)}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
    >
      {label !== undefined && <title>{label}</title>}
      {state === 'ended' && <rect x="1" y="6.5" width="14" height="3" rx="1.5" fill="currentColor" />}
      {state === 'needs' && (
        <>
          <rect x="2" y="1" width="3" height="9" rx="1.5" fill="currentColor" />
          <circle cx="3.5" cy="13.3" r="1.7" fill="currentColor" />
        </>
      )}
      {(held || state === 'idle') && <rect x="2" y="1" width="3" height="14" rx="1.5" fill="currentColor" />}
      {(state === 'needs' || state === 'idle') && <Ring y={4} />}
      {(state === 'needs' || state === 'idle') && <Ring y={12} />}
      {held && (
        <>
          <g className="baton-disc" style={{ transform: `translateY(${state === 'agent' ? 0 : -8}px)` }}>
            <Ring y={12} />
          </g>
          <g className="baton-disc" style={{ transform: `translateY(${state === 'agent' ? 0 : 8}px)` }}>
            <circle cx="10" cy="4" r="3" fill="currentColor" className={clsx(breathing && 'baton-breathes')} />
          </g>
        </>
      )}
    </svg>
  )
}

function Ring({ y }: { y: number }) {
  return <circle cx="10" cy={y} r="2.3" fill="none" stroke="currentColor" strokeWidth="1.4" />
}
