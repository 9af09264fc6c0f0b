import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.tsx'
import { toFault } from '../../api/fault.ts'
import type { Agent } from '../../api/model.ts'
import { keys } from '../../api/queries.ts'
import { Blocks } from '../../ui/blocks.tsx'
import { Button } from '../../ui/button.tsx'
import { FaultNote } from '../../ui/fault-note.tsx'
import { Page } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { ActivityTable } from './activity-table.tsx'

const pageSize = 100
const everyone = ''

/** Who did what, for all agents or one. */
export function ActivityPage({ agents }: { agents: readonly Agent[] }) {
  const { t } = useTranslation()
  const { call } = useApi()
  const [agentId, setAgentId] = useState(everyone)
  const query = useInfiniteQuery({
    queryKey: [...keys.audit, agentId],
    queryFn: ({ pageParam, signal }) =>
      call(
        'audit_list',
        {
          limit: pageSize,
          ...(pageParam === 0 ? {} : { before: pageParam }),
          ...(agentId === everyone ? {} : { agent_id: agentId }),
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.more ? last.entries?.at(-1)?.seq : undefined),
  })
  const entries = query.data?.pages.flatMap((page) => page.entries ?? [])
  const options = [{ value: everyone, label: t('activity.all') }, ...agents.map(({ id, name }) => ({ value: id, label: name }))]
  return (
    <Page
      title={t('activity.title')}
      text={t('activity.text')}
      action={<Select label={t('activity.agent')} value={agentId} options={options} onChange={setAgentId} className="w-48" />}
    >
      {query.error !== null && <FaultNote fault={toFault(query.error)} onRetry={() => void query.refetch()} />}
      {entries === undefined ? (
        query.error === null && <Blocks rows={6} height={36} />
      ) : entries.length === 0 ? (
        <p className="text-ink-2">{t('activity.none')}</p>
      ) : (
        <ActivityTable entries={entries} />
      )}
      {query.hasNextPage && (
        <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} className="justify-self-start">
          {t('activity.more')}
        </Button>
      )}
    </Page>
  )
}
