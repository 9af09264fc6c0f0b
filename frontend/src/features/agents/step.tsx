import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export interface StepProps {
  number: number
  title: string
  /** It cannot be done yet. */
  waiting?: boolean
  children?: ReactNode
}

export function Step({ number, title, waiting = false, children }: StepProps) {
  return (
    <section className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-3">
      <span
        className={clsx(
          'grid size-6 place-items-center rounded-full font-[550] text-small shadow-[inset_0_0_0_1px_var(--line-2)]',
          waiting ? 'text-ink-3' : 'text-ink-2',
        )}
      >
        {number}
      </span>
      <h2 className={clsx('text-heading', waiting && 'text-ink-3')}>{title}</h2>
      <div className="col-start-2 grid gap-3 phone:col-span-2 phone:col-start-1">{children}</div>
    </section>
  )
}
