import { AppWindow, Ellipsis, FileDown, FileText, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'

export interface MoreMenuProps {
  onPDF: () => void
  onFind: () => void
  onText: () => void
  /** For what a picture cannot do: passkeys and strict sign-ins. */
  onRealWindow: () => void
}

/** What the person who drives does with the page and rarely needs. */
export function MoreMenu({ onPDF, onFind, onText, onRealWindow }: MoreMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu
      label={t('live.more')}
      trigger={<IconButton icon={Ellipsis} label={t('live.more')} />}
      items={[
        { id: 'find', label: t('live.find'), icon: <Icon of={Search} />, onSelect: onFind },
        { id: 'text', label: t('live.asText'), icon: <Icon of={FileText} />, onSelect: onText },
        { id: 'pdf', label: t('live.savePDF'), icon: <Icon of={FileDown} />, onSelect: onPDF },
        { id: 'window', label: t('live.realWindow'), icon: <Icon of={AppWindow} />, onSelect: onRealWindow },
      ]}
    />
  )
}
