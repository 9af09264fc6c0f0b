import { Hand } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { LiveView } from '../../lib/view-state.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

export interface ControlButtonProps {
  view: LiveView
  controlRef: React.Ref<HTMLButtonElement>
  onTake: () => void
  onHandBack: () => void
  onDone: () => void
  onCancel: () => void
  onRetry: () => void
}

/** The one button that changes who drives, in the colour of whoever drives next. */
export function ControlButton({ view, controlRef, onTake, onHandBack, onDone, onCancel, onRetry }: ControlButtonProps) {
  const { t } = useTranslation()
  switch (view.kind) {
    case 'agent':
      return (
        <Button ref={controlRef} tone="you" icon={<Icon of={Hand} />} onClick={onTake} className={wide}>
          {t('live.take')}
        </Button>
      )
    case 'you':
      return (
        <Button ref={controlRef} tone="agent" onClick={onHandBack} className={wide}>
          <span className="@max-[460px]:hidden phone:inline!">{t('live.handBack')}</span>
          <span className="@max-[460px]:inline hidden phone:hidden!">{t('live.pill')}</span>
        </Button>
      )
    case 'signin':
      return (
        <>
          <Button onClick={onCancel} className={wide}>
            {t('live.cancel')}
          </Button>
          <Button ref={controlRef} tone="you" onClick={onDone} className={wide}>
            {t('live.done')}
          </Button>
        </>
      )
    case 'failed':
      return view.session.agent_id === undefined ? null : (
        <Button ref={controlRef} onClick={onRetry} className={wide}>
          {t('live.retry')}
        </Button>
      )
    default:
      return null
  }
}

const wide = 'no-drag phone:flex-1'
