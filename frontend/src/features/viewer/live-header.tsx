import { Maximize2, Minimize2, Minus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { glyphOf } from '../../lib/view-state.ts'
import type { WindowShape } from '../../shell/window.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ControlButton, type ControlButtonProps } from './control-button.tsx'
import { LiveTitle, type LiveTitleProps } from './live-title.tsx'

export interface HeaderProps extends LiveTitleProps, ControlButtonProps {
  breathing: boolean
  native: boolean
  shape: WindowShape
  onShape: (shape: WindowShape) => void
  onClose: () => void
}

export function LiveHeader(props: HeaderProps) {
  const { view, native, shape, onShape } = props
  const { t } = useTranslation()
  const larger = shape === 'maximised'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a double click on the title bar, for which there is a button too
    <header
      data-region="header"
      className="drag flex h-[52px] shrink-0 items-center gap-2.5 pr-2.5 pl-3.5"
      onDoubleClick={(event) => {
        if (native && event.target instanceof Element && event.target.closest('button') === null) {
          onShape(larger ? 'normal' : 'maximised')
        }
      }}
    >
      <Glyph state={glyphOf(view)} size={20} breathing={props.breathing} />
      <LiveTitle view={view} others={props.others} requests={props.requests} onSwitch={props.onSwitch} />
      <div className="no-drag flex items-center gap-2 phone:hidden">
        <ControlButton {...props} />
      </div>
      <div className="no-drag ml-0.5 flex gap-0.5">
        <WindowButton icon={Minus} label={t('live.minimise')} onClick={() => onShape('pill')} />
        {native && (
          <WindowButton
            icon={larger ? Minimize2 : Maximize2}
            label={t(larger ? 'live.restore' : 'live.maximise')}
            onClick={() => onShape(larger ? 'normal' : 'maximised')}
          />
        )}
        <WindowButton icon={X} label={t('live.close')} onClick={props.onClose} />
      </div>
    </header>
  )
}

function WindowButton(props: { icon: typeof Minus; label: string; onClick: () => void }) {
  return (
    <IconButton
      icon={props.icon}
      label={props.label}
      iconSize={props.icon === Minus || props.icon === X ? 16 : 14}
      onClick={props.onClick}
      className="no-drag size-[26px]! after:absolute after:-inset-[3px] phone:size-11!"
    />
  )
}
