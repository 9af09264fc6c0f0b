import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { useTranslation } from 'react-i18next'
import { type ProgramId, programs } from './programs.ts'

export interface ProgramChoiceProps {
  value: ProgramId
  onChange: (program: ProgramId) => void
}

export function ProgramChoice({ value, onChange }: ProgramChoiceProps) {
  const { t } = useTranslation()
  return (
    <RadioGroup
      aria-label={t('connect.choose')}
      value={value}
      onValueChange={(next) => onChange(next as ProgramId)}
      className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-2"
    >
      {programs(t).map((program) => (
        <Radio.Root
          key={program.id}
          value={program.id}
          className="flex h-11 items-center rounded-large bg-surface px-3.5 text-left font-[550] shadow-[inset_0_0_0_1px_var(--line-2)] transition-colors duration-120 hover:bg-hover data-checked:shadow-[inset_0_0_0_2px_var(--you-mark)]"
        >
          {program.name}
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}
