import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'

export interface AgentHostsProps {
  hosts: readonly string[]
  onChange: (hosts: string[]) => void
}

/** The private hosts that this agent may open, by name. */
export function AgentHosts({ hosts, onChange }: AgentHostsProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const add = () => {
    const host = text.trim()
    if (host === '') return
    setText('')
    if (!hosts.includes(host)) onChange([...hosts, host])
  }
  return (
    <div className="grid gap-2 border-line border-t px-4 py-3">
      <div>
        <div className="font-[550]">{t('agent.hosts')}</div>
        <p className="text-ink-2 text-small">{t('agent.hosts.consequence')}</p>
      </div>
      {hosts.length === 0 ? (
        <p className="text-ink-3">{t('agent.hosts.none')}</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {hosts.map((host) => (
            <li key={host} className="flex max-w-full items-center gap-0.5 rounded-full bg-sunken pl-3">
              <code className="truncate font-mono text-code">{host}</code>
              <IconButton
                icon={X}
                iconSize={14}
                label={t('agent.hosts.remove', { host })}
                onClick={() => onChange(hosts.filter((other) => other !== host))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex max-w-[420px] items-end gap-2">
        <TextField label={t('agent.hosts.field')} value={text} onChange={setText} onEnter={add} mono className="flex-1" />
        <Button onClick={add} disabled={text.trim() === ''} className="h-[30px]">
          {t('agent.hosts.add')}
        </Button>
      </div>
    </div>
  )
}
