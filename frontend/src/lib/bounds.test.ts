import { describe, expect, it } from 'vitest'
import { boundsText } from './bounds.ts'
import type { Translate } from './i18n.ts'

const t = ((key: string, values: object) => `${key} ${Object.values(values).join(' ')}`) as Translate

describe('the bounds of a field', () => {
  it('are said in the words of the language, in no time zone', () => {
    expect(boundsText(t, 'date', { min: '2026-05-01', max: '2026-05-31' }, 'en')).toBe('live.pick.between May 1, 2026 May 31, 2026')
    expect(boundsText(t, 'date', { min: '2026-05-01' }, 'de')).toBe('live.pick.from 01.05.2026')
    expect(boundsText(t, 'month', { max: '2026-12' }, 'de')).toBe('live.pick.until Dezember 2026')
    expect(boundsText(t, 'datetime-local', { min: '2026-05-01T23:30' }, 'de')).toBe('live.pick.from 01.05.2026, 23:30')
  })
  it('are left as they are where no words are for them', () => {
    expect(boundsText(t, 'time', { min: '08:00' }, 'en')).toBe('live.pick.from 08:00')
    expect(boundsText(t, 'week', { max: '2026-W22' }, 'en')).toBe('live.pick.until 2026-W22')
    expect(boundsText(t, 'date', { min: 'soon' }, 'en')).toBe('live.pick.from soon')
    expect(boundsText(t, 'date', {}, 'en')).toBe('')
  })
})
