import { type RefObject, useEffect, useRef } from 'react'
import { type Box, letterbox, onPicture, type Point, toPage } from '../../lib/letterbox.ts'

export interface CursorOptions {
  readonly stage: RefObject<HTMLElement | null>
  /** This window drives, and nothing of Baton's own lies over the page. */
  readonly active: boolean
  readonly page: () => Box
  /** The shape of the pointer at a point of the page; undefined where nobody knows. */
  readonly ask: (at: Point) => Promise<string | undefined>
}

// How often it is asked at most (ms). One question is under way at a time.
const pause = 120

/** Gives the pointer over the picture the shape that it has on the page. */
export function useCursor({ stage, active, page, ask }: CursorOptions): void {
  const asked = useRef(ask)
  asked.current = ask
  useEffect(() => {
    const element = stage.current
    if (element === null || !active) return
    const listeners = new AbortController()
    let next: Point | undefined
    let waits = false

    const follow = async () => {
      if (waits) return
      waits = true
      while (next !== undefined && !listeners.signal.aborted) {
        const at = next
        next = undefined
        const shape = shapeOf(await asked.current(at))
        if (!listeners.signal.aborted && element.style.cursor !== shape) element.style.cursor = shape
        await new Promise((done) => setTimeout(done, pause))
      }
      waits = false
    }
    const onMove = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return
      const box = element.getBoundingClientRect()
      const size = page()
      const fit = letterbox(box, size)
      const point = { x: event.clientX - box.left, y: event.clientY - box.top }
      if (fit.scale === 0 || !onPicture(fit, point)) {
        next = undefined
        element.style.cursor = ''
        return
      }
      next = toPage(fit, size, point)
      void follow()
    }
    for (const type of ['pointermove', 'pointerup'] as const) element.addEventListener(type, onMove, { signal: listeners.signal })
    return () => {
      listeners.abort()
      element.style.cursor = ''
    }
  }, [stage, active, page])
}

// A page may hide its own pointer, but not that of the person.
function shapeOf(cursor: string | undefined): string {
  return cursor === undefined || cursor === 'none' || !CSS.supports('cursor', cursor) ? '' : cursor
}
