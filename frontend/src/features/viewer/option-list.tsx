import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldOption } from '../../api/model.ts'
import { typeAhead, typeAheadPause } from '../../lib/type-ahead.ts'
import { Icon } from '../../ui/icon.tsx'

export interface OptionListProps {
  ref: Ref<HTMLDivElement>
  label: string
  options: readonly FieldOption[]
  onPick: (option: FieldOption) => void
  onCancel: () => void
}

// How far Page Up and Page Down go.
const page = 10

/** The open list of a select, by mouse, finger and keys. */
export function OptionList({ ref, label, options, onPick, onCancel }: OptionListProps) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const can = options.filter((option) => option.disabled !== true)
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      can.findIndex((option) => option.chosen),
    ),
  )
  const typed = useRef({ text: '', at: 0 })
  const active = can[at]
  const go = (to: number) => setAt(Math.max(0, Math.min(to, can.length - 1)))

  useEffect(() => {
    if (active !== undefined) document.getElementById(`${id}-${active.index}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  const type = (event: KeyboardEvent) => {
    const own = typed.current
    own.text = (event.timeStamp - own.at > typeAheadPause ? '' : own.text) + event.key
    own.at = event.timeStamp
    const to = typeAhead(
      can.map((option) => option.label),
      at,
      own.text,
      i18n.language,
    )
    if (to !== undefined) go(to)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F6' || event.nativeEvent.isComposing) return
    const blank = event.key === ' ' && event.timeStamp - typed.current.at > typeAheadPause
    const step = steps[event.key]
    if (step !== undefined) go(step(at, can.length))
    else if (event.key === 'Enter' || blank) active !== undefined && onPick(active)
    else if (event.key === 'Escape' || event.key === 'Tab') onCancel()
    else if ([...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) type(event)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={ref}
      role="listbox"
      aria-label={label}
      aria-activedescendant={active === undefined ? undefined : `${id}-${active.index}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="max-h-[min(320px,var(--available-height))] overflow-y-auto overscroll-contain p-1 outline-none"
    >
      {options.length === 0 && <p className="px-2 text-ink-2 leading-[26px]">{t('live.pick.none')}</p>}
      {grouped(options).map(({ group, list }) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a group has a label, and nothing else has one here
        <div key={list[0]?.index} role={group === '' ? 'presentation' : 'group'} aria-label={group === '' ? undefined : group}>
          {group !== '' && (
            <div aria-hidden className="wrap-anywhere px-2 pt-1.5 pb-0.5 font-[550] text-ink-3 text-small">
              {group}
            </div>
          )}
          {list.map((option) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
            <div
              key={option.index}
              id={`${id}-${option.index}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.chosen === true}
              aria-disabled={option.disabled === true}
              onPointerMove={() => option.disabled !== true && option !== active && go(can.indexOf(option))}
              onClick={() => option.disabled !== true && onPick(option)}
              className={clsx(
                'flex min-h-[26px] cursor-default items-center gap-2 rounded-inner px-2 phone:min-h-11',
                group !== '' && 'pl-4',
                option === active && 'bg-menu-hover',
                option.disabled === true && 'text-ink-3',
              )}
            >
              <span className="wrap-anywhere min-w-0 flex-1">{option.label}</span>
              {option.chosen === true && <Icon of={Check} size={14} className="shrink-0" />}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + page,
  PageUp: (at) => at - page,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Options under the headings of their groups, in their order. */
function grouped(options: readonly FieldOption[]) {
  const all: { group: string; list: FieldOption[] }[] = []
  for (const option of options) {
    const group = option.group ?? ''
    const last = all.at(-1)
    if (last?.group === group) last.list.push(option)
    else all.push({ group, list: [option] })
  }
  return all
}
