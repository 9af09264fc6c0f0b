import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface TabsProps<T extends string> {
  value: T
  tabs: readonly { readonly value: T; readonly label: string; readonly body: ReactNode }[]
  onChange: (value: T) => void
}

/** The parts of a page, of which one is in sight: underlined in ink. */
export function Tabs<T extends string>({ value, tabs, onChange }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as T)} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Base.List className="flex gap-6 overflow-x-auto shadow-[inset_0_-1px_0_var(--line)]">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="h-10 shrink-0 font-medium text-ink-2 shadow-none -outline-offset-2 hover:text-ink data-active:text-ink data-active:shadow-[inset_0_-2px_0_var(--ink)] phone:h-11"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="grid grid-cols-[minmax(0,1fr)] gap-6 -outline-offset-2">
          {tab.body}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
