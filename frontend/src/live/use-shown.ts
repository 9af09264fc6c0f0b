import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { putSession } from '../api/cache.ts'
import { useApi } from '../api/context.tsx'
import type { Session } from '../api/model.ts'
import { sessionsQuery } from '../api/queries.ts'

const often = 4000
const seldom = 15_000
const enough = 5

/**
 * Looks for sessions beside the events: every 4 s, every 15 s after five looks
 * in vain, not at all while the page is hidden.
 */
function useDiscovery(): void {
  const { call } = useApi()
  const client = useQueryClient()
  const vain = useRef(0)
  useQuery({
    queryKey: ['discovery'],
    queryFn: async ({ signal }) => {
      const { session } = await call('session_get', {}, { signal })
      const live = session !== null && session !== undefined && session.phase !== 'ended'
      vain.current = live ? 0 : vain.current + 1
      if (session) putSession(client, session)
      return session?.id ?? null
    },
    refetchInterval: () => (vain.current >= enough ? seldom : often),
    refetchIntervalInBackground: false,
    retry: false,
  })
}

/**
 * Which session the window shows: the chosen one while it is live, else the newest.
 * A window of one agent, or of one sign-in, knows no others.
 */
export function useShown(first: string | undefined, of?: string) {
  useDiscovery()
  const { data: all } = useQuery(sessionsQuery(useApi()))
  const data = useMemo(() => (of === undefined ? all : all?.filter((session) => (session.agent_id ?? session.id) === of)), [all, of])
  const [chosen, choose] = useState(first)
  const live = useMemo(() => (data ?? []).filter(isLive).toSorted(newestFirst), [data])
  const kept = data?.find((session) => session.id === chosen)
  const shown = kept !== undefined && isLive(kept) ? kept : (live[0] ?? kept ?? data?.[0])
  const id = shown?.id

  // What is shown stays: a session that opens later only adds to the switcher.
  useEffect(() => {
    if (id !== undefined) choose(id)
  }, [id])

  const others = useMemo(() => live.filter((session) => session.id !== id), [live, id])
  return { shown, others, choose, ready: data !== undefined }
}

function isLive(session: Session): boolean {
  return session.phase !== 'ended'
}

function newestFirst(a: Session, b: Session): number {
  return Date.parse(b.started_at) - Date.parse(a.started_at)
}
