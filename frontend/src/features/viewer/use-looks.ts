import { useEffect, useState } from 'react'
import type { StreamState } from '../../api/live-socket.ts'
import type { LiveView } from '../../lib/view-state.ts'

const patience = 1000

/** How the picture looks: it dims when the connection has been gone for a second. */
export function useLooks(view: LiveView, state: StreamState) {
  const lostAt = state.kind === 'lost' ? state.lostAt : undefined
  const [dimmed, setDimmed] = useState(false)
  useEffect(() => {
    if (lostAt === undefined) return setDimmed(false)
    const timer = setTimeout(() => setDimmed(true), Math.max(0, lostAt + patience - Date.now()))
    return () => clearTimeout(timer)
  }, [lostAt])
  const over = view.kind === 'ended' || view.kind === 'failed'
  const look: 'live' | 'dim' | 'grey' = over ? 'grey' : dimmed ? 'dim' : 'live'
  return { look, dimmed: dimmed && !over }
}
