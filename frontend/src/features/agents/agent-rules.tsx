import { useTranslation } from 'react-i18next'
import { useOp } from '../../api/context.tsx'
import type { Agent } from '../../api/model.ts'
import { Card } from '../../ui/card.tsx'
import { FaultNote } from '../../ui/fault-note.tsx'
import { SettingRow } from '../../ui/setting-row.tsx'
import { Switch } from '../../ui/switch.tsx'
import { AgentLists } from './agent-lists.tsx'
import { AgentPolicy } from './agent-policy.tsx'

/** What the agent may do; each change takes hold at once. */
export function AgentRules({ agent }: { agent: Agent }) {
  const { t } = useTranslation()
  const update = useOp('agents_update')
  const set = (change: Omit<Parameters<typeof update.mutate>[0], 'agent_id'>) => update.mutate({ agent_id: agent.id, ...change })
  return (
    <>
      {update.error !== null && <FaultNote fault={update.error} />}
      <Card title={t('agent.may')}>
        <SettingRow label={t('agent.evaluate')} text={t('agent.evaluate.consequence')}>
          <Switch label={t('agent.evaluate')} checked={!agent.no_evaluate} onChange={(on) => set({ no_evaluate: !on })} />
        </SettingRow>
        <AgentPolicy agent={agent} onChange={set} />
        <AgentLists agent={agent} onChange={set} />
      </Card>
    </>
  )
}
