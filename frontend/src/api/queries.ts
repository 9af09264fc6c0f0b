import { queryOptions } from '@tanstack/react-query'
import type { Api } from './client.ts'

// One option set per list. They are read once and then kept fresh by events
// (cache.ts), so they never go stale by time.
const fresh = { staleTime: Number.POSITIVE_INFINITY }

export const keys = {
  status: ['status'],
  settings: ['settings'],
  webhook: ['webhook'],
  agents: ['agents'],
  profiles: ['profiles'],
  sessions: ['sessions'],
  requests: ['requests'],
  audit: ['audit'],
  timelines: ['timelines'],
} as const

export const statusQuery = ({ call }: Api) =>
  queryOptions({ queryKey: keys.status, queryFn: ({ signal }) => call('status', {}, { signal }), ...fresh })

export const settingsQuery = ({ call }: Api) =>
  queryOptions({ queryKey: keys.settings, queryFn: ({ signal }) => call('settings_get', {}, { signal }), ...fresh })

export const webhookQuery = ({ call }: Api) =>
  queryOptions({ queryKey: keys.webhook, queryFn: ({ signal }) => call('webhook_get', {}, { signal }), ...fresh })

export const agentsQuery = ({ call }: Api) =>
  queryOptions({ queryKey: keys.agents, queryFn: async ({ signal }) => (await call('agents_list', {}, { signal })).agents ?? [], ...fresh })

export const profilesQuery = ({ call }: Api) =>
  queryOptions({
    queryKey: keys.profiles,
    queryFn: async ({ signal }) => (await call('profiles_list', {}, { signal })).profiles ?? [],
    ...fresh,
  })

export const sessionsQuery = ({ call }: Api) =>
  queryOptions({
    queryKey: keys.sessions,
    queryFn: async ({ signal }) => (await call('sessions_list', {}, { signal })).sessions ?? [],
    ...fresh,
  })

export const requestsQuery = ({ call }: Api) =>
  queryOptions({
    queryKey: keys.requests,
    queryFn: async ({ signal }) => (await call('requests_list', {}, { signal })).requests ?? [],
    ...fresh,
  })
