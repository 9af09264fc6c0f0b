import { Button as Base } from '@base-ui/react/button'
import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'
import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<typeof Base>, 'className' | 'children'> {
  icon: LucideIcon
  label: string
  iconSize?: 14 | 16 | 18
  className?: string | undefined
  tip?: 'top' | 'bottom' | 'right'
}

/** A round button with an icon; its name is told to readers and shown on hover. */
export function IconButton({ icon, label, iconSize = 16, className, tip = 'bottom', ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label} side={tip}>
      <Base
        aria-label={label}
        className={clsx(
          'relative grid size-7 shrink-0 place-items-center rounded-full text-ink-2 transition-colors duration-120 hover:bg-hover hover:text-ink active:bg-press data-disabled:text-ink-3 data-popup-open:bg-hover phone:size-11',
          className,
        )}
        {...rest}
      >
        <Icon of={icon} size={iconSize} />
      </Base>
    </Tooltip>
  )
}
