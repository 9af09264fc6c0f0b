import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/text-field.tsx'

/** The agent's name, kept when the field is left. */
export function AgentName({ name, onSave }: { name: string; onSave: (name: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(name)
  const save = () => {
    const next = text.trim()
    if (next === '') setText(name)
    else if (next !== name) onSave(next)
  }
  return (
    <TextField
      label={t('agent.name')}
      labelHidden
      value={text}
      onChange={setText}
      onBlur={save}
      onEnter={save}
      maxLength={60}
      className="w-64 max-w-full"
    />
  )
}
