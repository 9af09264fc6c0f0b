import { Field } from '@base-ui/react/field'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export const wellClass =
  'h-[30px] w-full min-w-0 rounded-control bg-well px-2.5 text-ink shadow-[inset_0_0_0_1px_var(--control)] placeholder:text-ink-3 disabled:text-ink-3 phone:h-11 phone:text-[16px]'

export interface TextFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  onEnter?: () => void
  error?: string | undefined
  hint?: ReactNode
  placeholder?: string
  /** Draws the label for readers alone, where something else names the field. */
  labelHidden?: boolean
  autoFocus?: boolean
  inputMode?: 'text' | 'numeric' | 'url'
  maxLength?: number
  mono?: boolean
  className?: string
}

export function TextField(props: TextFieldProps) {
  const { label, value, onChange, error, hint, labelHidden = false } = props
  return (
    <Field.Root invalid={error !== undefined} className={clsx('grid gap-[5px]', props.className)}>
      <Field.Label className={labelHidden ? 'sr-only' : 'font-[550]'}>{label}</Field.Label>
      <Field.Control
        value={value}
        onValueChange={onChange}
        onBlur={props.onBlur}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) props.onEnter?.()
        }}
        placeholder={props.placeholder}
        autoFocus={props.autoFocus}
        inputMode={props.inputMode}
        maxLength={props.maxLength}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        className={clsx(wellClass, props.mono && 'font-mono text-code', 'data-invalid:shadow-[inset_0_0_0_1.5px_var(--danger)]')}
      />
      {hint !== undefined && error === undefined && <Field.Description className="text-ink-2 text-small">{hint}</Field.Description>}
      {error !== undefined && (
        <Field.Error match className="text-danger-text text-small">
          {error}
        </Field.Error>
      )}
    </Field.Root>
  )
}
