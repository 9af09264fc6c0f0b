import { describe, expect, it } from 'vitest'
import { fromPage, letterbox, onPicture, toPage } from './letterbox.ts'

const page = { width: 1280, height: 720 }

describe('letterbox', () => {
  it('centres a wide page in a tall box', () => {
    expect(letterbox({ width: 640, height: 640 }, page)).toEqual({ x: 0, y: 140, width: 640, height: 360, scale: 0.5 })
  })
  it('centres a page in a wide box', () => {
    expect(letterbox({ width: 1000, height: 360 }, page)).toEqual({ x: 180, y: 0, width: 640, height: 360, scale: 0.5 })
  })
  it('is nothing before the first picture', () => {
    expect(letterbox({ width: 640, height: 640 }, { width: 0, height: 0 }).scale).toBe(0)
  })
  it('finds the point of the page, and knows the stage from the picture', () => {
    const fit = letterbox({ width: 640, height: 640 }, page)
    expect(toPage(fit, page, { x: 320, y: 320 })).toEqual({ x: 640, y: 360 })
    expect(onPicture(fit, { x: 320, y: 100 })).toBe(false)
    expect(onPicture(fit, { x: 320, y: 141 })).toBe(true)
  })
  it('keeps a drag that leaves the picture on the page', () => {
    const fit = letterbox({ width: 640, height: 640 }, page)
    expect(toPage(fit, page, { x: -50, y: 9999 })).toEqual({ x: 0, y: 719 })
    expect(toPage(fit, page, { x: 9999, y: 0 })).toEqual({ x: 1279, y: 0 })
  })
  it('finds the place of a field of the page, kept on the picture', () => {
    const fit = letterbox({ width: 640, height: 640 }, page)
    expect(fromPage(fit, { x: 100, y: 40, width: 200, height: 30 })).toEqual({ x: 50, y: 160, width: 100, height: 15 })
    expect(fromPage(fit, { x: -20, y: 700, width: 60, height: 60 })).toEqual({ x: 0, y: 490, width: 20, height: 10 })
    expect(fromPage(fit, { x: 0, y: 2000, width: 60, height: 60 }).height).toBe(0)
  })
})
