import { RouterProvider } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Boot } from '../shell/window.ts'
import { createAppRouter } from './router.ts'

/** The management window. */
export function ManageApp({ boot }: { boot: Boot }) {
  const router = useMemo(() => createAppRouter(boot.sessionId), [boot.sessionId])
  return <RouterProvider router={router} />
}
