import { clsx } from 'clsx'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimelineStep } from '../../api/model.ts'
import { timeOfDay } from '../../lib/format.ts'
import { StepIcon } from './step-icon.tsx'
import { StepWords } from './step-words.tsx'

export interface StepListProps {
  steps: readonly TimelineStep[]
  index: number
  onIndex: (index: number) => void
}

/** All steps of a session; arrow keys, Home and End step through them. */
export function StepList({ steps, index, onIndex }: StepListProps) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = list.current?.children[index]
    if (!(row instanceof HTMLElement) || list.current === null) return
    // Within the list alone: the page stays where the person has it.
    const { scrollTop, clientHeight } = list.current
    if (row.offsetTop < scrollTop) list.current.scrollTop = row.offsetTop
    else if (row.offsetTop + row.offsetHeight > scrollTop + clientHeight)
      list.current.scrollTop = row.offsetTop + row.offsetHeight - clientHeight
  }, [index])
  const move: Record<string, number> = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: steps.length - 1 }
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label={t('timeline.steps')}
      aria-activedescendant={`${id}-${index}`}
      onKeyDown={(event) => {
        const next = move[event.key]
        if (next === undefined) return
        event.preventDefault()
        onIndex(Math.min(Math.max(next, 0), steps.length - 1))
      }}
      className="relative max-h-[min(62vh,620px)] overflow-y-auto rounded-card bg-surface py-1.5 shadow-[0_0_0_1px_var(--line),var(--sh-1)] max-[900px]:max-h-64"
    >
      {steps.map((step, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
        <div
          key={step.n}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === index}
          onClick={() => onIndex(at)}
          className={clsx('flex cursor-default gap-3 px-4 py-2', at === index ? 'bg-hover' : 'hover:bg-hover/60')}
        >
          <span className="w-10 shrink-0 text-ink-3">{timeOfDay(step.entry.at, i18n.language)}</span>
          <span className="flex h-5 w-4 shrink-0 items-center justify-center">
            <StepIcon entry={step.entry} />
          </span>
          <StepWords steps={steps} index={at} />
        </div>
      ))}
    </div>
  )
}
