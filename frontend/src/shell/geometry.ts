export interface Size {
  readonly width: number
  readonly height: number
}

export interface Place extends Size {
  readonly x: number
  readonly y: number
}

/** The smallest live window, and the height of its pill (LOOK §5). */
export const liveMinimum: Size = { width: 400, height: 330 }
export const pillHeight = 40
const margin = 16

/** The work area less 32 px. */
export function maximisedOn(screen: Size): Place {
  return { x: margin, y: margin, width: screen.width - 2 * margin, height: screen.height - 2 * margin }
}

/** The same place, with nothing of it outside the screen. */
function keepOn(screen: Size, place: Place): Place {
  const width = Math.min(place.width, screen.width)
  const height = Math.min(place.height, screen.height)
  return {
    width,
    height,
    x: Math.max(0, Math.min(place.x, screen.width - width)),
    y: Math.max(0, Math.min(place.y, screen.height - height)),
  }
}

/** A window of another size that keeps the bottom right corner of place. */
export function sameCorner(screen: Size, place: Place, size: Size): Place {
  return keepOn(screen, {
    ...size,
    x: place.x + place.width - size.width,
    y: place.y + place.height - size.height,
  })
}
