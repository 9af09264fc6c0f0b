import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

export interface CrashCardProps {
  /** Only the one who drives loads it again; otherwise it is said who can. */
  answers: boolean
  onReload: () => void
}

/** A page that crashed has no picture: its last one would only seem to be it. */
export function CrashCard({ answers, onReload }: CrashCardProps) {
  const { t } = useTranslation()
  return (
    <div data-over="" className="absolute inset-0 grid place-items-center overflow-y-auto bg-stage p-6">
      <div role="alert" className="grid max-w-[44ch] justify-items-start gap-1">
        <h2 className="font-semibold">{t('live.crash.title')}</h2>
        <p className="text-ink-2">{t(answers ? 'live.crash.you' : 'live.crash.agent')}</p>
        {answers && (
          <Button tone="you" autoFocus className="mt-2.5" icon={<Icon of={RotateCw} />} onClick={onReload}>
            {t('live.reload')}
          </Button>
        )}
      </div>
    </div>
  )
}
