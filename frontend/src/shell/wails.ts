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
  let going: Place | undefined // where the window is on its way to

  async function setShape(next: WindowShape, pillWidth = 260): Promise<void> {
    if (next === shape && next !== 'pill') return
    const screen = await currentScreen(runtime)
    if (shape === 'normal') normal = going ?? (await currentPlace(runtime))
    const base = normal ?? (await currentPlace(runtime))
    // A pill that was dragged away grows from where it is now.
    const from = shape === 'pill' ? (going ?? (await currentPlace(runtime))) : base
    shape = next
    if (next === 'pill') {
      runtime.WindowSetMinSize(1, 1)
      await go(sameCorner(screen, from, { width: pillWidth, height: pillHeight }))
    } else if (await go(next === 'maximised' ? maximisedOn(screen) : sameCorner(screen, from, base))) {
      runtime.WindowSetMinSize(liveMinimum.width, liveMinimum.height)
    }
  }

  /** False when another shape was wanted meanwhile. */
  async function go(place: Place): Promise<boolean> {
    going = place
    const wanted = () => going === place
    await move(runtime, place, wanted)
    if (!wanted()) return false
    going = undefined
    return true
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
    ...(told.of ? { of: told.of } : {}),
    ...(told.session_id ? { sessionId: told.session_id } : {}),
    ...(told.request_id ? { requestId: told.request_id } : {}),
    ...(told.take ? { take: true } : {}),
    ...(told.after ? { after: told.after } : {}),
  }
}

const tries = 8
const between = 60

// The size first: setting it may move the window to fit the screen. Wails runs
// these commands beside each other, so that a size can come before the minimum
// that allows it: it is asked for again until the window has it. A system that
// does not let windows choose their place is not asked for ever.
async function move(runtime: WailsRuntime, place: Place, wanted: () => boolean): Promise<void> {
  const width = Math.round(place.width)
  const height = Math.round(place.height)
  const x = Math.round(place.x)
  const y = Math.round(place.y)
  for (let i = 0; i < tries && wanted(); i++) {
    runtime.WindowSetSize(width, height)
    runtime.WindowSetPosition(x, y)
    await new Promise((resolve) => setTimeout(resolve, between))
    const now = await currentPlace(runtime)
    if (now.width === width && now.height === height && now.x === x && now.y === y) return
  }
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
