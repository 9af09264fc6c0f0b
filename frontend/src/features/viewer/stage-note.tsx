import { useTranslation } from 'react-i18next'
import { useAfter } from '../../lib/use-now.ts'
import type { LiveView } from '../../lib/view-state.ts'
import { reasonText } from '../../lib/words.ts'

/** The sentence on the stage where there is no picture to show; bare says there is none yet. */
export function StageNote({ view, bare }: { view: LiveView; bare: boolean }) {
  const { t } = useTranslation()
  switch (view.kind) {
    case 'opening':
      return bare ? <Starting /> : null
    case 'empty':
      return view.request === undefined ? <Sentence>{t('live.empty')}</Sentence> : null
    case 'failed': {
      const message = view.session.end?.message
      return (
        <Sentence>
          <span className="text-ink">{reasonText(t, view.session)}</span>
          {message !== undefined && message !== '' && <code className="wrap-anywhere mt-2 block font-mono text-code">{message}</code>}
        </Sentence>
      )
    }
    default:
      return null
  }
}

function Starting() {
  const { t } = useTranslation()
  return useAfter(200) ? <Sentence>{t('live.starting')}</Sentence> : null
}

function Sentence({ children }: { children: React.ReactNode }) {
  return (
    <div className="absolute inset-0 grid place-items-center overflow-y-auto p-6">
      <p className="max-w-[44ch] text-ink-2">{children}</p>
    </div>
  )
}
