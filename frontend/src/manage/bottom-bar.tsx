import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/icon.tsx'
import { phonePlaces } from './nav-items.ts'

/** The navigation of a phone. */
export function BottomBar() {
  const { t } = useTranslation()
  return (
    <nav
      aria-label={t('nav.main')}
      className="hidden shrink-0 grid-cols-4 border-line border-t bg-canvas px-1.5 pt-2 pb-[max(10px,env(safe-area-inset-bottom))] phone:grid"
    >
      {phonePlaces.map((place) => (
        <Link
          key={place.to}
          to={place.to}
          className="grid min-h-11 min-w-0 justify-items-center gap-1 rounded-control text-[11px] text-ink-3 leading-[14px]"
          activeProps={{ className: 'text-ink! font-semibold', 'aria-current': 'page' }}
          activeOptions={{ exact: place.to === '/' }}
        >
          <Icon of={place.icon} size={18} />
          <span className="max-w-full truncate">{t(place.short)}</span>
        </Link>
      ))}
    </nav>
  )
}
