import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { applyEvent, refreshAll } from './cache.ts'
import { useApi } from './context.tsx'
import { watchEvents } from './events.ts'
import type { WindowShow } from './model.ts'

/**
 * Keeps the query cache fresh from the event stream; one per page. When the
 * stream comes back after a break everything is read again.
 */
export function useEvents(onShow: (show: WindowShow) => void): void {
  const { link } = useApi()
  const client = useQueryClient()
  const show = useRef(onShow)
  show.current = onShow
  useEffect(() => {
    const stop = new AbortController()
    let opened = false
    void watchEvents(
      link,
      {
        onEvent: (event) => {
          if (event.type === 'window/show') show.current(event.data as WindowShow)
          else applyEvent(client, event)
        },
        onOpen: () => {
          // What changed between the first reading and the stream is missed otherwise.
          if (opened) refreshAll(client)
          opened = true
        },
        onLost: () => {},
      },
      stop.signal,
    )
    return () => stop.abort()
  }, [link, client])
}
