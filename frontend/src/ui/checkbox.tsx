import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

export function Checkbox({ checked, onChange, children }: { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI's checkbox is a form control of its own
    <label className="flex items-start gap-2">
      <Base.Root
        checked={checked}
        onCheckedChange={onChange}
        className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-[4px] bg-well shadow-[inset_0_0_0_1px_var(--control)] data-checked:bg-you data-checked:shadow-none phone:size-5"
      >
        <Base.Indicator className="text-on-fill">
          <Check size={12} strokeWidth={2.5} aria-hidden="true" />
        </Base.Indicator>
      </Base.Root>
      <span>{children}</span>
    </label>
  )
}
