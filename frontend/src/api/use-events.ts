import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { applyEvent, refreshAll } from './cache.ts'
import { useApi } from './context.tsx'
import { watchEvents } from './events.ts'
import type { WindowShow } from './model.ts'

/**
 * Keeps the query cache fresh from the event stream; one per page. Whenever
 * the stream stands, everything is read again.
 */
export function useEvents(onShow: (show: WindowShow) => void): void {
  const { link } = useApi()
  const client = useQueryClient()
  const show = useRef(onShow)
  show.current = onShow
  useEffect(() => {
    const stop = new AbortController()
    void watchEvents(
      link,
      {
        onEvent: (event) => {
          if (event.type === 'window/show') show.current(event.data as WindowShow)
          else applyEvent(client, event)
        },
        // The first time too: what changed between the first reading and the
        // stream would be missed otherwise.
        onOpen: () => refreshAll(client),
        onLost: () => {},
      },
      stop.signal,
    )
    return () => stop.abort()
  }, [link, client])
}
