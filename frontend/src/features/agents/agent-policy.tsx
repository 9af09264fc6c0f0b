import { useTranslation } from 'react-i18next'
import type { Agent } from '../../api/model.ts'
import { SettingRow } from '../../ui/setting-row.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextList } from '../../ui/text-list.tsx'

const rules = ['send', 'delete', 'upload', 'new_site'] as const

export interface AgentPolicyProps {
  agent: Agent
  onChange: (change: { ask_first?: string[]; known_sites?: string[]; read_only?: boolean; no_tools?: string[] }) => void
}

/** What the agent may do, and before what it has to ask. */
export function AgentPolicy({ agent, onChange }: AgentPolicyProps) {
  const { t } = useTranslation()
  const asked = agent.ask_first ?? []
  const sites = agent.known_sites ?? []
  return (
    <>
      <SettingRow label={t('agent.readOnly')} text={t('agent.readOnly.consequence')}>
        <Switch label={t('agent.readOnly')} checked={agent.read_only} onChange={(on) => onChange({ read_only: on })} />
      </SettingRow>
      {rules.map((rule) => (
        <SettingRow key={rule} label={t(`agent.ask.${rule}`)} text={t(`agent.ask.${rule}.consequence`)}>
          <Switch
            label={t(`agent.ask.${rule}`)}
            checked={asked.includes(rule)}
            onChange={(on) => onChange({ ask_first: on ? [...asked, rule] : asked.filter((other) => other !== rule) })}
          />
        </SettingRow>
      ))}
      {asked.includes('new_site') && (
        <TextList
          label={t('agent.sites')}
          text={t('agent.sites.consequence')}
          none={t('agent.sites.none')}
          field={t('agent.sites.field')}
          add={t('agent.hosts.add')}
          remove={(site) => t('agent.hosts.remove', { host: site })}
          items={sites}
          onChange={(known) => onChange({ known_sites: known })}
        />
      )}
      <TextList
        label={t('agent.noTools')}
        text={t('agent.noTools.consequence')}
        none={t('agent.noTools.none')}
        field={t('agent.noTools.field')}
        add={t('agent.hosts.add')}
        remove={(tool) => t('agent.hosts.remove', { host: tool })}
        items={agent.no_tools ?? []}
        onChange={(tools) => onChange({ no_tools: tools })}
      />
    </>
  )
}
