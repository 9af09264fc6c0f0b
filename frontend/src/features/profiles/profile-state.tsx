import { Ban, CircleCheck, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../api/model.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Who has the profile open, or else whether it can be used. */
export function ProfileState({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const holder = profile.open_by
  if (holder !== undefined) {
    const you = holder.controller === 'user'
    return (
      <span className="flex min-w-0 items-center gap-2">
        <Glyph state={you ? 'you' : 'agent'} />
        <span className="truncate">{holder.agent_name ? t('profiles.openFor', { agent: holder.agent_name }) : t('profiles.openYou')}</span>
      </span>
    )
  }
  if (profile.status === 'awaiting_sign_in') {
    return (
      <span className="flex items-center gap-2 text-needs-text">
        <Icon of={UserRound} />
        {t('profiles.awaiting_sign_in')}
      </span>
    )
  }
  const ready = profile.status === 'ready'
  return (
    <span className="flex items-center gap-2 text-ink-2">
      <Icon of={ready ? CircleCheck : Ban} />
      {t(ready ? 'profiles.ready' : 'profiles.disabled')}
    </span>
  )
}
