import { useId } from 'react'
import type { PageLine } from '../../api/model.ts'
import { wellClass } from '../../ui/text-field.tsx'

export interface TextLineProps {
  line: PageLine
  /** Clicks, or gives a field its value. */
  onUse: (ref: string, value?: string) => void
}

const fields = new Set(['textbox', 'searchbox', 'spinbutton', 'slider'])
const choices = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio'])

/** One part of the page's text form, as what it is. */
export function TextLine({ line, onUse }: TextLineProps) {
  const { ref, role, name = '' } = line
  if (ref === undefined) {
    if (role === 'heading') return <h3 className="mt-1.5 font-semibold">{name}</h3>
    return <p className={role === 'text' ? 'wrap-anywhere' : 'text-ink-2'}>{name}</p>
  }
  if (fields.has(role)) return <Field line={line} onSet={(value) => onUse(ref, value)} />
  const has = (state: string) => line.states?.includes(state) === true
  const expanded = has('expanded') ? true : has('collapsed') ? false : undefined
  const disabled = has('disabled')
  return (
    <button
      type="button"
      aria-disabled={disabled}
      aria-expanded={expanded}
      {...(role === 'link' ? { role: 'link' } : {})}
      {...(choices.has(role) ? { role: role === 'radio' ? 'radio' : 'checkbox', 'aria-checked': has('checked') } : {})}
      onClick={() => {
        if (!disabled) onUse(ref)
      }}
      className="min-h-7 max-w-full rounded-control bg-raised px-2.5 py-1 text-left shadow-[inset_0_0_0_1px_var(--control)] hover:bg-hover aria-disabled:text-ink-3 phone:min-h-11"
    >
      {has('checked') && <span aria-hidden>✓ </span>}
      {name || line.value || role}
      {name !== '' && line.value !== undefined && <span className="text-ink-2"> {line.value}</span>}
    </button>
  )
}

function Field({ line, onSet }: { line: PageLine; onSet: (value: string) => void }) {
  const id = useId()
  const hidden = line.value === '[filled]'
  const shown = hidden ? '' : (line.value ?? '')
  const set = (input: HTMLInputElement) => {
    if (input.value !== shown) onSet(input.value)
  }
  return (
    <div className="grid w-full max-w-96 gap-0.5">
      <label htmlFor={id} className="text-ink-2">
        {line.name || line.role}
      </label>
      <input
        // What the page made of it is shown once it is there.
        key={shown}
        id={id}
        defaultValue={shown}
        placeholder={hidden ? '••••' : undefined}
        onBlur={(event) => set(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') set(event.currentTarget)
        }}
        className={wellClass}
      />
    </div>
  )
}
