export interface Box {
  readonly width: number
  readonly height: number
}

export interface Fit extends Box {
  readonly x: number
  readonly y: number
  /** Screen pixels per page pixel. */
  readonly scale: number
}

/** The largest picture of the page's shape within the box, centred. */
export function letterbox(box: Box, page: Box): Fit {
  if (page.width <= 0 || page.height <= 0 || box.width <= 0 || box.height <= 0) {
    return { x: 0, y: 0, width: 0, height: 0, scale: 0 }
  }
  const scale = Math.min(box.width / page.width, box.height / page.height)
  const width = page.width * scale
  const height = page.height * scale
  return { x: (box.width - width) / 2, y: (box.height - height) / 2, width, height, scale }
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Tells whether a point of the box lies on the picture, not on the stage round it. */
export function onPicture(fit: Fit, point: Point): boolean {
  return point.x >= fit.x && point.y >= fit.y && point.x <= fit.x + fit.width && point.y <= fit.y + fit.height
}

/** A point of the box in page pixels, kept on the page for drags that leave it. */
export function toPage(fit: Fit, page: Box, point: Point): Point {
  if (fit.scale === 0) return { x: 0, y: 0 }
  const clamp = (value: number, max: number) => Math.round(Math.max(0, Math.min(value, max - 1)) * 100) / 100
  return {
    x: clamp((point.x - fit.x) / fit.scale, page.width),
    y: clamp((point.y - fit.y) / fit.scale, page.height),
  }
}

export interface Rect extends Point, Box {}

/** A part of the page as it lies in the box, no more of it than the picture shows. */
export function fromPage(fit: Fit, rect: Rect): Rect {
  const left = Math.max(fit.x + rect.x * fit.scale, fit.x)
  const top = Math.max(fit.y + rect.y * fit.scale, fit.y)
  const right = Math.min(fit.x + (rect.x + rect.width) * fit.scale, fit.x + fit.width)
  const bottom = Math.min(fit.y + (rect.y + rect.height) * fit.scale, fit.y + fit.height)
  return { x: Math.min(left, right), y: Math.min(top, bottom), width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}
