import type { AuditEntry, TimelineStep } from '../api/model.ts'
import type { GlyphState } from './view-state.ts'

/** Who drove after each step: «you» from a take-over to the hand-back. */
export function driversOf(steps: readonly TimelineStep[]): ('agent' | 'you')[] {
  let driver: 'agent' | 'you' = 'agent'
  return steps.map(({ entry }) => {
    if (entry.kind === 'control_taken') driver = 'you'
    if (entry.kind === 'control_returned') driver = 'agent'
    return driver
  })
}

/** The sign before a step that heads a stretch, if it does. */
export function headOf(entry: AuditEntry): GlyphState | undefined {
  switch (entry.kind) {
    case 'session_opened':
    case 'control_returned':
      return 'agent'
    case 'control_taken':
      return 'you'
    case 'request_made':
      return 'needs'
    case 'session_ended':
      return 'ended'
    default:
      return undefined
  }
}

/** For how many milliseconds the person drove from this step on; undefined where they still do, or did not begin here. */
export function droveFrom(steps: readonly TimelineStep[], index: number): number | undefined {
  const from = steps[index]
  if (from?.entry.kind !== 'control_taken') return undefined
  const until = steps.slice(index + 1).find(({ entry }) => entry.kind === 'control_returned' || entry.kind === 'session_ended')
  return until === undefined ? undefined : Date.parse(until.entry.at) - Date.parse(from.entry.at)
}

/** Where on the picture something was done, in fractions of its size; only on the step's own picture. */
export function spotOf({ n, picture, entry }: TimelineStep): { x: number; y: number } | undefined {
  if (picture !== n) return undefined
  const [x, y] = (entry.facts?.spot ?? '').split(',').map(Number)
  return x !== undefined && y !== undefined && x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : undefined
}
