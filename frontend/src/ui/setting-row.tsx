import type { ReactNode } from 'react'

/** A setting: what it is and what follows at the left, the control at the right. */
export function SettingRow({ label, text, children }: { label: string; text?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <div className="font-[550]">{label}</div>
        {text !== undefined && <div className="text-ink-2 text-small">{text}</div>}
      </div>
      <div className="flex max-w-full shrink-0 items-center gap-2">{children}</div>
    </div>
  )
}
