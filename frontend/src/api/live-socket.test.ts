import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exampleSession } from '../testing/examples.ts'
import { streamServer, type Viewer } from '../testing/stream-server.ts'
import { LiveSocket, type StreamState } from './live-socket.ts'
import type { InputEvent, Problem } from './model.ts'

const patience = { timeout: 20_000 }
const typed = (text: string): InputEvent[] => [{ kind: 'text', text }]

describe('LiveSocket', { timeout: 60_000 }, () => {
  let server: Awaited<ReturnType<typeof streamServer>>
  let viewers: Viewer[]
  let socket: LiveSocket
  let states: StreamState['kind'][]
  let problems: Problem[]

  beforeEach(async () => {
    viewers = []
    states = []
    problems = []
    server = await streamServer(
      (viewer) => viewers.push(viewer),
      () => {
        const viewer = viewers.at(-1)
        if (viewer?.said.length === 1) viewer.tell({ type: 'session', session: exampleSession() })
      },
    )
    socket = new LiveSocket(
      { baseUrl: server.url, token: 'own_test' },
      { sessionId: 'sess_1', viewer: 'view_me' },
      {
        onState: (state) => states.push(state.kind),
        onSession: () => {},
        onProblem: (problem) => problems.push(problem),
        onFrame: () => {},
      },
    )
    socket.connect()
    await vi.waitFor(() => expect(states).toContain('open'), patience)
  })
  afterEach(() => {
    socket.close()
    server.close()
  })

  const inputs = () => viewers.flatMap((viewer) => viewer.said.filter((message) => message.type === 'input'))
  /** Waits until the server has n inputs. */
  const has = (n: number) => vi.waitFor(() => expect(inputs()).toHaveLength(n), patience)
  const watch = () => {
    const state = { settled: false }
    void socket.settled().then(() => {
      state.settled = true
    })
    return state
  }

  it('numbers its input and has settled when each was taken, also by a refusal', async () => {
    socket.input(7, typed('a'))
    socket.input(7, typed('b'))
    const state = watch()
    await has(2)
    const [first, second] = inputs()
    expect([first, second]).toMatchObject([
      { epoch: 7, events: typed('a') },
      { epoch: 7, events: typed('b') },
    ])
    viewers[0]?.tell({ type: 'taken', number: first?.number })
    viewers[0]?.tell({ type: 'fault', problem: { code: 'not_in_control' } })
    await vi.waitFor(() => expect(problems).toHaveLength(1), patience)
    expect(state.settled).toBe(false)
    viewers[0]?.tell({ type: 'taken', number: second?.number })
    await vi.waitFor(() => expect(state.settled).toBe(true), patience)
  })

  it('has settled when nothing is under way', async () => {
    await socket.settled()
    expect(inputs()).toEqual([])
  })

  it('does not wait on a stream that is lost, nor for input that did not go out', async () => {
    socket.input(7, typed('a'))
    const state = watch()
    await has(1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      viewers[0]?.cut()
      while (!states.includes('lost')) await new Promise((next) => setImmediate(next))
      socket.input(7, typed('b'))
      await socket.settled()
      expect(state.settled).toBe(true)
      expect(inputs()).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })
})
