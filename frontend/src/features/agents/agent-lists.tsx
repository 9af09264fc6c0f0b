import { useTranslation } from 'react-i18next'
import type { Agent } from '../../api/model.ts'
import { TextList } from '../../ui/text-list.tsx'

export interface AgentListsProps {
  agent: Agent
  onChange: (change: { allow_hosts?: string[]; only_hosts?: string[]; deny_hosts?: string[]; upload_folders?: string[] }) => void
}

/** What the agent is allowed by name: private hosts to open, the sites to reach and not to reach, folders to upload from. */
export function AgentLists({ agent, onChange }: AgentListsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextList
        label={t('agent.hosts')}
        text={t('agent.hosts.consequence')}
        none={t('agent.hosts.none')}
        field={t('agent.hosts.field')}
        add={t('agent.hosts.add')}
        remove={(host) => t('agent.hosts.remove', { host })}
        items={agent.allow_hosts ?? []}
        onChange={(hosts) => onChange({ allow_hosts: hosts })}
      />
      <TextList
        label={t('agent.only')}
        text={t('agent.only.consequence')}
        none={t('agent.only.none')}
        field={t('agent.hosts.field')}
        add={t('agent.hosts.add')}
        remove={(host) => t('agent.hosts.remove', { host })}
        items={agent.only_hosts ?? []}
        onChange={(hosts) => onChange({ only_hosts: hosts })}
      />
      <TextList
        label={t('agent.deny')}
        text={t('agent.deny.consequence')}
        none={t('agent.deny.none')}
        field={t('agent.hosts.field')}
        add={t('agent.hosts.add')}
        remove={(host) => t('agent.hosts.remove', { host })}
        items={agent.deny_hosts ?? []}
        onChange={(hosts) => onChange({ deny_hosts: hosts })}
      />
      <TextList
        label={t('agent.uploads')}
        text={t('agent.uploads.consequence')}
        none={t('agent.uploads.none')}
        field={t('agent.uploads.field')}
        add={t('agent.hosts.add')}
        remove={(folder) => t('agent.uploads.remove', { folder })}
        items={agent.upload_folders ?? []}
        onChange={(folders) => onChange({ upload_folders: folders })}
      />
    </>
  )
}
