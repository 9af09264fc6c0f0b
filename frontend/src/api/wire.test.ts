import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { backoff } from './backoff.ts'
import { applyEvent, putSession } from './cache.ts'
import { parseFrame } from './frame.ts'
import type { Session } from './model.ts'
import { keys } from './queries.ts'
import { createSseParser } from './sse.ts'
import { newViewerId } from './viewer-id.ts'

describe('the event stream', () => {
  it('is cut into messages wherever the chunks end', () => {
    const parse = createSseParser()
    const text = ': hello\n\nid: 7\nevent: session/changed\ndata: {"a":1,\ndata: "b":2}\n\nid: 8\nevent: resync\ndata: {}\n\n'
    const messages = [...text].flatMap((character) => parse(character))
    expect(messages).toEqual([
      { id: '7', event: 'session/changed', data: '{"a":1,\n"b":2}' },
      { id: '8', event: 'resync', data: '{}' },
    ])
  })
  it('knows the other line ends', () => {
    expect(createSseParser()('id: 1\r\nevent: x\r\ndata: y\r\n\r\n')).toEqual([{ id: '1', event: 'x', data: 'y' }])
  })
})

describe('a frame', () => {
  const header = { session_id: 'sess_1', tab: 't', frame: 3, width: 1280, height: 720, scale: 1, at_ms: 5 }
  const pack = (json: string, length = json.length) => {
    const bytes = new Uint8Array(2 + json.length + 3)
    new DataView(bytes.buffer).setUint16(0, length)
    bytes.set(new TextEncoder().encode(json), 2)
    bytes.set([0xff, 0xd8, 0xff], 2 + json.length)
    return bytes.buffer
  }
  it('is a header and a picture', async () => {
    const frame = parseFrame(pack(JSON.stringify(header)))
    expect(frame?.header).toEqual(header)
    expect(new Uint8Array((await frame?.jpeg.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(new Uint8Array([0xff, 0xd8, 0xff]))
  })
  it('is nothing when it is broken', () => {
    expect(parseFrame(new ArrayBuffer(1))).toBeUndefined()
    expect(parseFrame(pack('{}', 60_000))).toBeUndefined()
    expect(parseFrame(pack('{nonsense'))).toBeUndefined()
  })
})

describe('the cache', () => {
  const view = (more: Partial<Session>) => ({ id: 'sess_1', phase: 'live', epoch: 1, as_of: '2026-01-01T00:00:00Z', ...more }) as Session
  const list = (client: QueryClient) => client.getQueryData<Session[]>(keys.sessions)

  it('does not take one session for the whole list', () => {
    const client = new QueryClient()
    putSession(client, view({}))
    expect(list(client)).toBeUndefined()
  })
  it('adds new sessions and keeps the later view of known ones', () => {
    const client = new QueryClient()
    client.setQueryData(keys.sessions, [view({})])
    putSession(client, view({ id: 'sess_2' }))
    putSession(client, view({ epoch: 3, as_of: '2026-01-01T00:00:02.5Z' }))
    putSession(client, view({ epoch: 3, as_of: '2026-01-01T00:00:02Z', title: 'late' }))
    putSession(client, view({ epoch: 2, as_of: '2026-01-01T00:00:09Z', title: 'stale' }))
    expect(list(client)?.map((session) => [session.id, session.epoch, session.title])).toEqual([
      ['sess_2', 1, undefined],
      ['sess_1', 3, undefined],
    ])
  })
  it('lets no session come back to life', () => {
    const client = new QueryClient()
    client.setQueryData(keys.sessions, [view({ phase: 'ended' })])
    applyEvent(client, { seq: 1, type: 'session/changed', at: '', data: view({ epoch: 9 }) })
    expect(list(client)?.[0]?.phase).toBe('ended')
  })
})

describe('small things', () => {
  it('back off 1, 2, 4, 8, 15, 15 s', () => {
    expect([0, 1, 2, 3, 4, 9].map(backoff)).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
  })
  it('a viewer id is view_ and 26 characters', () => {
    expect(newViewerId()).toMatch(/^view_[a-z0-9]{26}$/)
    expect(newViewerId()).not.toBe(newViewerId())
  })
})
