import { Ellipsis } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../api/model.ts'
import { dayOrTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { ProfileState } from './profile-state.tsx'

export interface ProfileRowProps {
  profile: Profile
  busy: boolean
  onSignIn: () => void
  onRename: () => void
  onEnable: (enabled: 'enabled' | 'disabled') => void
  onDelete: () => void
}

export function ProfileRow(props: ProfileRowProps) {
  const { profile, busy } = props
  const { t, i18n } = useTranslation()
  const waiting = profile.status === 'awaiting_sign_in' && profile.open_by === undefined
  const off = profile.status === 'disabled'
  const used =
    profile.open_by !== undefined
      ? t('profiles.now')
      : profile.last_used_at === undefined
        ? t('profiles.never')
        : dayOrTime(profile.last_used_at, i18n.language)
  return (
    <tr className="border-line border-t">
      <td className="py-[9px] pr-3 pl-4">
        <div className={off ? 'text-ink-2' : 'font-semibold'}>{profile.name}</div>
        <div className="hidden text-small phone:block">
          <ProfileState profile={profile} />
        </div>
      </td>
      <td className="py-[9px] pr-3 phone:hidden">
        <ProfileState profile={profile} />
      </td>
      <td className="py-[9px] pr-3 text-ink-2 phone:hidden">{used}</td>
      <td className="py-[9px] pr-3">
        <div className="flex items-center justify-end gap-1">
          {waiting && (
            <Button disabled={busy} onClick={props.onSignIn}>
              {t('profiles.signin')}
            </Button>
          )}
          <Menu
            label={t('profiles.more', { name: profile.name })}
            trigger={<IconButton icon={Ellipsis} label={t('profiles.more', { name: profile.name })} />}
            items={itemsOf(props, t)}
          />
        </div>
      </td>
    </tr>
  )
}

function itemsOf(
  { profile, onSignIn, onRename, onEnable, onDelete }: ProfileRowProps,
  t: ReturnType<typeof useTranslation>['t'],
): MenuItem[] {
  const open = profile.open_by !== undefined
  const off = profile.status === 'disabled'
  return [
    { id: 'signin', label: t('profiles.signin'), disabled: open || off, onSelect: onSignIn },
    { id: 'rename', label: t('profiles.rename'), onSelect: onRename },
    off
      ? { id: 'enable', label: t('profiles.enable'), onSelect: () => onEnable('enabled') }
      : { id: 'disable', label: t('profiles.disable'), disabled: open, onSelect: () => onEnable('disabled') },
    { id: 'delete', label: t('profiles.delete'), tone: 'danger', disabled: open, onSelect: onDelete },
  ]
}
