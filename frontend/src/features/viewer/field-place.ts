import type { Field } from '../../api/model.ts'
import { type Box, fromPage, letterbox } from '../../lib/letterbox.ts'

/** Where a field is on the screen; the stage moves and changes its size. */
export function placeOf(field: Field | undefined, stage: HTMLDivElement | null, page: Box): DOMRect {
  const box = stage?.getBoundingClientRect() ?? new DOMRect()
  const { x = 0, y = 0, w = 0, h = 0 } = field ?? {}
  const on = fromPage(letterbox(box, page), { x, y, width: w, height: h })
  return new DOMRect(box.x + on.x, box.y + on.y, on.width, on.height)
}
