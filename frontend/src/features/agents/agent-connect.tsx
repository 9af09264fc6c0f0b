import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOp } from '../../api/context.tsx'
import type { Agent } from '../../api/model.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Select } from '../../ui/select.tsx'
import { AgentToken } from './agent-token.tsx'
import { ConnectLines } from './connect-lines.tsx'
import { type ProgramId, programs } from './programs.ts'

/** How a program acts as this agent, and a new token for it. */
export function AgentConnect({ agent }: { agent: Agent }) {
  const { t } = useTranslation()
  const [program, setProgram] = useState<ProgramId>('claude-code')
  const [asking, setAsking] = useState(false)
  const renew = useOp('agents_new_token')
  const options = programs(t).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Card
      title={t('agent.connect')}
      text={t('agent.connect.text')}
      action={<Select label={t('connect.choose')} value={program} options={options} onChange={setProgram} className="w-44" />}
    >
      <div className="grid gap-3 px-4 pb-4">
        {renew.data !== undefined && <p className="font-[550]">{t('agent.token.shown')}</p>}
        <ConnectLines agentId={agent.id} program={program} token={renew.data?.token} />
        <div className="flex flex-wrap items-center gap-3">
          <Button onClick={() => setAsking(true)}>{t('agent.token')}</Button>
          <span className="text-ink-2 text-small">{t('agent.token.text')}</span>
        </div>
        <AgentToken agent={agent} />
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => renew.mutate({ agent_id: agent.id }, { onSuccess: () => setAsking(false) })}
        title={t('agent.token')}
        text={t('agent.token.confirm', { agent: agent.name })}
        confirm={t('agent.token')}
        tone="you"
        busy={renew.isPending}
        fault={renew.error}
      />
    </Card>
  )
}
