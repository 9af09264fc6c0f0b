import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Places } from '../../api/model.ts'
import { type Box, fromPage, letterbox } from '../../lib/letterbox.ts'
import { IconButton } from '../../ui/icon-button.tsx'

export interface Search {
  readonly text: string
  readonly at?: number
  readonly show?: boolean
}

export interface FindBarProps {
  stage: RefObject<HTMLDivElement | null>
  page: () => Box
  find: (search: Search) => Promise<Places | undefined>
  onClose: () => void
}

// How often it is asked where the words are now: the page scrolls and changes (ms).
const pause = 250
// What is looked for at most, in characters.
const longest = 200

/** Finds words on the page while the person drives; where they are is drawn over the picture. */
export function FindBar({ stage, page, find, onClose }: FindBarProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [places, setPlaces] = useState<Places>()
  const now = useRef({ find, text, at: 0, turn: 0 })
  now.current.find = find

  const ask = async (search: Search) => {
    const own = now.current
    if (search.show === true) own.turn += 1
    if (search.at !== undefined) own.at = search.at
    const { turn } = own
    const found = await own.find(search)
    if (turn !== own.turn || found === undefined) return
    own.at = found.at
    setPlaces(found)
  }
  const asks = useRef(ask)
  asks.current = ask

  useEffect(() => {
    const timer = setInterval(() => {
      const { text, at } = now.current
      if (text !== '') void asks.current({ text, at })
    }, pause)
    const own = now.current
    return () => {
      clearInterval(timer)
      own.turn += 1
      void own.find({ text: '' })
    }
  }, [])

  const type = (next: string) => {
    setText(next)
    now.current.text = next
    if (next === '') setPlaces(undefined)
    void ask({ text: next, show: true })
  }
  const count = places?.count ?? 0
  const step = (by: 1 | -1) => {
    if (count > 0) void ask({ text, at: ((now.current.at - 1 + by + count) % count) + 1, show: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F6' || event.nativeEvent.isComposing) return
    event.stopPropagation()
    const own = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f'
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
    else if (!own) return
    event.preventDefault()
  }
  const says =
    places === undefined || text === ''
      ? ''
      : count === 0
        ? t('live.find.none')
        : t(places.most ? 'live.find.ofMost' : 'live.find.of', { at: places.at, count })

  return (
    <>
      <Marks places={text === '' ? undefined : places} stage={stage} page={page} />
      <search
        data-over=""
        aria-label={t('live.find')}
        onKeyDown={onKeyDown}
        className="absolute top-2 right-2 z-20 flex w-[340px] max-w-[calc(100%-16px)] items-center gap-0.5 rounded-control bg-raised p-1 pl-2.5 shadow-[0_0_0_1px_var(--edge),var(--sh-2)]"
      >
        <input
          type="text"
          aria-label={t('live.find')}
          value={text}
          maxLength={longest}
          // biome-ignore lint/a11y/noAutofocus: the person asked for this field
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => type(event.target.value)}
          className="h-7 w-full min-w-0 bg-transparent text-ink outline-none phone:h-11"
        />
        <span aria-live="polite" className="shrink-0 px-1.5 text-ink-2 text-small">
          {says}
        </span>
        <IconButton icon={ArrowUp} label={t('live.find.previous')} disabled={count === 0} onClick={() => step(-1)} />
        <IconButton icon={ArrowDown} label={t('live.find.next')} disabled={count === 0} onClick={() => step(1)} />
        <IconButton icon={X} label={t('live.find.close')} onClick={onClose} />
      </search>
    </>
  )
}

/** The found words in the colour of the person: the current one has a ring. */
function Marks({ places, stage, page }: { places: Places | undefined } & Pick<FindBarProps, 'stage' | 'page'>) {
  const box = stage.current?.getBoundingClientRect()
  if (places === undefined || box === undefined) return null
  const fit = letterbox(box, page())
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      {places.marks.map(({ x, y, w, h, current }) => {
        const at = fromPage(fit, { x, y, width: w, height: h })
        return (
          <div
            key={`${x} ${y}`}
            data-mark={current === true ? 'current' : ''}
            className={
              current === true
                ? 'absolute rounded-[2px] bg-you-mark/35 shadow-[0_0_0_2px_var(--you-mark)]'
                : 'absolute rounded-[2px] bg-you-mark/25'
            }
            style={{ left: at.x, top: at.y, width: at.width, height: at.height }}
          />
        )
      })}
    </div>
  )
}
