import { AppWindow } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RealWindow } from '../../api/model.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

export interface RealWindowNoteProps {
  state: RealWindow
  /** Only the one who drives brings the page back. */
  drives: boolean
  onBack: () => void
}

const titles = { opening: 'live.apart.opening', open: 'live.apart.title', closing: 'live.apart.closing' } as const

/** While the page is open in its own window, its picture here takes nothing. */
export function RealWindowNote({ state, drives, onBack }: RealWindowNoteProps) {
  const { t } = useTranslation()
  return (
    <div data-over="" className="absolute inset-0 grid place-items-center overflow-y-auto p-6">
      <div
        role="status"
        className="grid max-w-[44ch] justify-items-start gap-1 rounded-card bg-raised p-4 shadow-[0_0_0_1px_var(--edge),var(--sh-2)]"
      >
        <h2 className="font-semibold">{t(titles[state])}</h2>
        {state === 'open' && <p className="text-ink-2">{t(drives ? 'live.apart.you' : 'live.apart.other')}</p>}
        {state === 'open' && drives && (
          <Button tone="you" className="mt-2.5" onClick={onBack} icon={<Icon of={AppWindow} />}>
            {t('live.apart.back')}
          </Button>
        )}
      </div>
    </div>
  )
}
