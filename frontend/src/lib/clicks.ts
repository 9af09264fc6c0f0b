interface Press {
  readonly button: number
  readonly x: number
  readonly y: number
  readonly at: number
}

const within = { ms: 500, px: 6 }

/** Counts presses into single, double and triple clicks; a fourth starts again. */
export function createClickCounter(): (press: Press) => number {
  let last: Press | undefined
  let count = 0
  return (press) => {
    const again =
      last !== undefined &&
      last.button === press.button &&
      press.at - last.at <= within.ms &&
      Math.hypot(press.x - last.x, press.y - last.y) <= within.px
    count = again && count < 3 ? count + 1 : 1
    last = press
    return count
  }
}

/** A wheel turn in pixels, whatever unit the device speaks. */
export function wheelPixels(delta: number, mode: number, pageHeight: number): number {
  const unit = mode === 1 ? 40 : mode === 2 ? pageHeight : 1
  return Math.max(-10_000, Math.min(10_000, delta * unit))
}
