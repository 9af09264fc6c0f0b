import type { Translate } from './i18n.ts'

export interface Bounds {
  readonly min?: string
  readonly max?: string
}

/** Between what a field takes its value, in words; '' where it takes any. */
export function boundsText(t: Translate, kind: string, { min = '', max = '' }: Bounds, language: string): string {
  const from = shown(kind, min, language)
  const to = shown(kind, max, language)
  if (from !== '' && to !== '') return t('live.pick.between', { from, to })
  if (from !== '') return t('live.pick.from', { from })
  return to === '' ? '' : t('live.pick.until', { to })
}

const formats: Record<string, Intl.DateTimeFormatOptions> = {
  date: { dateStyle: 'medium' },
  month: { month: 'long', year: 'numeric' },
  'datetime-local': { dateStyle: 'medium', timeStyle: 'short' },
}

// The value of a field has no time zone: it is read and said in one and the same.
function shown(kind: string, value: string, language: string): string {
  const format = formats[kind]
  if (format === undefined || value === '') return value
  const at = new Date(kind === 'datetime-local' ? `${value}Z` : value)
  return Number.isNaN(at.getTime()) ? value : new Intl.DateTimeFormat(language, { ...format, timeZone: 'UTC' }).format(at)
}
