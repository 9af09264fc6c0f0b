import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../api/context.tsx'
import { toFault } from '../api/fault.ts'
import type { WindowShow } from '../api/model.ts'
import { agentsQuery, requestsQuery, sessionsQuery } from '../api/queries.ts'
import { useEvents } from '../api/use-events.ts'
import { useShell } from '../shell/context.tsx'
import { FaultNote } from '../ui/fault-note.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Sidebar } from './sidebar.tsx'

/** The frame of the management window round its pages. */
export function Layout() {
  const { t } = useTranslation()
  const api = useApi()
  const shell = useShell()
  const navigate = useNavigate()
  const onShow = useCallback(
    (show: WindowShow) => {
      if (show.window !== 'manage') return
      shell.show()
      if (show.request_id) void navigate({ to: '/requests/$requestId', params: { requestId: show.request_id } })
      else if (show.session_id) void navigate({ to: '/sessions/$sessionId', params: { sessionId: show.session_id } })
    },
    [navigate, shell],
  )
  useEvents(onShow)
  const { data: agents = [], error, refetch } = useQuery(agentsQuery(api))
  const { data: sessions = [] } = useQuery(sessionsQuery(api))
  const { data: requests = [] } = useQuery(requestsQuery(api))
  const open = sessions.filter((session) => session.phase !== 'ended').length
  return (
    <div className="flex h-full phone:flex-col">
      <button type="button" onClick={skip} className="sr-only focus:not-sr-only focus:absolute focus:z-60 focus:bg-raised focus:p-2">
        {t('nav.skip')}
      </button>
      <Sidebar agents={agents} requests={requests} open={open} />
      <main id="content" tabIndex={-1} className="min-h-0 min-w-0 flex-1 overflow-y-auto outline-none">
        {error !== null && (
          <div className="px-8 pt-5 phone:px-4">
            <FaultNote fault={toFault(error)} onRetry={() => void refetch()} />
          </div>
        )}
        <Outlet />
      </main>
      <BottomBar />
    </div>
  )
}

// Not a link: the hash belongs to the router.
function skip(): void {
  document.getElementById('content')?.focus()
}
