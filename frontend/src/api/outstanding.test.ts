import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Outstanding } from './outstanding.ts'

describe('Outstanding', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const watch = (outstanding: Outstanding) => {
    const state = { settled: false }
    void outstanding.settled().then(() => {
      state.settled = true
    })
    return async () => {
      await vi.advanceTimersByTimeAsync(0)
      return state.settled
    }
  }

  it('waits until all that was sent was taken, in whatever order', async () => {
    const outstanding = new Outstanding()
    const [first, second] = [outstanding.add(), outstanding.add()]
    const settled = watch(outstanding)
    outstanding.add()
    expect(await settled()).toBe(false)
    outstanding.taken(second)
    expect(await settled()).toBe(false)
    outstanding.taken(first)
    expect(await settled()).toBe(true)
  })
  it('waits for nothing when nothing is under way', async () => {
    const outstanding = new Outstanding()
    expect(await watch(outstanding)()).toBe(true)
    outstanding.taken(outstanding.add())
    expect(await watch(outstanding)()).toBe(true)
  })
  it('waits no longer when nothing will be taken any more', async () => {
    const outstanding = new Outstanding()
    outstanding.add()
    const settled = watch(outstanding)
    outstanding.forget()
    expect(await settled()).toBe(true)
  })
  it('waits no longer than a second', async () => {
    const outstanding = new Outstanding()
    outstanding.add()
    const settled = watch(outstanding)
    await vi.advanceTimersByTimeAsync(999)
    expect(await settled()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await settled()).toBe(true)
  })
})
