import { describe, expect, it } from 'vitest'
import { createClickCounter, wheelPixels } from './clicks.ts'
import { agentTime, bytes, clock, dayOrTime, languageName } from './format.ts'
import { completeAddress, splitAddress } from './host.ts'
import { chooseLanguage } from './i18n.ts'

describe('clock', () => {
  it.each([
    [0, '0:00'],
    [-5, '0:00'],
    [372_999, '6:12'],
    [3_972_000, '1:06:12'],
  ])('%i ms is %s', (ms, text) => expect(clock(ms)).toBe(text))
})

describe('times', () => {
  const now = new Date('2026-09-18T15:00:00')
  it('of today are times, of others days', () => {
    expect(dayOrTime('2026-09-18T09:40:00', 'de', now)).toBe('09:40')
    expect(dayOrTime('2026-06-12T09:40:00', 'en', now)).toBe('Jun 12')
    expect(dayOrTime('2025-06-12T09:40:00', 'de', now)).toMatch(/12\. Juni? 2025/)
  })
})

describe('bytes', () => {
  it('are told in units that a person knows', () => {
    expect(bytes(0, 'en')).toBe('0 bytes')
    expect(bytes(1, 'en')).toBe('1 byte')
    expect(bytes(12_345, 'en')).toBe('12.3 kB')
    expect(bytes(999_999_999, 'en')).toBe('1,000 MB')
    expect(bytes(2_500_000, 'de')).toMatch(/^2,5\sMB$/)
  })
})

describe('agent time', () => {
  const session = { agent_ms: 60_000, as_of: '2026-01-01T00:00:00Z', phase: 'live', controller: 'agent' }
  const later = Date.parse('2026-01-01T00:00:30Z')
  it('runs while the agent drives', () => expect(agentTime(session, later)).toBe(90_000))
  it('stands while a person drives', () => expect(agentTime({ ...session, controller: 'user' }, later)).toBe(60_000))
  it('stands after the end', () => expect(agentTime({ ...session, phase: 'ended' }, later)).toBe(60_000))
})

describe('addresses', () => {
  it('are shown by host and rest', () => {
    expect(splitAddress('https://a.test/x?y#z')).toEqual({ scheme: '', host: 'a.test', rest: '/x?y#z', secure: true })
    expect(splitAddress('http://127.0.0.1:8080/')).toEqual({ scheme: '', host: '127.0.0.1:8080', rest: '', secure: false })
    expect(splitAddress('about:blank').host).toBe('')
    expect(splitAddress('nonsense')).toEqual({ scheme: '', host: '', rest: 'nonsense', secure: false })
  })
  it.each([
    ['example.test', 'https://example.test'],
    ['localhost:3000/x', 'https://localhost:3000/x'],
    ['http://a.test', 'http://a.test'],
    [' https://a.test ', 'https://a.test'],
    ['file:///etc/passwd', 'file:///etc/passwd'],
  ])('%s is completed to %s', (typed, url) => expect(completeAddress(typed)).toBe(url))
})

describe('clicks', () => {
  it('count to three and start again', () => {
    const count = createClickCounter()
    const press = (at: number, x = 0) => count({ button: 0, x, y: 0, at })
    expect([press(0), press(100), press(200), press(300)]).toEqual([1, 2, 3, 1])
    expect(press(2000)).toBe(1)
    expect(press(2100, 50)).toBe(1)
  })
  it('and wheels speak pixels', () => {
    expect(wheelPixels(3, 0, 720)).toBe(3)
    expect(wheelPixels(3, 1, 720)).toBe(120)
    expect(wheelPixels(-1, 2, 720)).toBe(-720)
    expect(wheelPixels(99_999, 0, 720)).toBe(10_000)
  })
})

describe('languages', () => {
  it('are the setting, or the first of the system that we have', () => {
    expect(chooseLanguage('de', ['en-US'])).toBe('de')
    expect(chooseLanguage('system', ['fr-FR', 'de-AT', 'en'])).toBe('de')
    expect(chooseLanguage('system', ['fr'])).toBe('en')
  })
  it('have names in the language of the page', () => {
    expect(languageName('de-DE', 'en')).toBe('German (Germany) (de-DE)')
  })
})
