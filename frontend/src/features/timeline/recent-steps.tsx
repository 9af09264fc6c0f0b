import { useTranslation } from 'react-i18next'
import type { Session } from '../../api/model.ts'
import { timeOfDay } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { StepIcon } from './step-icon.tsx'
import { StepWords } from './step-words.tsx'
import { useSteps } from './use-timeline.ts'

const shown = 9

export interface RecentStepsProps {
  agentId: string
  session: Session
  onAll: () => void
}

/** The last steps of the browser that runs, newest first. */
export function RecentSteps({ agentId, session, onAll }: RecentStepsProps) {
  const { t, i18n } = useTranslation()
  const { data: steps = [] } = useSteps(agentId, session.id, session)
  if (steps.length === 0) return null
  const from = Math.max(0, steps.length - shown)
  return (
    <Card title={t('timeline.steps')}>
      <ol className="pb-1.5">
        {steps
          .slice(from)
          .map((step, at) => (
            <li key={step.n} className="flex gap-3 px-4 py-1.5">
              <span className="w-10 shrink-0 text-ink-3">{timeOfDay(step.entry.at, i18n.language)}</span>
              <span className="flex h-5 w-4 shrink-0 items-center justify-center">
                <StepIcon entry={step.entry} />
              </span>
              <StepWords steps={steps} index={from + at} />
            </li>
          ))
          .toReversed()}
      </ol>
      <div className="px-1.5 pb-2">
        <Button tone="bare" onClick={onAll}>
          {t('ended.timeline')}
        </Button>
      </div>
    </Card>
  )
}
