import { Paperclip } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice, Field } from '../../api/model.ts'
import { giveFiles, mostGiven, type Part, tooLarge } from '../../lib/give-files.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QuestionBox } from './question-box.tsx'

export interface FileBoxProps {
  host: string
  read: () => Promise<Field | undefined>
  /** Takes a part of a file; fails when it cannot be kept. */
  give: (part: Part) => Promise<unknown>
  onPick: (choice?: Choice) => Promise<'taken' | 'refused'>
}

type State = { kind: 'asks' } | { kind: 'gives'; share: number } | { kind: 'large' } | { kind: 'failed' }

/** The page asks for files: the person chooses their own, with what their system has for it. */
export function FileBox({ host, read, give, onPick }: FileBoxProps) {
  const { t, i18n } = useTranslation()
  const says = useId()
  const [field, setField] = useState<Field>()
  const [state, setState] = useState<State>({ kind: 'asks' })
  const input = useRef<HTMLInputElement>(null)
  const stop = useRef(new AbortController())
  const asked = useRef(read)
  const many = field?.multiple === true
  const gives = state.kind === 'gives'

  useEffect(() => {
    void asked.current().then(setField)
    const running = stop.current
    return () => running.abort()
  }, [])

  const close = () => {
    stop.current.abort()
    void onPick()
  }
  const send = async (files: File[]) => {
    if (files.length === 0) return
    if (tooLarge(files)) return setState({ kind: 'large' })
    setState({ kind: 'gives', share: 0 })
    const signal = stop.current.signal
    try {
      await giveFiles(files, give, (share) => setState({ kind: 'gives', share }), signal)
      if (!signal.aborted && (await onPick({ files: files.length })) === 'refused') setState({ kind: 'failed' })
    } catch {
      if (!signal.aborted) setState({ kind: 'failed' })
    }
  }

  return (
    <QuestionBox title={t(many ? 'live.files.asksMany' : 'live.files.asks', { host })} text={says} answers onEscape={close}>
      <div id={says} className="grid gap-1">
        {field?.name !== undefined && field.name !== '' && <p className="wrap-anywhere font-[550]">{field.name}</p>}
        {field?.accept !== undefined && field.accept !== '' && (
          <p className="wrap-anywhere text-ink-2 text-small">{t('live.files.accept', { types: field.accept.split(',').join(', ') })}</p>
        )}
      </div>
      <div className="mt-2 text-small empty:hidden" aria-live="polite">
        {state.kind === 'gives' &&
          t('live.files.gives', { share: new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(state.share) })}
        {state.kind === 'large' && <p className="text-danger-text">{t('live.files.large', { mb: mostGiven / 1024 / 1024 })}</p>}
        {state.kind === 'failed' && <p className="text-danger-text">{t('live.files.failed')}</p>}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t(many ? 'live.files.chooseMany' : 'live.files.choose')}
        multiple={many}
        accept={field?.accept}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])]
          event.target.value = ''
          void send(chosen)
        }}
      />
      <div className="mt-3.5 flex flex-wrap items-center justify-end gap-2">
        <Button onClick={close}>{t('live.cancel')}</Button>
        {state.kind !== 'failed' && (
          <Button tone="you" autoFocus disabled={gives} icon={<Icon of={Paperclip} />} onClick={() => input.current?.click()}>
            {t(many ? 'live.files.chooseMany' : 'live.files.choose')}
          </Button>
        )}
      </div>
    </QuestionBox>
  )
}
