import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useApi } from '../api/context.tsx'
import { type Fault, toFault } from '../api/fault.ts'
import { statusQuery } from '../api/queries.ts'
import { useShell } from '../shell/context.tsx'
import type { LiveTarget } from '../shell/window.ts'

/**
 * Opens the live window: the desktop's own where there is a desktop, else
 * live.html in another tab. Also answers requests, which end up there.
 */
export function useOpenLive() {
  const api = useApi()
  const { call } = api
  const shell = useShell()
  const { data: status } = useQuery(statusQuery(api))
  const desktop = status?.desktop
  const [fault, setFault] = useState<Fault>()

  const open = useCallback(
    async (target: LiveTarget) => {
      setFault(undefined)
      // Without a desktop nobody has to be asked, and a tab that opens within
      // the click is not taken for an unwanted one.
      if (desktop === false) return shell.openLive(target)
      try {
        const { native } = await call('window_open', {
          window: 'live',
          session_id: target.sessionId,
          ...(target.take === true ? { take: true } : {}),
          ...(target.requestId === undefined ? {} : { request_id: target.requestId }),
        })
        if (!native) shell.openLive(target)
      } catch (error) {
        setFault(toFault(error))
      }
    },
    [call, desktop, shell],
  )

  const accept = useCallback(
    async (requestId: string) => {
      setFault(undefined)
      try {
        const { session, native } = await call('request_accept', { request_id: requestId })
        if (!native) shell.openLive({ sessionId: session.id, take: true, requestId })
      } catch (error) {
        setFault(toFault(error))
      }
    },
    [call, shell],
  )

  return { open, accept, fault }
}
