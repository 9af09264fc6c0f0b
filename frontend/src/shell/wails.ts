import { liveMinimum, maximisedOn, type Place, pillHeight, type Size, sameCorner } from './geometry.ts'
import { type WailsRuntime, wailsBootstrap } from './wails-runtime.ts'
import type { Boot, NoLink, Shell, WindowShape } from './window.ts'

/**
 * The shell in a Wails window: window commands go to its runtime. Place and size
 * are kept by the window's own process, not here.
 */
export function wailsShell(runtime: WailsRuntime): Shell {
  let shape: WindowShape = 'normal'
  let normal: Place | undefined

  async function setShape(next: WindowShape, pillWidth = 260): Promise<void> {
    if (next === shape && next !== 'pill') return
    const screen = await currentScreen(runtime)
    if (shape === 'normal') normal = await currentPlace(runtime)
    const base = normal ?? (await currentPlace(runtime))
    const from = shape === 'pill' ? await currentPlace(runtime) : base
    shape = next
    if (next === 'pill') {
      runtime.WindowSetMinSize(1, 1)
      move(runtime, sameCorner(screen, from, { width: pillWidth, height: pillHeight }))
      return
    }
    // A pill that was dragged away grows from where it is now.
    move(runtime, next === 'maximised' ? maximisedOn(screen) : sameCorner(screen, from, base))
    runtime.WindowSetMinSize(liveMinimum.width, liveMinimum.height)
  }

  return {
    native: true,
    boot: bootFromGo,
    openLive: () => {},
    forget: () => {},
    show: () => {
      runtime.WindowShow()
      runtime.WindowUnminimise()
    },
    dismiss: () => runtime.Quit(),
    setShape,
  }
}

async function bootFromGo(): Promise<Boot | NoLink> {
  const bootstrap = wailsBootstrap()
  if (bootstrap === undefined) return 'missing'
  const told = await bootstrap()
  return {
    baseUrl: told.base_url.replace(/\/$/, ''),
    token: told.token,
    window: told.window,
    language: told.language ?? 'system',
    theme: told.theme ?? 'system',
    ...(told.session_id ? { sessionId: told.session_id } : {}),
    ...(told.request_id ? { requestId: told.request_id } : {}),
    ...(told.take ? { take: true } : {}),
    ...(told.after ? { after: told.after } : {}),
  }
}

// The size first: setting it may move the window to fit the screen.
function move(runtime: WailsRuntime, place: Place): void {
  runtime.WindowSetSize(Math.round(place.width), Math.round(place.height))
  runtime.WindowSetPosition(Math.round(place.x), Math.round(place.y))
}

async function currentPlace(runtime: WailsRuntime): Promise<Place> {
  const [size, position] = await Promise.all([runtime.WindowGetSize(), runtime.WindowGetPosition()])
  return { ...position, width: size.w, height: size.h }
}

async function currentScreen(runtime: WailsRuntime): Promise<Size> {
  const screens = await runtime.ScreenGetAll()
  const screen = screens.find((s) => s.isCurrent) ?? screens.find((s) => s.isPrimary) ?? screens[0]
  return screen ?? { width: window.screen.availWidth, height: window.screen.availHeight }
}
