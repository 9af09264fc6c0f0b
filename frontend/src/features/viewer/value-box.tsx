import { clsx } from 'clsx'
import { type FormEvent, type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field, Picker } from '../../api/model.ts'
import { boundsText } from '../../lib/bounds.ts'
import { Button } from '../../ui/button.tsx'
import { wellClass } from '../../ui/text-field.tsx'

export interface ValueBoxProps {
  ref: Ref<HTMLInputElement>
  label: string
  kind: Picker['kind']
  field: Field
  /** The page did not take the value that was given last. */
  refused: boolean
  busy: boolean
  onPick: (value: string) => void
  onCancel: () => void
}

/** A date, a time or a colour for a field of the page, by a field of the same type. */
export function ValueBox({ ref, label, kind, field, refused, busy, onPick, onCancel }: ValueBoxProps) {
  const { t, i18n } = useTranslation()
  const hint = useId()
  const [value, setValue] = useState(field.value ?? '')
  const [incomplete, setIncomplete] = useState(false)
  const bounds = boundsText(t, kind, field, i18n.language)
  const color = kind === 'color'

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = event.currentTarget.elements.namedItem('value') as HTMLInputElement
    setIncomplete(input.validity.badInput)
    if (!busy && !input.validity.badInput) onPick(value)
  }

  return (
    <form noValidate onSubmit={submit} className="grid w-64 max-w-full gap-2.5 p-3" aria-busy={busy}>
      <label className="grid gap-[5px]">
        <span className="wrap-anywhere font-[550]">{label}</span>
        <input
          ref={ref}
          name="value"
          type={kind}
          value={value}
          min={field.min}
          max={field.max}
          step={field.step === '' ? undefined : field.step}
          aria-describedby={hint}
          aria-invalid={refused || incomplete}
          onChange={(event) => setValue(event.target.value)}
          className={clsx(wellClass, color && 'px-1!')}
        />
      </label>
      <div id={hint} className="grid gap-1 text-small empty:hidden">
        {bounds !== '' && <p className="text-ink-2">{bounds}</p>}
        {(refused || incomplete) && !busy && (
          <p role="alert" className="text-danger-text">
            {t(incomplete ? 'live.pick.incomplete' : 'live.pick.refused')}
          </p>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {!color && field.required !== true && (field.value ?? '') !== '' && (
          <Button className="mr-auto" disabled={busy} onClick={() => onPick('')}>
            {t('live.pick.clear')}
          </Button>
        )}
        <Button disabled={busy} onClick={onCancel}>
          {t('live.cancel')}
        </Button>
        <Button type="submit" tone="you" disabled={busy}>
          {t('live.dialog.ok')}
        </Button>
      </div>
    </form>
  )
}
