import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/context.tsx'
import type { Session } from '../../api/model.ts'
import { keys } from '../../api/queries.ts'

/** The timelines of an agent, newest first; read again when its browser opens or ends. */
export function useTimelines(agentId: string, running: Session | undefined) {
  const { call } = useApi()
  return useQuery({
    queryKey: [...keys.timelines, agentId, running?.id, running?.phase],
    queryFn: async ({ signal }) => (await call('timeline_list', { agent_id: agentId }, { signal })).timelines,
    placeholderData: keepPreviousData,
  })
}

/** The steps of a session; those of the agent's newest one are read again after each. */
export function useSteps(agentId: string, sessionId: string, newest: Session | undefined) {
  const { call } = useApi()
  const live = newest?.id === sessionId ? newest : undefined
  return useQuery({
    queryKey: [...keys.timelines, agentId, sessionId, live?.phase, live?.last_step?.at, live?.epoch],
    queryFn: async ({ signal }) => (await call('timeline_get', { agent_id: agentId, session_id: sessionId }, { signal })).steps,
    // The picture of a step comes a moment after it, as does the end.
    refetchInterval: (query) => (live !== undefined && query.state.dataUpdateCount < 3 ? 700 : false),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** A picture as a data URL; it never changes. */
export function useStepPicture(agentId: string, sessionId: string, picture: number | undefined) {
  const { call } = useApi()
  return useQuery({
    queryKey: [...keys.timelines, agentId, sessionId, 'picture', picture],
    queryFn: async ({ signal }) => {
      const { jpeg } = await call('timeline_picture', { agent_id: agentId, session_id: sessionId, picture: picture ?? 0 }, { signal })
      return `data:image/jpeg;base64,${jpeg}`
    },
    enabled: picture !== undefined && picture > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  })
}
