import { useEffect } from 'react'
import type { Session } from '../api/model.ts'
import { focusRegion } from '../features/viewer/regions.ts'
import type { WindowShape } from '../shell/window.ts'

export interface LiveKeysOptions {
  readonly shape: WindowShape
  readonly watching: boolean
  readonly others: readonly Session[]
  readonly onShape: (shape: WindowShape) => void
  readonly onSwitch: (sessionId: string) => void
}

/** Keys of the window itself: Esc leaves maximised, F6 cycles regions, Ctrl+Tab switches. */
export function useLiveKeys({ shape, watching, others, onShape, onSwitch }: LiveKeysOptions): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const next = others.at(-1)
      if (event.key === 'F6') focusRegion(event.shiftKey ? -1 : 1)
      else if (event.key === 'Escape' && watching && shape === 'maximised') onShape('normal')
      else if (event.key === 'Tab' && event.ctrlKey && next !== undefined) onSwitch(next.id)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [shape, watching, others, onShape, onSwitch])
}
