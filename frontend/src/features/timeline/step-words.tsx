import { useTranslation } from 'react-i18next'
import type { TimelineStep } from '../../api/model.ts'
import { clock } from '../../lib/format.ts'
import { droveFrom, headOf } from '../../lib/timeline.ts'
import { auditText, resultText } from '../../lib/words.ts'

/** What a step did, in a line or two. */
export function StepWords({ steps, index }: { steps: readonly TimelineStep[]; index: number }) {
  const { t } = useTranslation()
  const entry = steps[index]?.entry
  if (entry === undefined) return null
  const { verb, object } = auditText(t, entry)
  const { text, refused } = resultText(t, entry.result)
  const drove = droveFrom(steps, index)
  return (
    <span className="block min-w-0 flex-1">
      <span className="wrap-anywhere line-clamp-2">
        <span className={headOf(entry) === undefined ? '' : 'font-semibold'}>{verb}</span> <span className="text-ink-2">{object}</span>
      </span>
      {drove !== undefined && <span className="block text-ink-2 text-small">{clock(drove)}</span>}
      {refused && <span className="block text-needs-text text-small">{text}</span>}
    </span>
  )
}
