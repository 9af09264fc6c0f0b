import { useTranslation } from 'react-i18next'
import type { TimelineStep } from '../../api/model.ts'
import { spotOf } from '../../lib/timeline.ts'
import { useStepPicture } from './use-timeline.ts'

export interface StepPictureProps {
  agentId: string
  sessionId: string
  step: TimelineStep
}

/** How the page looked after a step, with the touched spot ringed. */
export function StepPicture({ agentId, sessionId, step }: StepPictureProps) {
  const { t } = useTranslation()
  const { data: source } = useStepPicture(agentId, sessionId, step.picture)
  const spot = spotOf(step)
  const shown = step.picture ? source : undefined
  return (
    <div className="relative grid aspect-video w-full place-items-center overflow-hidden rounded-card bg-stage shadow-[0_0_0_1px_var(--line)]">
      {shown === undefined ? (
        <p className="px-6 text-center text-ink-2">{step.picture ? '' : t('timeline.noPicture')}</p>
      ) : (
        <div className="relative max-h-full max-w-full">
          <img src={shown} alt={t('timeline.picture', { host: step.entry.host ?? '' })} className="block max-h-full max-w-full" />
          {spot !== undefined && (
            <span
              aria-hidden
              style={{ left: `${spot.x * 100}%`, top: `${spot.y * 100}%` }}
              className="absolute size-7 -translate-x-1/2 -translate-y-1/2 rounded-full shadow-[0_0_0_2px_var(--agent-mark),0_0_0_4px_var(--page),inset_0_0_0_1px_var(--page)]"
            />
          )}
        </div>
      )}
    </div>
  )
}
