import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOp } from '../../api/context.tsx'
import type { Agent } from '../../api/model.ts'
import { languageName } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { FaultNote } from '../../ui/fault-note.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingRow } from '../../ui/setting-row.tsx'
import { Switch } from '../../ui/switch.tsx'
import { AgentName } from './agent-name.tsx'
import { AgentToolsets } from './agent-toolsets.tsx'
import { languages } from './languages.ts'

/** What the agent is called and is offered; each change takes hold at once. */
export function AgentSettings({ agent, onDeleted }: { agent: Agent; onDeleted: () => void }) {
  const { t, i18n } = useTranslation()
  const update = useOp('agents_update')
  const remove = useOp('agents_delete')
  const [asking, setAsking] = useState(false)
  const set = (change: Omit<Parameters<typeof update.mutate>[0], 'agent_id'>) => update.mutate({ agent_id: agent.id, ...change })
  const options = languages.map((tag) => ({ value: tag, label: languageName(tag, i18n.language) }))
  const language = languages.includes(agent.browser_language) ? agent.browser_language : 'en-US'
  return (
    <>
      {update.error !== null && <FaultNote fault={update.error} />}
      <Card title={t('agent.settings')}>
        {!agent.terminal && (
          <SettingRow label={t('agent.name')} text={t('agent.name.consequence')}>
            <AgentName key={agent.name} name={agent.name} onSave={(name) => set({ name })} />
          </SettingRow>
        )}
        <SettingRow label={t('agent.browser')} text={t('agent.browser.consequence')}>
          <Switch label={t('agent.browser')} checked={agent.browser} onChange={(browser) => set({ browser })} />
        </SettingRow>
        <SettingRow label={t('agent.language')} text={t('agent.language.consequence')}>
          <Select
            label={t('agent.language')}
            value={language}
            options={options}
            onChange={(tag) => set({ browser_language: tag })}
            className="w-64"
          />
        </SettingRow>
        <AgentToolsets toolsets={agent.toolsets ?? []} onChange={(toolsets) => set({ toolsets })} />
        {!agent.terminal && (
          <SettingRow label={t('agent.delete')} text={t('agent.delete.text')}>
            <Button onClick={() => setAsking(true)}>{t('agent.delete')}</Button>
          </SettingRow>
        )}
        <Confirm
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={() => remove.mutate({ agent_id: agent.id }, { onSuccess: onDeleted })}
          title={t('agent.delete.confirm', { agent: agent.name })}
          text={t('agent.delete.text')}
          confirm={t('agent.delete')}
          busy={remove.isPending}
          fault={remove.error}
        />
      </Card>
    </>
  )
}
