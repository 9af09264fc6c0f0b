import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export interface CardProps {
  title?: string
  text?: string
  action?: ReactNode
  edge?: 'line' | 'needs'
  children?: ReactNode
  className?: string
}

/** A titled card; its head has one sentence and at most one action. */
export function Card({ title, text, action, edge = 'line', children, className }: CardProps) {
  return (
    <section
      className={clsx(
        'overflow-hidden rounded-card bg-surface',
        edge === 'line' ? 'shadow-[0_0_0_1px_var(--line),var(--sh-1)]' : 'shadow-[0_0_0_1px_var(--needs-line),var(--sh-1)]',
        className,
      )}
    >
      {title !== undefined && (
        <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5">
          <div className="min-w-0 flex-1 basis-60">
            <h2 className="text-heading">{title}</h2>
            {text !== undefined && <p className="mt-px text-ink-2">{text}</p>}
          </div>
          {action}
        </header>
      )}
      {children}
    </section>
  )
}
