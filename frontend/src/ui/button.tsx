import { Button as Base } from '@base-ui/react/button'
import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

/** The colour says who drives after it is pressed; plain has an edge, bare has none. */
export type ButtonTone = 'plain' | 'you' | 'agent' | 'danger' | 'bare'

const tones: Record<ButtonTone, string> = {
  plain:
    'bg-button text-ink shadow-[inset_0_0_0_1px_var(--line-2),var(--sh-1)] hover:bg-hover active:bg-press data-disabled:bg-transparent data-disabled:shadow-[inset_0_0_0_1px_var(--line)]',
  you: 'bg-you text-on-fill shadow-[inset_0_0_0_1px_rgb(0_0_0/0.12),var(--sh-1)] hover:bg-you-hover active:bg-you-hover data-disabled:bg-sunken data-disabled:shadow-none',
  agent:
    'bg-agent text-on-fill shadow-[inset_0_0_0_1px_rgb(0_0_0/0.12),var(--sh-1)] hover:bg-agent-hover active:bg-agent-hover data-disabled:bg-sunken data-disabled:shadow-none',
  danger: 'bg-danger text-on-fill shadow-1 hover:bg-danger-hover active:bg-danger-hover data-disabled:bg-sunken data-disabled:shadow-none',
  bare: 'text-ink-2 hover:bg-hover hover:text-ink active:bg-press',
}

export interface ButtonProps extends Omit<ComponentProps<typeof Base>, 'className'> {
  tone?: ButtonTone | undefined
  size?: 'md' | 'lg' | 'pill' | undefined
  icon?: ReactNode
  className?: string | undefined
}

export function Button({ tone = 'plain', size = 'md', icon, className, children, ...rest }: ButtonProps) {
  return (
    <Base
      className={clsx(
        'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap font-[550] transition-colors duration-120 data-disabled:text-ink-3',
        size === 'lg' && 'h-9 rounded-large px-4 text-[14px]',
        size === 'md' && 'h-7 rounded-control px-[11px]',
        size === 'pill' && 'h-7 rounded-full px-3',
        'phone:h-11 phone:px-[18px] phone:text-[15px]',
        size !== 'pill' && 'phone:rounded-card',
        tones[tone],
        className,
      )}
      {...rest}
    >
      {icon !== undefined && <span className="-ml-0.5 grid shrink-0 place-items-center">{icon}</span>}
      {children}
    </Base>
  )
}
