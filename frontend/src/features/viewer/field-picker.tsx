import { Popover } from '@base-ui/react/popover'
import { clsx } from 'clsx'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice, Field, Picker } from '../../api/model.ts'
import type { Box } from '../../lib/letterbox.ts'
import { popupClass } from '../../ui/menu.tsx'
import { placeOf } from './field-place.ts'
import { OptionList } from './option-list.tsx'
import { ValueBox } from './value-box.tsx'

export interface FieldPickerProps {
  picker: Picker
  stage: RefObject<HTMLDivElement | null>
  page: () => Box
  /** What the picker needs to know of its field; undefined when that is gone. */
  read: () => Promise<Field | undefined>
  /** Gives the page what was picked, or nothing; tells whether it was taken. */
  onPick: (choice?: Choice) => Promise<'taken' | 'refused'>
}

/**
 * The list or picker of a field, which Chrome draws outside of its picture: drawn
 * by Baton at the field's place in it. One that is answered goes when the session
 * says so.
 */
export function FieldPicker({ picker, stage, page, read, onPick }: FieldPickerProps) {
  const { t } = useTranslation()
  const [field, setField] = useState<Field>()
  const [state, setState] = useState<'open' | 'busy' | 'refused'>('open')
  const first = useRef<HTMLInputElement & HTMLDivElement>(null)
  const anchor = useMemo(() => ({ getBoundingClientRect: () => placeOf(field, stage.current, page()) }), [field, stage, page])
  const asked = useRef(read)
  asked.current = read

  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening is asked for once
  useEffect(() => {
    let gone = false
    void asked.current().then((found) => !gone && setField(found))
    return () => {
      gone = true
    }
  }, [picker.id])

  if (field === undefined) return null
  const pick = async (choice?: Choice) => {
    if (state === 'busy') return
    setState('busy')
    setState((await onPick(choice)) === 'refused' ? 'refused' : 'open')
  }
  const label = picker.name === undefined || picker.name === '' ? t(`live.pick.${picker.kind}`) : picker.name
  const list = picker.kind === 'list'

  return (
    <Popover.Root open modal={list ? false : 'trap-focus'} onOpenChange={(open) => !open && void pick()}>
      <Popover.Portal>
        {/* Words of the page stay on the picture: Baton's own rows above it are not covered by them. */}
        <Popover.Positioner
          anchor={anchor}
          align="start"
          sideOffset={2}
          collisionBoundary={stage.current ?? 'clipping-ancestors'}
          collisionPadding={4}
          className="z-60"
        >
          <Popover.Popup
            initialFocus={first}
            finalFocus={false}
            role={list ? 'presentation' : 'dialog'}
            aria-label={list ? undefined : label}
            className={clsx(popupClass, 'max-w-[calc(100vw-16px)] p-0!', list && 'min-w-[max(var(--anchor-width),140px)]')}
            onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
          >
            {list ? (
              <OptionList
                ref={first}
                label={label}
                options={field.options ?? []}
                onPick={({ index, label }) => void pick({ index, label })}
                onCancel={() => void pick()}
              />
            ) : (
              <ValueBox
                ref={first}
                label={label}
                kind={picker.kind}
                field={field}
                refused={state === 'refused'}
                busy={state === 'busy'}
                onPick={(value) => void pick({ value })}
                onCancel={() => void pick()}
              />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
