import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOp } from '../../api/context.tsx'
import type { Profile, Session } from '../../api/model.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { FaultNote } from '../../ui/fault-note.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CreateProfile } from './create-profile.tsx'
import { ProfileRow } from './profile-row.tsx'
import { RenameProfile } from './rename-profile.tsx'

export interface ProfilesCardProps {
  profiles: readonly Profile[]
  /** A sign-in has begun: its session is to be shown. */
  onSignIn: (session: Session) => void
}

type Open = { readonly dialog: 'create' } | { readonly dialog: 'rename' | 'delete'; readonly profile: Profile }

/** The browser identities that agents act with. */
export function ProfilesCard({ profiles, onSignIn }: ProfilesCardProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>()
  const signin = useOp('signin_start')
  const update = useOp('profiles_update')
  const remove = useOp('profiles_delete')
  const close = () => setOpen(undefined)
  const fault = signin.error ?? update.error
  return (
    <Card
      title={t('profiles.title')}
      text={t('profiles.text')}
      action={
        <Button icon={<Icon of={Plus} />} onClick={() => setOpen({ dialog: 'create' })}>
          {t('profiles.new')}
        </Button>
      }
    >
      {fault !== null && (
        <div className="px-4 pb-3">
          <FaultNote fault={fault} />
        </div>
      )}
      {profiles.length === 0 ? (
        <p className="px-4 pb-4 text-ink-2">{t('profiles.none')}</p>
      ) : (
        <table className="w-full border-collapse text-left">
          <thead className="text-ink-3 text-small phone:sr-only">
            <tr>
              <th className="pb-[7px] pl-4 font-medium">{t('profiles.name')}</th>
              <th className="pb-[7px] font-medium phone:hidden">{t('profiles.state')}</th>
              <th className="pb-[7px] font-medium phone:hidden">{t('profiles.used')}</th>
              <th>
                <span className="sr-only">{t('profiles.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {profiles.map((profile) => (
              <ProfileRow
                key={profile.id}
                profile={profile}
                busy={signin.isPending}
                onSignIn={() => signin.mutate({ profile_id: profile.id }, { onSuccess: onSignIn })}
                onRename={() => setOpen({ dialog: 'rename', profile })}
                onEnable={(to) => update.mutate({ profile_id: profile.id, disabled: to === 'disabled' })}
                onDelete={() => setOpen({ dialog: 'delete', profile })}
              />
            ))}
          </tbody>
        </table>
      )}
      <CreateProfile open={open?.dialog === 'create'} onClose={close} />
      {open?.dialog === 'rename' && <RenameProfile profile={open.profile} onClose={close} />}
      {open?.dialog === 'delete' && (
        <Confirm
          open
          onClose={close}
          onConfirm={() => remove.mutate({ profile_id: open.profile.id }, { onSuccess: close })}
          title={t('profiles.delete.ask', { name: open.profile.name })}
          text={t('profiles.delete.text')}
          confirm={t('profiles.delete.button')}
          busy={remove.isPending}
          fault={remove.error}
        />
      )}
    </Card>
  )
}
