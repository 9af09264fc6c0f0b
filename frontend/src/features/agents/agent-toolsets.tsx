import { useTranslation } from 'react-i18next'
import { SettingRow } from '../../ui/setting-row.tsx'
import { Switch } from '../../ui/switch.tsx'

const sets = ['files', 'watch'] as const

/** The sets of tools that are listed to an agent beside the default ones. */
export function AgentToolsets({ toolsets, onChange }: { toolsets: readonly string[]; onChange: (toolsets: string[]) => void }) {
  const { t } = useTranslation()
  return sets.map((set) => (
    <SettingRow key={set} label={t(`agent.tools.${set}`)} text={t(`agent.tools.${set}.consequence`)}>
      <Switch
        label={t(`agent.tools.${set}`)}
        checked={toolsets.includes(set)}
        onChange={(on) => onChange(on ? [...toolsets, set] : toolsets.filter((other) => other !== set))}
      />
    </SettingRow>
  ))
}
