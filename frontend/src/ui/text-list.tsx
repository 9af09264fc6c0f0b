import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { TextField } from './text-field.tsx'

export interface TextListProps {
  label: string
  text: string
  /** What an empty list means. */
  none: string
  field: string
  add: string
  remove: (item: string) => string
  items: readonly string[]
  onChange: (items: string[]) => void
}

/** A setting that is a list of lines: each can be taken away, and new ones added. */
export function TextList({ label, text, none, field, add, remove, items, onChange }: TextListProps) {
  const [line, setLine] = useState('')
  const submit = () => {
    const item = line.trim()
    if (item === '') return
    setLine('')
    if (!items.includes(item)) onChange([...items, item])
  }
  return (
    <div className="grid gap-2 border-line border-t px-4 py-3">
      <div>
        <div className="font-[550]">{label}</div>
        <p className="text-ink-2 text-small">{text}</p>
      </div>
      {items.length === 0 ? (
        <p className="text-ink-3">{none}</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {items.map((item) => (
            <li key={item} className="flex max-w-full items-center gap-0.5 rounded-full bg-sunken pl-3">
              <code className="truncate font-mono text-code">{item}</code>
              <IconButton icon={X} iconSize={14} label={remove(item)} onClick={() => onChange(items.filter((other) => other !== item))} />
            </li>
          ))}
        </ul>
      )}
      <div className="flex max-w-[420px] items-end gap-2">
        <TextField label={field} value={line} onChange={setLine} onEnter={submit} mono className="flex-1" />
        <Button onClick={submit} disabled={line.trim() === ''} className="h-[30px]">
          {add}
        </Button>
      </div>
    </div>
  )
}
