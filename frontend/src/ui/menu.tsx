import { Menu as Base } from '@base-ui/react/menu'
import { clsx } from 'clsx'
import { type ReactElement, type ReactNode, useId } from 'react'

export const popupClass =
  'rounded-control bg-raised p-1 shadow-[0_0_0_1px_var(--edge),var(--sh-2)] outline-none transition-opacity duration-[180ms] data-ending-style:opacity-0 data-starting-style:opacity-0'

export const itemClass =
  'flex min-h-[30px] cursor-default select-none items-center gap-2 rounded-inner px-2.5 outline-none data-disabled:text-ink-3 data-highlighted:bg-menu-hover phone:min-h-11'

export interface MenuItem {
  readonly id: string
  readonly label: ReactNode
  readonly icon?: ReactNode
  readonly tone?: 'danger'
  readonly disabled?: boolean
  readonly onSelect: () => void
}

export interface MenuProps {
  trigger: ReactElement
  items: readonly MenuItem[]
  align?: 'start' | 'end'
  label?: string
}

/** A button's menu; highlights are neutral, never blue. */
export function Menu({ trigger, items, align = 'end', label }: MenuProps) {
  const id = useId()
  return (
    <Base.Root>
      <Base.Trigger render={trigger} id={id} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className="z-60">
          <Base.Popup aria-label={label} className={clsx(popupClass, 'min-w-44 max-w-[calc(100vw-16px)]')}>
            {items.map((item) => (
              <Base.Item
                key={item.id}
                disabled={item.disabled ?? false}
                onClick={item.onSelect}
                className={clsx(itemClass, item.tone === 'danger' && 'text-danger-text')}
              >
                {item.icon}
                {item.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
