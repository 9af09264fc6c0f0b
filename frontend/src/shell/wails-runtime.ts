/** The part of Wails' injected runtime that Baton uses (v2.9). */
export interface WailsRuntime {
  WindowShow(): void
  WindowHide(): void
  WindowUnminimise(): void
  WindowSetAlwaysOnTop(on: boolean): void
  WindowSetSize(width: number, height: number): void
  WindowSetMinSize(width: number, height: number): void
  WindowSetPosition(x: number, y: number): void
  WindowGetSize(): Promise<{ w: number; h: number }>
  WindowGetPosition(): Promise<{ x: number; y: number }>
  ScreenGetAll(): Promise<WailsScreen[]>
  Quit(): void
}

interface WailsScreen {
  isCurrent: boolean
  isPrimary: boolean
  width: number
  height: number
}

/** What Bootstrap of the Go side resolves to. */
export interface WailsBoot {
  base_url: string
  token: string
  window: 'manage' | 'live'
  session_id?: string
  of?: string
  take?: boolean
  after?: string
  request_id?: string
  language?: string
  theme?: string
}

interface WailsGlobals {
  runtime?: WailsRuntime
  go?: Record<string, Record<string, { Bootstrap?: () => Promise<WailsBoot> }>>
}

const globals = () => window as unknown as WailsGlobals

/** The runtime, in a Wails window. */
export function wailsRuntime(): WailsRuntime | undefined {
  const { runtime, go } = globals()
  return go === undefined ? undefined : runtime
}

/** The one bound method, wherever Wails put its receiver. */
export function wailsBootstrap(): (() => Promise<WailsBoot>) | undefined {
  for (const pack of Object.values(globals().go ?? {})) {
    for (const receiver of Object.values(pack)) {
      if (receiver.Bootstrap !== undefined) return receiver.Bootstrap
    }
  }
  return undefined
}
