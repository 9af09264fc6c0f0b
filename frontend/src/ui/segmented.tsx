import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'

export interface SegmentedProps<T extends string> {
  label: string
  value: T
  options: readonly { readonly value: T; readonly label: string }[]
  onChange: (value: T) => void
}

/** A choice of a few, all in sight. */
export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  return (
    <ToggleGroup
      aria-label={label}
      value={[value]}
      onValueChange={([next]) => {
        // Pressing the chosen one again would choose none.
        if (next !== undefined) onChange(next as T)
      }}
      className="inline-flex rounded-large bg-sunken p-0.5 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      {options.map((option) => (
        <Toggle
          key={option.value}
          value={option.value}
          className="h-[26px] rounded-[6px] px-3 font-medium text-ink-2 transition-colors duration-120 data-pressed:bg-segment data-pressed:text-ink data-pressed:shadow-[var(--sh-1),0_0_0_1px_var(--line)] phone:h-10"
        >
          {option.label}
        </Toggle>
      ))}
    </ToggleGroup>
  )
}
