import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '../api/model.ts'
import { startI18n, type Translate } from './i18n.ts'
import { allowText, auditText, offersTakeOver, reasonText, refusalText, requestWords, resultText, stepObject, taskText } from './words.ts'

describe('sentences', () => {
  let t: Translate
  beforeAll(async () => {
    // The language of a document is the only thing of it that is touched.
    Object.assign(globalThis, { document: { documentElement: {} } })
    await startI18n('en')
    t = i18next.t
  })

  it('say what was acted on', () => {
    expect(stepObject(t, 'button "Send"')).toBe('“Send”')
    expect(stepObject(t, 'menu item "Save "as""')).toBe('“Save "as"”')
    expect(stepObject(t, '127.0.0.1:5802')).toBe('127.0.0.1:5802')
    expect(stepObject(t, undefined)).toBe('')
  })
  it('say why a session ended', () => {
    const end = { at: '' }
    expect(reasonText(t, { purpose: 'agent', end: { ...end, reason: 'idle', minutes: 5 } })).toBe('No step for 5 minutes')
    expect(reasonText(t, { purpose: 'signin', end: { ...end, reason: 'closed' } })).toBe('Sign-in ended')
    expect(reasonText(t, { purpose: 'agent' })).toBe('The browser was closed')
  })
  it('say what the person is asked to do', () => {
    expect(taskText(t, { mode: 'takeover', task: 'signin', host: 'a.test' })).toBe('Sign in to a.test')
    expect(taskText(t, { mode: 'takeover', task: 'signin', url: 'https://b.test/x' })).toBe('Sign in to b.test')
    expect(taskText(t, { mode: 'takeover', task: 'captcha' })).toBe('Solve the puzzle')
  })
  it('say what the agent has to ask for, and what yes means', () => {
    const asks = (task: 'send' | 'delete' | 'upload' | 'new_site' | 'order', object: string) => {
      const request = { mode: 'confirm', task, host: 'a.test', object } as const
      return [taskText(t, request), requestWords(t, request), allowText(t, request)]
    }
    expect(asks('order', 'button "Buy"')).toEqual(['May the agent order or pay on a.test?', 'It wants to press “Buy”.', 'Allow once'])
    expect(asks('send', 'button "Post"')).toEqual([
      'May the agent send or publish this on a.test?',
      'It wants to press “Post”.',
      'Allow once',
    ])
    expect(asks('delete', 'button "Delete"')[0]).toBe('May the agent delete this on a.test?')
    expect(asks('upload', 'a.pdf, b.png')).toEqual(['May the agent upload this on a.test?', 'Files: a.pdf, b.png', 'Allow once'])
    expect(asks('new_site', 'a.test')).toEqual(['May the agent use a.test?', 'It was not on a.test before.', 'Allow this site'])
    expect(offersTakeOver({ mode: 'confirm' })).toBe(false)
    expect(offersTakeOver({ mode: 'confirm', session_id: 'ses_1' })).toBe(true)
    expect(offersTakeOver({ mode: 'signin' })).toBe(true)
  })
  it('say what is in the record', () => {
    const entry = { seq: 1, at: '', owner: 'local', by: 'agent' } as const
    const say = (more: Partial<AuditEntry>) => auditText(t, { ...entry, kind: 'tool_called', ...more })
    expect(say({ tool: 'browser_click' })).toEqual({ verb: 'Click', object: '' })
    expect(say({ kind: 'agent_created', agent_name: 'Codex' })).toEqual({ verb: 'Connected an agent', object: 'Codex' })
    expect(say({ kind: 'session_ended', facts: { reason: 'crashed' } }).object).toBe('Chrome ended unexpectedly')
    expect(say({ kind: 'page_suspected', by: 'baton', facts: { kinds: 'override,conceal,of_a_newer_server' } })).toEqual({
      verb: 'Warned of a page that speaks to the agent:',
      object: 'to drop its task, to hide something from you',
    })
    expect(say({ kind: 'profile_deleted', facts: { name: 'Work' } }).object).toBe('Work')
  })
  it('say why a host was not connected to', () => {
    expect(refusalText(t, { way: 'page', reason: 'loopback' })).toBe('a page: private')
    expect(refusalText(t, { way: 'tunnel', reason: 'denied by the user' })).toBe('a secure connection: denied by you')
    expect(refusalText(t, { way: 'request', reason: "not on the user's list" })).toBe('a part of a page: not on your list')
    expect(refusalText(t, { way: 'of a newer server', reason: 'origin_refused' })).toBe('of a newer server: Baton itself')
  })
  it('tell refusals from outcomes', () => {
    expect(resultText(t, 'ok')).toEqual({ text: 'done', refused: false })
    expect(resultText(t, 'declined')).toEqual({ text: 'declined', refused: false })
    expect(resultText(t, 'paused_by_user')).toEqual({ text: 'you were driving', refused: true })
    expect(resultText(t, 'of_a_newer_server')).toEqual({ text: 'of_a_newer_server', refused: true })
  })
})
