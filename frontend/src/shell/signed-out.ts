import type { Shell } from './window.ts'

/**
 * The token is no longer taken: Baton was started anew, or the person signed out. A
 * tab starts over and says how to get a link; a native window is about to be closed
 * by its host.
 */
export function signedOut(shell: Shell): void {
  if (shell.native) return
  shell.forget()
  window.location.reload()
}
