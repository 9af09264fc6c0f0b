import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOp } from '../../api/context.tsx'
import { toFault } from '../../api/fault.ts'
import type { Session, Timelines } from '../../api/model.ts'
import { dayOrTime, timeOfDay } from '../../lib/format.ts'
import { Blocks } from '../../ui/blocks.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { FaultNote } from '../../ui/fault-note.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { TimelineView } from './timeline-view.tsx'
import { useTimelines } from './use-timeline.ts'

export interface TimelineTabProps {
  agentId: string
  /** The agent's newest session, which may still run. */
  session: Session | undefined
  /** The session that was asked for. */
  first?: string | undefined
}

/** What an agent did in a session, step by step, each with its picture. */
export function TimelineTab({ agentId, session, first }: TimelineTabProps) {
  const { t, i18n } = useTranslation()
  const running = session !== undefined && session.phase !== 'ended' ? session : undefined
  const { data, error, refetch } = useTimelines(agentId, session)
  const remove = useOp('timeline_delete')
  const [chosen, choose] = useState(first)
  const [asking, setAsking] = useState(false)
  useEffect(() => choose(first), [first])
  if (error !== null) return <FaultNote fault={toFault(error)} onRetry={() => void refetch()} />
  if (data === undefined) return <Blocks rows={6} height={36} />
  const shown = data.find((one) => one.session_id === chosen) ?? data[0]
  if (shown === undefined) return <p className="text-ink-2">{t('timeline.none')}</p>
  const options = data.map((one) => ({ value: one.session_id, label: nameOf(one) }))

  function nameOf(one: Timelines[number]): string {
    const from = dayOrTime(one.started_at, i18n.language)
    const what = [one.host, t('timeline.count', { count: one.steps })].filter(Boolean).join(', ')
    const until = one.session_id === running?.id ? t('timeline.now') : timeOfDay(one.last_at, i18n.language)
    return `${from} – ${until} · ${what}`
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Select label={t('timeline.session')} value={shown.session_id} options={options} onChange={choose} className="min-w-0 max-w-full" />
        {shown.session_id !== running?.id && <IconButton icon={Trash2} label={t('timeline.delete')} onClick={() => setAsking(true)} />}
      </div>
      <TimelineView key={shown.session_id} agentId={agentId} sessionId={shown.session_id} newest={session} />
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          remove.mutate(
            { agent_id: agentId, session_id: shown.session_id },
            {
              onSuccess: () => {
                setAsking(false)
                void refetch()
              },
            },
          )
        }
        title={t('timeline.delete.confirm')}
        text={t('timeline.delete.text')}
        confirm={t('timeline.delete')}
        busy={remove.isPending}
        fault={remove.error}
      />
    </div>
  )
}
