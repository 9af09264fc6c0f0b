import type { Frame } from '../../api/frame.ts'

interface Painter {
  paint(frame: Frame): void
  clear(): void
}

/**
 * Stands between a stream and the canvas, which comes and goes with the shape of
 * the window. The newest frame is kept for a canvas that comes later. Each frame
 * is acknowledged once, when it is painted or passed over: without a canvas
 * nothing is, so that the server rests until there is one.
 */
export class FrameDesk {
  readonly #ack: (frame: number) => void
  readonly #owed = new Set<number>()
  #painter: Painter | undefined
  #newest: Frame | undefined

  constructor(ack: (frame: number) => void) {
    this.#ack = ack
  }

  receive(frame: Frame): void {
    this.#owed.add(frame.header.frame)
    this.#newest = frame
    this.#painter?.paint(frame)
  }

  /** Has a painter done with a frame. */
  done(frame: number): void {
    if (this.#owed.delete(frame)) this.#ack(frame)
  }

  /** A canvas has come, or gone. */
  attach(painter: Painter | undefined): void {
    this.#painter = painter
    if (painter === undefined || this.#newest === undefined) return
    for (const frame of this.#owed) if (frame !== this.#newest.header.frame) this.done(frame)
    painter.paint(this.#newest)
  }

  /** Another connection: its server waits for nothing yet. */
  reconnect(): void {
    this.#owed.clear()
  }

  /** Another session: the picture of this one goes. */
  clear(): void {
    this.#newest = undefined
    this.#painter?.clear()
  }
}
