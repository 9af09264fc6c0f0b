import { describe, expect, it } from 'vitest'
import { liveMinimum, maximisedOn, sameCorner } from './geometry.ts'

const screen = { width: 1280, height: 800 }

describe('the place of the live window', () => {
  it('keeps its bottom right corner as a pill and back', () => {
    const normal = { x: 744, y: 364, width: 520, height: 420 }
    const pill = sameCorner(screen, normal, { width: 260, height: 40 })
    expect(pill).toEqual({ x: 1004, y: 744, width: 260, height: 40 })
    expect(sameCorner(screen, pill, normal)).toEqual(normal)
  })
  it('stays on the screen', () => {
    const pill = { x: 0, y: 0, width: 200, height: 40 }
    expect(sameCorner(screen, pill, liveMinimum)).toEqual({ x: 0, y: 0, ...liveMinimum })
  })
  it('is the work area less 32 px when maximised', () => {
    expect(maximisedOn(screen)).toEqual({ x: 16, y: 16, width: 1248, height: 768 })
  })
})
