import { useTranslation } from 'react-i18next'
import type { Session } from '../../api/model.ts'
import { dayOrTime } from '../../lib/format.ts'
import { hostOf } from '../../lib/host.ts'
import { reasonText } from '../../lib/words.ts'
import { Glyph } from '../../ui/glyph.tsx'

/** A browser that closed a while ago, and why. */
export function EndedRow({ session }: { session: Session }) {
  const { t, i18n } = useTranslation()
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.6fr)_auto] items-center gap-x-3 border-line border-t py-[9px] phone:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Glyph state="ended" />
      <span className="truncate">{session.agent_name ?? t('now.signin')}</span>
      <span className="truncate text-ink-2 phone:hidden">{hostOf(session.url)}</span>
      <span className="truncate text-ink-2 phone:order-last phone:col-span-2 phone:col-start-2 phone:text-small">
        {reasonText(t, session)}
      </span>
      <span className="text-ink-3">{dayOrTime(session.end?.at ?? session.as_of, i18n.language)}</span>
    </li>
  )
}
