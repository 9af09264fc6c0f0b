import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toFault } from '../../api/fault.ts'
import type { Session } from '../../api/model.ts'
import { Blocks } from '../../ui/blocks.tsx'
import { FaultNote } from '../../ui/fault-note.tsx'
import { StepList } from './step-list.tsx'
import { StepPicture } from './step-picture.tsx'
import { StepRange } from './step-range.tsx'
import { useSteps } from './use-timeline.ts'

export interface TimelineViewProps {
  agentId: string
  sessionId: string
  /** The agent's newest session. */
  newest: Session | undefined
}

/** One session: the steps, the picture of the chosen one, and a slider through all. */
export function TimelineView({ agentId, sessionId, newest }: TimelineViewProps) {
  const { t } = useTranslation()
  const { data: steps, error, refetch } = useSteps(agentId, sessionId, newest)
  // Undefined follows the newest step.
  const [chosen, choose] = useState<number>()
  if (error !== null) return <FaultNote fault={toFault(error)} onRetry={() => void refetch()} />
  if (steps === undefined) return <Blocks rows={6} height={36} />
  const last = steps.length - 1
  const index = Math.min(chosen ?? last, last)
  const step = steps[index]
  if (step === undefined) return <p className="text-ink-2">{t('timeline.none')}</p>
  const onIndex = (next: number) => choose(next === last ? undefined : next)
  return (
    <div className="grid grid-cols-[minmax(260px,340px)_minmax(0,1fr)] items-start gap-4 max-[900px]:grid-cols-[minmax(0,1fr)]">
      <div className="min-w-0 max-[900px]:order-2">
        <StepList steps={steps} index={index} onIndex={onIndex} />
      </div>
      <div className="grid min-w-0 gap-1">
        <StepPicture agentId={agentId} sessionId={sessionId} step={step} />
        <StepRange steps={steps} index={index} onIndex={onIndex} />
      </div>
    </div>
  )
}
