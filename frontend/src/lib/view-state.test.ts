import { describe, expect, it } from 'vitest'
import { exampleRequest as request, exampleSession as session } from '../testing/examples.ts'
import { drives, glyphOf, glyphOfAgent, liveView } from './view-state.ts'

const me = 'view_me'

describe('what the live window shows', () => {
  const mine = { controller: 'user', holder: me } as const
  it.each([
    ['empty', undefined, [], 'idle', false],
    ['opening', session({ phase: 'opening' }), [], 'idle', false],
    ['agent', session(), [], 'agent', false],
    ['needs', session(), [request()], 'needs', false],
    ['agent', session(), [request({ state: 'declined' })], 'agent', false],
    ['agent', session(), [request({ session_id: 'sess_2' })], 'agent', false],
    ['you', session(mine), [request({ state: 'taken' })], 'you', true],
    ['you', session(mine), [request()], 'you', true],
    ['other', session({ controller: 'user', holder: 'view_x' }), [], 'you', false],
    ['other', session({ controller: 'user' }), [], 'you', false],
    ['signin', session({ ...mine, purpose: 'signin' }), [], 'you', true],
    ['opening', session({ ...mine, purpose: 'signin', phase: 'opening' }), [], 'idle', false],
    ['ended', session({ phase: 'ended', end: { reason: 'idle', at: '' } }), [], 'ended', false],
    ['failed', session({ phase: 'ended', end: { reason: 'failed', at: '' } }), [], 'ended', false],
  ] as const)('%s', (kind, given, requests, glyph, driving) => {
    const view = liveView(given, requests, me)
    expect([view.kind, glyphOf(view), drives(view)]).toEqual([kind, glyph, driving])
  })

  it('shows a request without a session where nothing is live', () => {
    const { session_id: _, ...bare } = request({ mode: 'signin' })
    expect(liveView(undefined, [bare], me).request?.id).toBe('req_1')
    expect(liveView(session({ phase: 'ended' }), [bare], me).request?.id).toBe('req_1')
    expect(liveView(session({ phase: 'ended', agent_id: 'agent_2' }), [bare], me).request).toBeUndefined()
    expect(liveView(session(), [bare], me).request).toBeUndefined()
  })
})

describe('the sign of an agent', () => {
  it('is none with the browser off, idle without a session', () => {
    expect(glyphOfAgent({ browser: false, session: session() }, [])).toBeUndefined()
    expect(glyphOfAgent({ browser: true }, [])).toBe('idle')
    expect(glyphOfAgent({ browser: true, session: session({ phase: 'ended' }) }, [])).toBe('idle')
    expect(glyphOfAgent({ browser: true, session: session() }, [request()])).toBe('needs')
    expect(glyphOfAgent({ browser: true, session: session({ controller: 'user', holder: 'view_x' }) }, [])).toBe('you')
  })
})
