import { Popover } from '@base-ui/react/popover'
import { clsx } from 'clsx'
import { Lock, LockOpen, SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission, Site } from '../../api/model.ts'
import { splitAddress } from '../../lib/host.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { popupClass } from '../../ui/menu.tsx'
import { Switch } from '../../ui/switch.tsx'

export interface SiteButtonProps {
  url: string
  /** What the site may; undefined when that is not known. */
  read: () => Promise<Site | undefined>
  /** Allows the site something, or takes it back; undefined when that failed. */
  permit: (origin: string, permission: Permission) => Promise<unknown>
  onReload: () => void
}

/** The sign before the address: what is known of the connection, and what the person allows the site. */
export function SiteButton({ url, read, permit, onReload }: SiteButtonProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { host, secure } = splitAddress(url)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        type="button"
        disabled={host === ''}
        aria-label={t('live.site', { host })}
        title={t('live.site', { host })}
        className="-ml-1 grid size-5 shrink-0 place-items-center rounded-full text-ink-2 transition-colors duration-120 hover:bg-hover hover:text-ink data-popup-open:bg-press phone:size-9"
      >
        <Icon of={secure ? Lock : SlidersHorizontal} size={14} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="start" sideOffset={8} collisionPadding={8} className="z-60">
          <Popover.Popup className={clsx(popupClass, 'max-h-(--available-height) w-80 max-w-[calc(100vw-16px)] overflow-y-auto p-0!')}>
            <Popover.Title className="truncate px-3.5 pt-3 font-[600]">{host}</Popover.Title>
            <p className="flex items-center gap-1.5 px-3.5 pb-2 text-ink-2 text-small">
              <Icon of={secure ? Lock : LockOpen} size={14} />
              {t(secure ? 'live.secure' : 'live.site.plain')}
            </p>
            <Permissions
              key={host}
              read={read}
              permit={permit}
              onReload={() => {
                setOpen(false)
                onReload()
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Permissions({ read, permit, onReload }: Pick<SiteButtonProps, 'read' | 'permit' | 'onReload'>) {
  const { t } = useTranslation()
  const [site, setSite] = useState<Site>()
  const [changed, setChanged] = useState(false)
  const [busy, setBusy] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening is asked for once
  useEffect(() => {
    let gone = false
    void read().then((found) => !gone && setSite(found))
    return () => {
      gone = true
    }
  }, [])

  if (site === undefined || site.permissions.length === 0) return null
  if (!site.secure) return <p className="border-line border-t px-3.5 py-2.5 text-ink-2 text-small">{t('live.site.insecure')}</p>
  const set = async (permission: Permission) => {
    setBusy(true)
    await permit(site.origin, permission)
    setSite((await read()) ?? site)
    setBusy(false)
    setChanged(true)
  }
  return (
    <>
      <ul className="border-line border-t py-1">
        {site.permissions.map(({ name, allowed }) => (
          <li key={name} className="flex min-h-[34px] items-center gap-3 px-3.5 phone:min-h-11">
            <span className="min-w-0 flex-1">{t(`live.permission.${name}`)}</span>
            <span aria-hidden className="text-ink-2 text-small">
              {t(allowed ? 'live.site.allowed' : 'live.site.blocked')}
            </span>
            <Switch
              label={t(`live.permission.${name}`)}
              checked={allowed}
              disabled={busy}
              onChange={(on) => void set({ name, allowed: on })}
            />
          </li>
        ))}
      </ul>
      <div className="grid gap-2 border-line border-t px-3.5 py-2.5 text-ink-2 text-small" aria-live="polite">
        <p>{t('live.site.note')}</p>
        {changed && (
          <div className="flex items-center justify-between gap-2">
            <span>{t('live.site.reload')}</span>
            <Button onClick={onReload}>{t('live.reload')}</Button>
          </div>
        )}
      </div>
    </>
  )
}
