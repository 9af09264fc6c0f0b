import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOp } from '../../api/context.tsx'
import type { Agent } from '../../api/model.ts'
import { timeOfDay } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { FaultNote } from '../../ui/fault-note.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Page } from '../../ui/page.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConnectLines } from './connect-lines.tsx'
import { ProgramChoice } from './program-choice.tsx'
import { type ProgramId, programs } from './programs.ts'
import { Step } from './step.tsx'

export interface ConnectPageProps {
  agents: readonly Agent[]
  onOpenAgent: (agentId: string) => void
}

/** Name, create, add the lines, wait for the first call. */
export function ConnectPage({ agents, onOpenAgent }: ConnectPageProps) {
  const { t } = useTranslation()
  const [program, setProgram] = useState<ProgramId>('claude-code')
  const [typed, setTyped] = useState<string>()
  const create = useOp('agents_create')
  const made = create.data
  const name = typed ?? freeName(programs(t).find((p) => p.id === program)?.name ?? '', agents)
  const agent = agents.find((one) => one.id === made?.id) ?? made?.agent

  return (
    <Page title={t('connect.title')} text={t('connect.text')}>
      <div className="grid max-w-[720px] gap-7">
        <Step number={1} title={t('connect.choose')}>
          <ProgramChoice value={program} onChange={setProgram} />
          {made === undefined && (
            <div className="flex flex-wrap items-end gap-2">
              <TextField
                label={t('connect.name')}
                value={name}
                onChange={setTyped}
                onEnter={() => create.mutate({ name, browser: true })}
                maxLength={60}
                className="max-w-80 flex-1 basis-48"
              />
              <Button
                tone="you"
                size="lg"
                disabled={name.trim() === '' || create.isPending}
                onClick={() => create.mutate({ name, browser: true })}
              >
                {t('connect.create')}
              </Button>
            </div>
          )}
          {create.error !== null && <FaultNote fault={create.error} />}
        </Step>
        <Step number={2} title={t('connect.lines')} waiting={made === undefined}>
          {made !== undefined && <ConnectLines agentId={made.id} program={program} token={made.token} />}
        </Step>
        <Step number={3} title={t('connect.wait')} waiting={made === undefined}>
          {agent !== undefined && <FirstCall agent={agent} onOpen={() => onOpenAgent(agent.id)} />}
        </Step>
      </div>
    </Page>
  )
}

function FirstCall({ agent, onOpen }: { agent: Agent; onOpen: () => void }) {
  const { t, i18n } = useTranslation()
  const first = agent.first_call_at
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div role="status" className="flex items-center gap-2">
        <Glyph state={first === undefined ? 'idle' : 'agent'} />
        <span className={first === undefined ? 'text-ink-2' : 'text-ink'}>
          {first === undefined ? t('connect.waiting') : t('connect.connected', { time: timeOfDay(first, i18n.language) })}
        </span>
      </div>
      {first !== undefined && <Button onClick={onOpen}>{t('connect.toAgent', { agent: agent.name })}</Button>}
    </div>
  )
}

// Names are unique: a second Claude Code becomes Claude Code 2.
function freeName(name: string, agents: readonly Agent[]): string {
  const taken = new Set(agents.map((agent) => agent.name.toLowerCase()))
  let free = name
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name} ${n}`
  return free
}
