import { RouterProvider } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Boot } from '../shell/window.ts'
import { createAppRouter } from './router.ts'

/** The management window. */
export function ManageApp({ boot }: { boot: Boot }) {
  const first = boot.requestId === undefined ? boot.sessionId && `/sessions/${boot.sessionId}` : `/requests/${boot.requestId}`
  const router = useMemo(() => createAppRouter(first), [first])
  return <RouterProvider router={router} />
}
