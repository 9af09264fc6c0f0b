import { Slider } from '@base-ui/react/slider'
import { useTranslation } from 'react-i18next'
import type { TimelineStep } from '../../api/model.ts'
import { timeOfDay } from '../../lib/format.ts'
import { driversOf } from '../../lib/timeline.ts'
import { auditText } from '../../lib/words.ts'

export interface StepRangeProps {
  steps: readonly TimelineStep[]
  index: number
  onIndex: (index: number) => void
}

/** Scrubs through the steps: green where the agent drove, blue where the person did. */
export function StepRange({ steps, index, onIndex }: StepRangeProps) {
  const { t, i18n } = useTranslation()
  const drivers = driversOf(steps).slice(0, -1)
  const last = steps.length - 1
  const spoken = (at: number) => {
    const entry = steps[at]?.entry
    if (entry === undefined) return ''
    const { verb, object } = auditText(t, entry)
    return `${timeOfDay(entry.at, i18n.language)} ${verb} ${object}`
  }
  return (
    <Slider.Root
      value={index}
      min={0}
      max={Math.max(last, 1)}
      disabled={last < 1}
      onValueChange={(next) => onIndex(Math.min(Number(next), last))}
    >
      <Slider.Control className="flex h-8 w-full touch-none items-center phone:h-11">
        <Slider.Track className="relative flex h-1.5 w-full gap-px rounded-full">
          {drivers.map((driver, at) => (
            <span
              key={steps[at]?.n}
              className={`h-full flex-1 first:rounded-l-full last:rounded-r-full ${driver === 'you' ? 'bg-you-mark' : 'bg-agent-mark'}`}
            />
          ))}
          <Slider.Thumb
            getAriaLabel={() => t('timeline.step')}
            getAriaValueText={(_, value) => spoken(value)}
            className="size-4 rounded-full bg-raised shadow-[0_0_0_1px_var(--control),var(--sh-1)] outline-offset-2"
          />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  )
}
