import { Select as Base } from '@base-ui/react/select'
import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import { Icon } from './icon.tsx'
import { itemClass, popupClass } from './menu.tsx'

export interface SelectProps<T extends string> {
  label: string
  value: T
  options: readonly { readonly value: T; readonly label: string }[]
  onChange: (value: T) => void
  className?: string
}

export function Select<T extends string>({ label, value, options, onChange, className }: SelectProps<T>) {
  const items = options.map((option) => ({ value: option.value, label: option.label }))
  return (
    <Base.Root items={items} value={value} onValueChange={(next) => next !== null && onChange(next as T)}>
      <Base.Trigger
        aria-label={label}
        className={clsx(
          'inline-flex h-[30px] min-w-0 items-center justify-between gap-2 rounded-control bg-well pr-2 pl-2.5 text-left shadow-[inset_0_0_0_1px_var(--control)] hover:bg-hover phone:h-11',
          className,
        )}
      >
        <Base.Value className="truncate" />
        <Icon of={ChevronDown} size={14} className="shrink-0 text-ink-3" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-60">
          <Base.Popup className={clsx(popupClass, 'max-h-[min(320px,var(--available-height))] min-w-(--anchor-width) overflow-y-auto')}>
            {options.map((option) => (
              <Base.Item key={option.value} value={option.value} className={itemClass}>
                <Base.ItemText className="flex-1 truncate">{option.label}</Base.ItemText>
                <Base.ItemIndicator>
                  <Icon of={Check} size={14} />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
