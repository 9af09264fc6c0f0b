import { EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

export interface PrivateToggleProps {
  on: boolean
  onChange: (on: boolean) => void
}

/** While the person drives: whether the agent sees the page. */
export function PrivateToggle({ on, onChange }: PrivateToggleProps) {
  const { t } = useTranslation()
  return (
    <Button
      aria-pressed={on}
      aria-label={t('live.private.hint')}
      title={t('live.private.hint')}
      tone={on ? 'you' : 'bare'}
      icon={<Icon of={EyeOff} size={14} />}
      onClick={() => onChange(!on)}
      className="phone:px-3!"
    >
      <span className="@max-[460px]:hidden">{t('live.private')}</span>
    </Button>
  )
}

/** While the agent drives: takes over so that it sees nothing from the first moment. */
export function TakePrivate({ onTake }: { onTake: () => void }) {
  const { t } = useTranslation()
  return <IconButton icon={EyeOff} iconSize={14} label={t('live.private.take')} onClick={onTake} />
}
