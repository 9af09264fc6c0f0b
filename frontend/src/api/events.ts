import { backoff, pause } from './backoff.ts'
import type { Link } from './client.ts'
import type { BatonEvent } from './model.ts'
import { createSseParser } from './sse.ts'

// The server sends a comment every 15 s; a stream that is silent for longer
// than two of them is dead although the socket has not noticed.
const silence = 35_000

export interface EventHandlers {
  onEvent(event: BatonEvent): void
  /** Every time a stream stands: after the first, things may have been missed. */
  onOpen(): void
  onLost(): void
}

/**
 * Reads /api/events until the signal is aborted, reconnecting with back-off and
 * asking for what was missed. EventSource cannot send the token, so the stream
 * is read with fetch.
 */
export async function watchEvents(link: Link, handlers: EventHandlers, signal: AbortSignal): Promise<void> {
  let last = link.after ?? ''
  let attempt = 0
  const seen = (id: string) => {
    if (id !== '') last = id
  }
  while (!signal.aborted) {
    try {
      await readOnce(link, last, seen, signal, {
        ...handlers,
        onOpen: () => {
          attempt = 0
          handlers.onOpen()
        },
      })
    } catch {
      // A broken stream is ordinary: it is opened again below.
    }
    if (signal.aborted) return
    handlers.onLost()
    await pause(backoff(attempt++), signal)
  }
}

async function readOnce(link: Link, last: string, seen: (id: string) => void, signal: AbortSignal, handlers: EventHandlers): Promise<void> {
  const stop = new AbortController()
  const abort = () => stop.abort()
  signal.addEventListener('abort', abort)
  let watchdog = setTimeout(abort, silence)
  try {
    const headers: Record<string, string> = { Authorization: `Bearer ${link.token}`, Accept: 'text/event-stream' }
    if (last !== '') headers['Last-Event-ID'] = last
    const answer = await fetch(`${link.baseUrl}/api/events`, { headers, signal: stop.signal, cache: 'no-store' })
    if (!answer.ok || answer.body === null) return
    handlers.onOpen()
    const parse = createSseParser()
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(watchdog)
      watchdog = setTimeout(abort, silence)
      for (const message of parse(value)) {
        seen(message.id)
        handlers.onEvent(JSON.parse(message.data) as BatonEvent)
      }
    }
  } finally {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', abort)
  }
}
