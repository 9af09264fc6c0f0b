import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

/** Shows the name of a control that is drawn as an icon. */
export function Tooltip({
  label,
  children,
  side = 'bottom',
}: {
  label: string
  children: ReactElement
  side?: 'top' | 'bottom' | 'right'
}) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-60">
          <Base.Popup className="rounded-[6px] bg-tip px-[9px] py-[5px] text-small text-tip-ink transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Lets tooltips that follow each other appear without a wait. */
export function Tooltips({ children }: { children: ReactNode }) {
  return <Base.Provider delay={500}>{children}</Base.Provider>
}
