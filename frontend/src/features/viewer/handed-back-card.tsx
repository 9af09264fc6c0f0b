import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { wellClass } from '../../ui/text-field.tsx'
import type { HandedBack } from './use-control.ts'

const handedBackFor = 60_000

export interface HandedBackCardProps {
  handedBack: HandedBack
  onContinue: (note: string) => void
  onClose: () => void
}

/** For a minute after a hand-back: a note for the agent, and the word to go on. */
export function HandedBackCard({ handedBack, onContinue, onClose }: HandedBackCardProps) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  const left = handedBack.at + handedBackFor - useNow()
  if (left <= 0) return null
  const send = () => {
    const prompt = t('live.continue.prompt')
    onContinue(note.trim() === '' ? prompt : `${prompt}\n\n${note.trim()}`)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc and Enter work wherever the focus is in the card
    <section
      data-over=""
      className="absolute inset-x-3 bottom-3 rounded-card bg-raised p-3 shadow-[0_0_0_1px_var(--edge),var(--sh-2)]"
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') onClose()
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !event.nativeEvent.isComposing) send()
      }}
    >
      <div className="mb-2 flex items-center gap-2">
        <Glyph state="agent" size={14} />
        <h2 className="flex-1 font-semibold">{t('live.handedBack', { time: clock(handedBack.drove) })}</h2>
        <span className="text-ink-3 text-small" role="timer" aria-label={t('live.secondsLeft', { n: Math.ceil(left / 1000) })}>
          {clock(left)}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <input
          aria-label={t('live.note')}
          placeholder={t('live.note')}
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.target.value)}
          className={`${wellClass} flex-1 basis-40`}
        />
        <Button tone="agent" onClick={send}>
          {t('live.continue')}
        </Button>
      </div>
    </section>
  )
}
