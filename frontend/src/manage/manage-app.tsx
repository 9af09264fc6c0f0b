import { RouterProvider } from '@tanstack/react-router'
import { useMemo } from 'react'
import { createAppRouter } from './router.ts'

/** The management window. */
export function ManageApp({ requestId }: { requestId: string | undefined }) {
  const router = useMemo(() => createAppRouter(requestId), [requestId])
  return <RouterProvider router={router} />
}
