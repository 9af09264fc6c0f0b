import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { InputEvent } from '../api/model.ts'
import { InputQueue } from './input-queue.ts'

const move = (x: number, buttons = 0): InputEvent => ({ kind: 'move', x, y: 0, buttons, modifiers: 0 })

describe('InputQueue', () => {
  let sent: InputEvent[][]
  let epochs: number[]
  let queue: InputQueue
  beforeEach(() => {
    vi.useFakeTimers()
    sent = []
    epochs = []
    queue = new InputQueue((epoch, events) => {
      epochs.push(epoch)
      sent.push(events)
    })
  })
  afterEach(() => vi.useRealTimers())

  it('sends the last of several moves after a batch', () => {
    for (const x of [1, 2, 3]) queue.push(7, move(x), 'soon')
    expect(sent).toEqual([])
    vi.advanceTimersByTime(50)
    expect(sent).toEqual([[move(3)]])
  })
  it('keeps every move of a drag', () => {
    for (const x of [1, 2, 3]) queue.push(7, move(x, 1), 'soon')
    queue.flush()
    expect(sent[0]).toHaveLength(3)
  })
  it('sends a press at once, and what was before it first', () => {
    queue.push(7, move(1), 'soon')
    queue.push(7, { kind: 'down', x: 1, y: 0, button: 'left', clicks: 1 }, 'now')
    expect(sent.map((batch) => batch.map((event) => event.kind))).toEqual([['move', 'down']])
    vi.advanceTimersByTime(200)
    expect(sent).toHaveLength(1)
  })
  it('adds up turns of the wheel', () => {
    const turn: InputEvent = { kind: 'wheel', x: 1, y: 1, dx: 0, dy: 6000, modifiers: 0 }
    queue.push(7, turn, 'soon')
    queue.push(7, turn, 'soon')
    queue.flush()
    expect(sent).toEqual([[{ ...turn, dy: 10_000 }]])
  })
  it('never sends more than 256 events at once', () => {
    for (let x = 0; x < 600; x++) queue.push(7, move(x, 1), 'soon')
    queue.flush()
    expect(sent.map((batch) => batch.length)).toEqual([256, 256, 88])
  })
  it('keeps what was done in one epoch apart from the next', () => {
    queue.push(7, move(1), 'soon')
    queue.push(8, move(2), 'soon')
    queue.flush()
    expect(sent).toEqual([[move(1)], [move(2)]])
    expect(epochs).toEqual([7, 8])
  })
  it('forgets what was not sent when control is lost', () => {
    queue.push(7, move(1), 'soon')
    queue.clear()
    vi.advanceTimersByTime(200)
    expect(sent).toEqual([])
  })
})
