import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageText, Session } from '../../api/model.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextLine } from './text-line.tsx'
import type { Control } from './use-control.ts'

export interface PageAsTextProps {
  session: Session
  control: Pick<Control, 'outline' | 'use'>
  onClose: () => void
}

/**
 * The page as text with real buttons and fields, over its picture: whoever does
 * not see it drives it here.
 */
export function PageAsText({ session, control, onClose }: PageAsTextProps) {
  const { t } = useTranslation()
  const [text, setText] = useState<PageText>()
  const title = useRef<HTMLHeadingElement>(null)
  const ask = useRef(control.outline)
  ask.current = control.outline
  const now = useRef(session)
  now.current = session
  const read = async () => {
    const next = await ask.current(now.current)
    if (next !== undefined) setText(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, and after each use
  useEffect(() => {
    title.current?.focus()
    void read()
  }, [])
  const use = async (ref: string, value?: string) => {
    const next = await control.use(session, ref, value)
    if (next === undefined) return void read()
    if (next.url !== text?.url) title.current?.focus()
    setText(next)
  }
  return (
    <section
      aria-label={t('live.asText')}
      aria-busy={text === undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      className="absolute inset-0 z-20 flex cursor-auto flex-col bg-surface text-ink"
    >
      <header className="flex items-center gap-2 border-line border-b px-3.5 py-1.5">
        <h2 ref={title} tabIndex={-1} className="min-w-0 flex-1 truncate font-semibold outline-none">
          {text?.title || t('live.asText')}
        </h2>
        <Button tone="bare" onClick={() => void read()}>
          {t('live.asText.again')}
        </Button>
        <IconButton icon={X} label={t('live.asText.close')} onClick={onClose} />
      </header>
      <div className="grid min-h-0 flex-1 content-start justify-items-start gap-1.5 overflow-y-auto px-3.5 py-2.5" aria-live="off">
        {text?.lines.length === 0 && <p className="text-ink-2">{t('live.asText.empty')}</p>}
        {text?.lines.map((line, at) => (
          <TextLine key={line.ref ?? `line ${at}`} line={line} onUse={use} />
        ))}
        {text?.more === true && <p className="text-ink-2">{t('live.asText.more')}</p>}
      </div>
    </section>
  )
}
