import { RouterProvider } from '@tanstack/react-router'
import { useMemo } from 'react'
import { createAppRouter } from './router.ts'

/** The management window. */
export function ManageApp() {
  const router = useMemo(createAppRouter, [])
  return <RouterProvider router={router} />
}
