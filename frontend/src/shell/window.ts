/** What a window is told when it starts. */
export interface Boot {
  readonly baseUrl: string
  readonly token: string
  readonly window: 'manage' | 'live'
  readonly language: string
  readonly theme: string
  readonly sessionId?: string
  /** The agent, or the sign-in, whose browser alone the window is for; none is for all. */
  readonly of?: string
  readonly take?: boolean
  readonly requestId?: string
  /** The last event before the window was started. */
  readonly after?: string
}

/** Why a page cannot start: it has no link, or its one-time link is used up. */
export type NoLink = 'missing' | 'used'

export interface LiveTarget {
  readonly sessionId: string
  readonly take?: boolean
  readonly requestId?: string
}

/** The shape of the live window on the desktop. */
export type WindowShape = 'normal' | 'maximised' | 'pill'

/**
 * The one way to the window around the page. There are two: a Wails window on
 * the desktop and an ordinary browser tab, where most commands do nothing.
 */
export interface Shell {
  /** True where the window is ours: frameless, movable, always on top. */
  readonly native: boolean
  boot(): Promise<Boot | NoLink>
  /** Opens the live window; the desktop's host does it when native. */
  openLive(target: LiveTarget): void
  /** Forgets the token, when the server no longer takes it. */
  forget(): void
  show(): void
  /** Closes the live window for the session it shows. */
  dismiss(): void
  /** Gives the live window a shape; pillWidth is the width of the pill. */
  setShape(shape: WindowShape, pillWidth?: number): Promise<void>
}
