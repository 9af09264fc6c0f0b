import type { InputEvent } from '../../api/model.ts'
import type { Urgency } from '../../lib/input-queue.ts'
import type { Point } from '../../lib/letterbox.ts'

const tap = { px: 10, ms: 600 }

/** One finger: a tap is a click, a drag turns the wheel. */
export function createTouch(push: (event: InputEvent, urgency: Urgency) => void) {
  let start: { at: Point; time: number } | undefined
  let last: Point | undefined
  let dragging = false
  return {
    down(at: Point, time: number) {
      start = { at, time }
      last = at
      dragging = false
    },
    move(at: Point) {
      if (start === undefined || last === undefined) return
      dragging ||= Math.hypot(at.x - start.at.x, at.y - start.at.y) > tap.px
      if (!dragging) return
      push({ kind: 'wheel', ...start.at, dx: last.x - at.x, dy: last.y - at.y, modifiers: 0 }, 'soon')
      last = at
    },
    up(at: Point, time: number) {
      const tapped = start !== undefined && !dragging && time - start.time < tap.ms
      start = undefined
      if (!tapped) return
      const press = { ...at, button: 'left', clicks: 1, modifiers: 0 }
      push({ kind: 'move', ...at, buttons: 0, modifiers: 0 }, 'soon')
      push({ kind: 'down', ...press, buttons: 1 }, 'now')
      push({ kind: 'up', ...press, buttons: 0 }, 'now')
    },
  }
}
