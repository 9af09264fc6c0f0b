import { Switch as Base } from '@base-ui/react/switch'

export interface SwitchProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

export function Switch({ label, checked, onChange, disabled = false }: SwitchProps) {
  return (
    <Base.Root
      aria-label={label}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      className="relative flex h-5 w-[34px] shrink-0 rounded-full bg-control p-0.5 transition-colors duration-120 data-checked:bg-you data-disabled:opacity-60"
    >
      <Base.Thumb className="block size-4 rounded-full bg-on-fill transition-transform duration-120 ease-out data-checked:translate-x-[14px] motion-reduce:transition-none" />
    </Base.Root>
  )
}
