import type { QueryClient } from '@tanstack/react-query'
import type { BatonEvent, PersonRequest, Session } from './model.ts'
import { keys } from './queries.ts'

/** Puts what an event brings into the query cache, or marks a list as old. */
export function applyEvent(client: QueryClient, event: BatonEvent): void {
  switch (event.type) {
    case 'session/changed':
      putSession(client, event.data as Session)
      refresh(client, keys.agents)
      refresh(client, keys.profiles)
      return
    case 'request/changed':
      put(client, keys.requests, event.data as PersonRequest, newer)
      return
    case 'profiles/changed':
      refresh(client, keys.profiles)
      return
    case 'agents/changed':
      refresh(client, keys.agents)
      return
    case 'audit/appended':
      refresh(client, keys.audit)
      return
    case 'settings/changed':
      refresh(client, keys.settings)
      refresh(client, keys.status)
      return
    case 'resync':
      refreshAll(client)
  }
}

/** Reads every list again: events were lost. */
export function refreshAll(client: QueryClient): void {
  refresh(client)
}

/** Puts a session view into the list of sessions unless a later one is there. */
export function putSession(client: QueryClient, session: Session): void {
  put(client, keys.sessions, session, laterView)
}

// A reading that is under way may have been answered before this came, and would
// take it away again: the list is read once more.
function put<T extends { id: string }>(
  client: QueryClient,
  key: readonly string[],
  item: T,
  replaces: (have: T, next: T) => boolean,
): void {
  client.setQueryData<T[]>(key, (list) => upsert(list, item, replaces))
  if (client.isFetching({ queryKey: key }) > 0) refresh(client, key)
}

// A view from the stream and one from the events may cross; as_of tells which
// is later, and an ended session never comes back to life.
function laterView(have: Session, next: Session): boolean {
  if (have.phase === 'ended' && next.phase !== 'ended') return false
  return (
    next.epoch > have.epoch || (next.epoch === have.epoch && Date.parse(next.as_of) >= Date.parse(have.as_of)) || next.phase === 'ended'
  )
}

const newer = () => true

function upsert<T extends { id: string }>(list: T[] | undefined, item: T, replaces: (have: T, next: T) => boolean): T[] | undefined {
  // Not read yet: the reading will bring it, and a list of one would pass for all.
  if (list === undefined) return undefined
  const at = list.findIndex((other) => other.id === item.id)
  const have = list[at]
  if (have === undefined) return [item, ...list]
  if (!replaces(have, item)) return list
  return list.toSpliced(at, 1, item)
}

// A first reading that is under way is not begun anew by this, although it may
// bring what was before: it is followed by another.
function refresh(client: QueryClient, key: readonly string[] = []): void {
  const first = client
    .getQueryCache()
    .findAll({ queryKey: key, fetchStatus: 'fetching', predicate: (query) => query.state.data === undefined })
  void client.invalidateQueries({ queryKey: key })
  for (const query of first) {
    query.promise?.then(
      () => client.invalidateQueries({ queryKey: query.queryKey, exact: true }),
      () => undefined,
    )
  }
}
