import { clsx } from 'clsx'
import type { KeyboardEvent, ReactNode } from 'react'
import { useId } from 'react'

export interface QuestionBoxProps {
  title: string
  /** Where the title is the question itself it has the ink of one. */
  titleClass?: string
  /** The id of what it asks, for readers. */
  text: string
  /** Only the one who drives answers; otherwise the question is shown and inert. */
  answers: boolean
  onEscape: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}

/** A box over the page for a question that a picture does not show. Tab stays in it; F6 leaves. */
export function QuestionBox({
  title,
  titleClass = 'text-ink-3 text-small',
  text,
  answers,
  onEscape,
  onKeyDown,
  children,
}: QuestionBoxProps) {
  const id = useId()
  return (
    <div data-over="" className="absolute inset-0 grid place-items-center overflow-y-auto bg-veil p-3">
      <div
        role="alertdialog"
        aria-modal={answers}
        aria-labelledby={id}
        aria-describedby={text}
        className="w-80 max-w-full rounded-card bg-raised p-4 shadow-[0_0_0_1px_var(--edge),var(--sh-3)]"
        onKeyDown={(event) => {
          if (event.key !== 'F6') event.stopPropagation()
          if (event.key === 'Escape' && answers) onEscape()
          if (event.key === 'Tab' && answers) keepWithin(event)
          onKeyDown?.(event)
        }}
      >
        <h2 id={id} className={clsx('wrap-anywhere mb-1', titleClass)}>
          {title}
        </h2>
        {children}
      </div>
    </div>
  )
}

/** From the last thing that takes the focus Tab goes to the first, and back. */
function keepWithin(event: KeyboardEvent<HTMLElement>): void {
  const all = event.currentTarget.querySelectorAll<HTMLElement>('input:not(:disabled), button:not(:disabled)')
  const [from, to] = event.shiftKey ? [all[0], all[all.length - 1]] : [all[all.length - 1], all[0]]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
