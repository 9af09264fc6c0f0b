import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '../api/model.ts'
import { startI18n, type Translate } from './i18n.ts'
import { auditText, reasonText, resultText, stepObject, taskText } from './words.ts'

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
  it('say what is in the record', () => {
    const entry = { seq: 1, at: '', owner: 'local', by: 'agent' } as const
    const say = (more: Partial<AuditEntry>) => auditText(t, { ...entry, kind: 'tool_called', ...more })
    expect(say({ tool: 'browser_click' })).toEqual({ verb: 'Click', object: '' })
    expect(say({ kind: 'agent_created', agent_name: 'Codex' })).toEqual({ verb: 'Connected an agent', object: 'Codex' })
    expect(say({ kind: 'session_ended', facts: { reason: 'crashed' } }).object).toBe('Chrome ended unexpectedly')
    expect(say({ kind: 'profile_deleted', facts: { name: 'Work' } }).object).toBe('Work')
  })
  it('tell refusals from outcomes', () => {
    expect(resultText(t, 'ok')).toEqual({ text: 'done', refused: false })
    expect(resultText(t, 'declined')).toEqual({ text: 'declined', refused: false })
    expect(resultText(t, 'paused_by_user')).toEqual({ text: 'you were driving', refused: true })
    expect(resultText(t, 'of_a_newer_server')).toEqual({ text: 'of_a_newer_server', refused: true })
  })
})
