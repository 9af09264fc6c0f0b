import { Ellipsis, FileDown, FileText, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'

export interface MoreMenuProps {
  onPDF: () => void
  onFind: () => void
  onText: () => void
}

/** What the person who drives does with the page and rarely needs. */
export function MoreMenu({ onPDF, onFind, onText }: MoreMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu
      label={t('live.more')}
      trigger={<IconButton icon={Ellipsis} label={t('live.more')} />}
      items={[
        { id: 'find', label: t('live.find'), icon: <Icon of={Search} />, onSelect: onFind },
        { id: 'text', label: t('live.asText'), icon: <Icon of={FileText} />, onSelect: onText },
        { id: 'pdf', label: t('live.savePDF'), icon: <Icon of={FileDown} />, onSelect: onPDF },
      ]}
    />
  )
}
