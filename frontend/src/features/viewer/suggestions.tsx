import { clsx } from 'clsx'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice, Field, FieldOption, Picker } from '../../api/model.ts'
import { type Box, fromPage, letterbox } from '../../lib/letterbox.ts'
import { popupClass } from '../../ui/menu.tsx'

/** Takes a key that belongs to the suggestions, and not to the page; tells whether it did. */
export type TakeKey = (key: string) => boolean

export interface SuggestionsProps {
  picker: Picker
  stage: RefObject<HTMLDivElement | null>
  page: () => Box
  read: (id: string) => Promise<Field | undefined>
  onPick: (id: string, choice?: Choice) => unknown
  /** Where the keys of the person are asked about first: they stay the page's. */
  keys: RefObject<TakeKey | undefined>
}

// Between the list and its field, and to the edges of the picture.
const gap = 2

/** What a field of the page suggests while the person types in it: drawn by Baton at its place. */
export function Suggestions({ picker, stage, page, read, onPick, keys }: SuggestionsProps) {
  const { t } = useTranslation()
  const id = useId()
  const [shown, setShown] = useState<{ id: string; field: Field }>()
  const [at, setAt] = useState(-1)
  const asked = useRef(read)
  asked.current = read

  useEffect(() => {
    let gone = false
    void asked.current(picker.id).then((field) => {
      if (gone || field === undefined) return
      setShown({ id: picker.id, field })
      setAt(-1)
    })
    return () => {
      gone = true
    }
  }, [picker.id])

  const options = shown?.field.options ?? []
  const pick = (option?: FieldOption) => {
    if (shown === undefined) return
    onPick(shown.id, option && { index: option.index, label: option.label })
  }
  const take: TakeKey = (key) => {
    if (options.length === 0) return false
    const chosen = options[at]
    if (key === 'ArrowDown') setAt((at + 1) % options.length)
    else if (key === 'ArrowUp') setAt(at <= 0 ? options.length - 1 : at - 1)
    else if (key === 'Escape') pick()
    else if (key === 'Enter' && chosen !== undefined) pick(chosen)
    else return false
    return true
  }
  const newest = useRef(take)
  newest.current = take
  useEffect(() => {
    keys.current = (key) => newest.current(key)
    return () => {
      keys.current = undefined
    }
  }, [keys])
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  if (shown === undefined || options.length === 0 || stage.current === null) return null
  const box = stage.current.getBoundingClientRect()
  const { x, y, w, h } = shown.field
  const place = fromPage(letterbox(box, page()), { x, y, width: w, height: h })
  const below = box.height - place.y - place.height - 2 * gap
  const above = place.y - 2 * gap
  const upward = below < 120 && above > below
  return (
    <>
      <div
        data-over=""
        role="listbox"
        tabIndex={-1}
        aria-label={picker.name || t('live.pick.suggestions')}
        className={clsx(popupClass, 'absolute z-10 overflow-y-auto overscroll-contain')}
        style={{
          left: Math.max(4, Math.min(place.x, box.width - Math.max(place.width, 140) - 4)),
          minWidth: Math.max(place.width, 140),
          maxWidth: box.width - 8,
          maxHeight: Math.min(240, upward ? above : below),
          ...(upward ? { bottom: box.height - place.y + gap } : { top: place.y + place.height + gap }),
        }}
        onPointerDown={(event) => event.preventDefault()}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the page has the keys, and take gets those of the list
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays with the keys of the page
          <div
            key={option.index}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => index !== at && setAt(index)}
            onClick={() => pick(option)}
            className={clsx(
              'flex min-h-[26px] cursor-default items-center gap-3 rounded-inner px-2 phone:min-h-11',
              index === at && 'bg-menu-hover',
            )}
          >
            <span className="wrap-anywhere min-w-0 flex-1">{option.label}</span>
            {option.group !== undefined && <span className="text-ink-3 text-small">{option.group}</span>}
          </div>
        ))}
      </div>
      <div aria-live="polite" className="sr-only">
        {options[at]?.label ?? t('live.suggest.count', { count: options.length })}
      </div>
    </>
  )
}
