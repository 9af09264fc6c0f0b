/** 6:12, or 1:06:12 from an hour on. */
export function clock(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000))
  const seconds = String(total % 60).padStart(2, '0')
  const minutes = Math.floor(total / 60) % 60
  const hours = Math.floor(total / 3600)
  return hours === 0 ? `${minutes}:${seconds}` : `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`
}

/** 10:42 in the person's language. */
export function timeOfDay(at: string, language: string): string {
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hour12: false }).format(new Date(at))
}

/** Today as a time, this year as day and month, before that with the year. */
export function dayOrTime(at: string, language: string, now = new Date()): string {
  const date = new Date(at)
  if (date.toDateString() === now.toDateString()) return timeOfDay(at, language)
  const year = date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const }
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', ...year }).format(date)
}

/** A day heading, such as Friday, 18 September. */
export function dayName(at: string, language: string): string {
  return new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(at))
}

/** The name of a language tag in the person's own language, with the tag. */
export function languageName(tag: string, language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language', languageDisplay: 'standard' }).of(tag)
  return name === undefined || name === tag ? tag : `${name} (${tag})`
}

/** The agent time of a session at the given moment; it stands while a person drives. */
export function agentTime(session: { agent_ms: number; as_of: string; phase: string; controller: string }, now: number): number {
  const runs = session.phase === 'live' && session.controller === 'agent'
  return session.agent_ms + (runs ? Math.max(0, now - Date.parse(session.as_of)) : 0)
}

/** 12.3 MB in the person's language; kB and MB are powers of ten. */
export function bytes(n: number, language: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
  let size = n
  let i = 0
  while (size >= 1000 && i < units.length - 1) {
    size /= 1000
    i++
  }
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[i] ?? 'byte',
    unitDisplay: i === 0 ? 'long' : 'short',
    maximumFractionDigits: i === 0 || size >= 100 ? 0 : 1,
  }).format(size)
}
