import type { Frame } from '../../api/frame.ts'
import type { FrameHeader } from '../../api/model.ts'

/**
 * Draws frames on a canvas, past React. The newest wins: while one is decoded
 * at most one waits, and a later one takes its place. Every frame is
 * acknowledged, drawn or not, so that the server always knows what is in flight.
 */
export class FramePainter {
  readonly #canvas: HTMLCanvasElement
  readonly #ack: (frame: number) => void
  readonly #painted: (header: FrameHeader) => void
  #waiting: Frame | undefined
  #busy = false
  #generation = 0

  constructor(canvas: HTMLCanvasElement, ack: (frame: number) => void, painted: (header: FrameHeader) => void) {
    this.#canvas = canvas
    this.#ack = ack
    this.#painted = painted
  }

  paint(frame: Frame): void {
    if (this.#busy) {
      if (this.#waiting !== undefined) this.#ack(this.#waiting.header.frame)
      this.#waiting = frame
      return
    }
    this.#busy = true
    void this.#draw(frame)
  }

  /** Takes the picture away, for another session. */
  clear(): void {
    this.#generation++
    this.#waiting = undefined
    this.#canvas.width = 1
    this.#canvas.height = 1
  }

  async #draw(frame: Frame): Promise<void> {
    const generation = this.#generation
    try {
      const bitmap = await createImageBitmap(frame.jpeg)
      if (generation === this.#generation) this.#show(bitmap, frame.header)
      bitmap.close()
    } catch {
      // A broken picture is left out; the next one comes.
    }
    this.#ack(frame.header.frame)
    this.#busy = false
    const next = this.#waiting
    this.#waiting = undefined
    if (next !== undefined) this.paint(next)
  }

  #show(bitmap: ImageBitmap, header: FrameHeader): void {
    const canvas = this.#canvas
    if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
      canvas.width = bitmap.width
      canvas.height = bitmap.height
    }
    canvas.getContext('2d', { alpha: false })?.drawImage(bitmap, 0, 0)
    this.#painted(header)
  }
}
