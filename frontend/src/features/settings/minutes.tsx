import { NumberField } from '@base-ui/react/number-field'
import { useTranslation } from 'react-i18next'
import { wellClass } from '../../ui/text-field.tsx'

export interface MinutesProps {
  label: string
  seconds: number
  /** The least and the most, in minutes. */
  range: readonly [number, number]
  onChange: (seconds: number) => void
}

/** A span in minutes, kept when the field is left. */
export function Minutes({ label, seconds, range, onChange }: MinutesProps) {
  const { t, i18n } = useTranslation()
  return (
    <NumberField.Root
      key={seconds}
      defaultValue={seconds / 60}
      min={range[0]}
      max={range[1]}
      step={1}
      smallStep={0.5}
      locale={i18n.language}
      onValueCommitted={(minutes) => {
        const next = Math.round((minutes ?? 0) * 60)
        if (minutes !== null && next !== seconds) onChange(next)
      }}
      className="flex items-center gap-2"
    >
      <NumberField.Input aria-label={label} className={`${wellClass} w-18! text-right`} />
      <span className="text-ink-2">{t('settings.minutes')}</span>
    </NumberField.Root>
  )
}
