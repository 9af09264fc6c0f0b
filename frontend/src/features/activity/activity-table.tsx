import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '../../api/model.ts'
import { dayName, timeOfDay } from '../../lib/format.ts'
import { auditText, resultText } from '../../lib/words.ts'

/** The record, newest first, with a heading for each day. */
export function ActivityTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t, i18n } = useTranslation()
  return (
    <div className="grid gap-4">
      {byDay(entries).map((day) => (
        <section key={day.key}>
          <h2 className="sticky top-0 z-10 bg-page py-1.5 text-heading">{dayName(day.key, i18n.language)}</h2>
          <table className="w-full table-fixed border-collapse text-left">
            <colgroup>
              <col className="w-14" />
              <col className="w-40 phone:hidden" />
              <col />
              <col className="w-[24%] phone:hidden" />
              <col className="w-40 phone:hidden" />
            </colgroup>
            <thead className="sr-only">
              <tr>
                <th>{t('activity.time')}</th>
                <th>{t('activity.who')}</th>
                <th>{t('activity.what')}</th>
                <th>{t('activity.site')}</th>
                <th>{t('activity.result')}</th>
              </tr>
            </thead>
            <tbody>
              {day.entries.map((entry) => (
                <Row key={entry.seq} entry={entry} />
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  )
}

function Row({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation()
  const { verb, object } = auditText(t, entry)
  const who = entry.by === 'user' ? t('activity.you') : entry.by === 'agent' ? (entry.agent_name ?? '') : t('activity.baton')
  const host = entry.host ?? ''
  const { text: result, refused } = resultText(t, entry.result)
  return (
    <tr className="border-line border-t align-top">
      <td className="py-2 text-ink-3">{timeOfDay(entry.at, i18n.language)}</td>
      <td className="truncate py-2 pr-3 phone:hidden">{who}</td>
      <td className="py-2 pr-3">
        <div className="wrap-anywhere">
          {verb} {object !== '' && <span className="text-ink-2">{object}</span>}
        </div>
        <div className="hidden text-ink-2 text-small phone:block">
          {who}
          {host !== '' && ` · ${host}`}
          {refused && <span className="text-needs-text"> · {result}</span>}
        </div>
      </td>
      <td className="truncate py-2 pr-3 text-ink-2 phone:hidden">{host}</td>
      <td
        className={clsx('truncate py-2 text-right phone:hidden', refused ? 'text-needs-text' : 'text-ink-3')}
        title={refused ? entry.result : undefined}
      >
        {result}
      </td>
    </tr>
  )
}

function byDay(entries: readonly AuditEntry[]): { key: string; entries: AuditEntry[] }[] {
  const days: { key: string; day: string; entries: AuditEntry[] }[] = []
  for (const entry of entries) {
    const day = new Date(entry.at).toDateString()
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ key: entry.at, day, entries: [entry] })
  }
  return days
}
