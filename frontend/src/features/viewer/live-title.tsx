import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PersonRequest, Session } from '../../api/model.ts'
import { hostOf } from '../../lib/host.ts'
import type { Translate } from '../../lib/i18n.ts'
import { glyphOfSession, type LiveView, sessionOf } from '../../lib/view-state.ts'
import { Dot } from '../../ui/dot.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'

export function titleText(t: Translate, view: LiveView): string {
  if (view.kind === 'you' && view.session.private === true) return t('live.title.private')
  return t(`live.title.${view.kind}`)
}

// In a small window the title wraps rather than being cut; both lines of it and
// the line below just fit the header.
const titleClass = 'font-semibold leading-[18px] @max-[460px]:text-[12px] @max-[460px]:leading-[15px]'

export interface LiveTitleProps {
  view: LiveView
  /** The other live sessions, if there are any: the title becomes a menu. */
  others: readonly Session[]
  requests: readonly PersonRequest[]
  onSwitch: (sessionId: string) => void
}

export function LiveTitle({ view, others, requests, onSwitch }: LiveTitleProps) {
  const { t } = useTranslation()
  const title = titleText(t, view)
  const waiting = others.some((session) => glyphOfSession(session, requests) === 'needs')
  return (
    <div className="min-w-0 flex-1">
      {others.length === 0 ? (
        <h1 className={titleClass}>{title}</h1>
      ) : (
        <h1 className="flex min-w-0 font-semibold leading-[18px]">
          <Menu
            align="start"
            label={t('live.switch')}
            trigger={
              <button type="button" className="no-drag -ml-1 flex min-w-0 items-center gap-1 rounded-inner px-1 text-left hover:bg-hover">
                <span className={titleClass}>{title}</span>
                {waiting && <Glyph state="needs" size={14} label={t('glyph.needs')} />}
                <Icon of={ChevronDown} size={14} className="shrink-0 text-ink-3" />
              </button>
            }
            items={others.map((session) => ({
              id: session.id,
              icon: <Glyph state={glyphOfSession(session, requests)} size={14} />,
              label: (
                <span className="truncate">
                  {session.agent_name ?? session.profile_name} <span className="text-ink-2">{hostOf(session.url)}</span>
                </span>
              ),
              onSelect: () => onSwitch(session.id),
            }))}
          />
        </h1>
      )}
      <div className="truncate text-ink-2 text-small">
        <Subtitle view={view} />
      </div>
    </div>
  )
}

function Subtitle({ view }: { view: LiveView }) {
  const { t } = useTranslation()
  const session = sessionOf(view)
  if (session === undefined) return null
  const [first, second] = factsOf(t, view, session).filter((fact) => fact !== '')
  return (
    <>
      {first}
      {second !== undefined && <Dot />}
      {second}
    </>
  )
}

function factsOf(t: Translate, { kind }: LiveView, session: Session): string[] {
  const agent = session.agent_name ?? ''
  if (kind === 'signin' || agent === '') return [session.profile_name, hostOf(session.url)]
  if (kind !== 'you' && kind !== 'other') return [agent, session.profile_name]
  if (session.private === true) return [t('live.private.cannotSee', { agent })]
  return [t('live.agentWaits', { agent }), session.profile_name]
}
