import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Agent, PersonRequest } from '../api/model.ts'
import { glyphOfAgent } from '../lib/view-state.ts'
import { Glyph } from '../ui/glyph.tsx'
import { Icon } from '../ui/icon.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { places } from './nav-items.ts'

export interface SidebarProps {
  agents: readonly Agent[]
  requests: readonly PersonRequest[]
  open: number
}

const row =
  'flex h-[30px] items-center gap-[9px] rounded-control px-2 font-medium text-ink-2 -outline-offset-2 hover:bg-hover rail:justify-center rail:gap-1 rail:px-0'
const on = 'bg-press! text-ink font-semibold'
const wide = 'rail:sr-only'

/** The sidebar; between 768 and 900 px a rail of signs, with the names in tooltips. */
export function Sidebar({ agents, requests, open }: SidebarProps) {
  const { t } = useTranslation()
  return (
    <nav
      aria-label={t('nav.main')}
      className="flex w-[232px] shrink-0 flex-col gap-px overflow-y-auto border-line border-r bg-canvas px-2.5 pt-3 pb-2.5 phone:hidden rail:w-14"
    >
      <div className="flex items-center gap-[9px] px-2 pt-0.5 pb-3 font-[650] text-[15px] tracking-[-0.01em] rail:justify-center rail:px-0">
        <Glyph state="agent" size={20} className="text-ink!" />
        <span className={wide}>{t('app.name')}</span>
      </div>
      {places.map((place) => (
        <Tooltip key={place.to} label={t(place.key)} side="right">
          <Link to={place.to} className={row} activeProps={{ className: on, 'aria-current': 'page' }} activeOptions={{ exact: true }}>
            <Icon of={place.icon} className="shrink-0" />
            <span className={clsx('truncate', wide)}>{t(place.key)}</span>
            {place.to === '/' && open > 0 && <span className="ml-auto font-medium text-ink-2 text-small rail:hidden">{open}</span>}
          </Link>
        </Tooltip>
      ))}
      <div className="flex items-center justify-between pt-3 pr-0.5 pb-1 pl-2 text-ink-3 text-small rail:justify-center rail:px-0">
        <span className={wide}>{t('nav.agents')}</span>
        <Tooltip label={t('nav.add')} side="right">
          <Link
            to="/connect"
            aria-label={t('nav.add')}
            className="grid size-7 place-items-center rounded-full hover:bg-hover hover:text-ink"
          >
            <Icon of={Plus} size={14} />
          </Link>
        </Tooltip>
      </div>
      {agents.map((agent) => (
        <AgentLink key={agent.id} agent={agent} requests={requests} />
      ))}
    </nav>
  )
}

function AgentLink({ agent, requests }: { agent: Agent; requests: readonly PersonRequest[] }) {
  const { t } = useTranslation()
  const glyph = glyphOfAgent(agent, requests)
  return (
    <Tooltip label={agent.name} side="right">
      <Link
        to="/agents/$agentId"
        params={{ agentId: agent.id }}
        className={clsx(row, agent.terminal && 'text-ink-3')}
        activeProps={{ className: on, 'aria-current': 'page' }}
      >
        <span aria-hidden="true" className="hidden font-semibold text-small rail:inline">
          {initials(agent.name)}
        </span>
        <span className={clsx('min-w-0 flex-1 truncate', wide)}>{agent.name}</span>
        {glyph !== undefined && <Glyph state={glyph} size={14} label={t(`glyph.${glyph}`)} />}
      </Link>
    </Tooltip>
  )
}

function initials(name: string): string {
  const words = name.split(/\s+/)
  return words.length > 1
    ? words
        .slice(0, 2)
        .map((word) => word[0])
        .join('')
    : name.slice(0, 2)
}
