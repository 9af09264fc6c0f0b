import { createContext, type ReactNode, useContext } from 'react'
import type { Shell } from './window.ts'

const Context = createContext<Shell | undefined>(undefined)

export function ShellProvider({ shell, children }: { shell: Shell; children: ReactNode }) {
  return <Context value={shell}>{children}</Context>
}

export function useShell(): Shell {
  const shell = useContext(Context)
  if (shell === undefined) throw new Error('useShell outside of ShellProvider')
  return shell
}
