import type { InputEvent } from '../api/model.ts'

const interval = 50
const largest = 256

export type Urgency = 'soon' | 'now'

/**
 * Collects what the person does and sends it in order, in batches of about
 * 50 ms; whatever is urgent (a press, a key) takes everything before it along
 * at once. A plain move replaces the move just before it. Each event has the
 * epoch in which it was done, and a batch has events of one.
 */
export class InputQueue {
  readonly #send: (epoch: number, events: InputEvent[]) => void
  #epoch = 0
  #events: InputEvent[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(send: (epoch: number, events: InputEvent[]) => void) {
    this.#send = send
  }

  push(epoch: number, event: InputEvent, urgency: Urgency): void {
    if (epoch !== this.#epoch) this.flush()
    this.#epoch = epoch
    const last = this.#events.at(-1)
    if (event.kind === 'move' && last?.kind === 'move' && event.buttons === 0 && last.buttons === 0) {
      this.#events[this.#events.length - 1] = event
    } else if (event.kind === 'wheel' && last?.kind === 'wheel' && event.modifiers === last.modifiers) {
      this.#events[this.#events.length - 1] = {
        ...event,
        dx: clampDelta((event.dx ?? 0) + (last.dx ?? 0)),
        dy: clampDelta((event.dy ?? 0) + (last.dy ?? 0)),
      }
    } else {
      this.#events.push(event)
    }
    if (urgency === 'now' || this.#events.length >= largest) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), interval)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#events.length === 0) return
    const events = this.#events
    this.#events = []
    this.#send(this.#epoch, events)
  }

  /** Forgets what was not sent yet. */
  clear(): void {
    this.#events = []
    this.flush()
  }
}

function clampDelta(value: number): number {
  return Math.max(-10_000, Math.min(10_000, value))
}
