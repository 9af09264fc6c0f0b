import { ChevronRight, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Agent, PersonRequest } from '../../api/model.ts'
import { hostOf } from '../../lib/host.ts'
import { glyphOfAgent } from '../../lib/view-state.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'

export interface AgentsPageProps {
  agents: readonly Agent[]
  requests: readonly PersonRequest[]
  onOpen: (agentId: string) => void
  onConnect: () => void
}

/** The list of agents, where there is no sidebar for it. */
export function AgentsPage({ agents, requests, onOpen, onConnect }: AgentsPageProps) {
  const { t } = useTranslation()
  return (
    <Page
      title={t('agents.title')}
      action={
        <Button icon={<Icon of={Plus} />} onClick={onConnect}>
          {t('nav.add')}
        </Button>
      }
    >
      {agents.length === 0 ? (
        <p className="text-ink-2">{t('agents.none')}</p>
      ) : (
        <Card>
          <ul>
            {agents.map((agent) => {
              const glyph = glyphOfAgent(agent, requests)
              return (
                <li key={agent.id} className="not-first:border-line not-first:border-t">
                  <button
                    type="button"
                    onClick={() => onOpen(agent.id)}
                    className="flex min-h-13 w-full items-center gap-3 px-4 text-left hover:bg-hover -outline-offset-2"
                  >
                    {glyph === undefined ? <span className="w-4" /> : <Glyph state={glyph} label={t(`glyph.${glyph}`)} />}
                    <span className="min-w-0 flex-1 truncate font-semibold">{agent.name}</span>
                    <span className="truncate text-ink-2 text-small">{agent.browser ? hostOf(agent.session?.url) : t('agents.off')}</span>
                    <Icon of={ChevronRight} size={14} className="text-ink-3" />
                  </button>
                </li>
              )
            })}
          </ul>
        </Card>
      )}
    </Page>
  )
}
