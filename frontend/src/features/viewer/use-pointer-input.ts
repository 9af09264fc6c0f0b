import { type RefObject, useLayoutEffect } from 'react'
import type { InputEvent } from '../../api/model.ts'
import { createClickCounter, wheelPixels } from '../../lib/clicks.ts'
import type { Urgency } from '../../lib/input-queue.ts'
import { modifiersOf, type Platform } from '../../lib/keymap.ts'
import { type Box, type Fit, letterbox, onPicture, type Point, toPage } from '../../lib/letterbox.ts'
import { createTouch } from './touch.ts'

export interface PointerOptions {
  readonly stage: RefObject<HTMLElement | null>
  readonly enabled: boolean
  readonly page: () => Box
  readonly push: (event: InputEvent, urgency: Urgency) => void
  readonly onPress: () => void
  readonly platform: Platform
}

const buttonNames = ['left', 'middle', 'right', 'back', 'forward'] as const

/** Sends what mouse, pen, wheel and fingers do on the picture. */
export function usePointerInput({ stage, enabled, page, push, onPress, platform }: PointerOptions): void {
  // As soon as the window says so: who sees that they drive may click at once.
  useLayoutEffect(() => {
    const element = stage.current
    if (element === null || !enabled) return
    const listeners = new AbortController()
    const on = <K extends keyof HTMLElementEventMap>(type: K, handler: (event: HTMLElementEventMap[K]) => void) =>
      element.addEventListener(type, handler, { signal: listeners.signal, passive: false })
    const place = placeOn(element, page)
    const count = createClickCounter()
    const touch = createTouch(push)

    on('pointerdown', (event) => {
      if (onControl(event.target)) return
      const at = place(event)
      if (at === undefined) return
      event.preventDefault()
      onPress()
      element.setPointerCapture(event.pointerId)
      if (event.pointerType === 'touch') return touch.down(at, event.timeStamp)
      const clicks = count({ button: event.button, x: event.clientX, y: event.clientY, at: event.timeStamp })
      push({ kind: 'down', ...at, ...mouse(event, platform), button: nameOf(event.button), clicks }, 'now')
      element.dataset.clicks = String(clicks)
    })
    on('pointermove', (event) => {
      if (onControl(event.target)) return
      const held = element.hasPointerCapture(event.pointerId)
      const at = place(event, held)
      if (at === undefined) return
      if (event.pointerType === 'touch') return touch.move(at)
      push({ kind: 'move', ...at, ...mouse(event, platform) }, 'soon')
    })
    on('pointerup', (event) => {
      if (!element.hasPointerCapture(event.pointerId)) return
      const at = place(event, true)
      if (at === undefined) return
      if (event.pointerType === 'touch') return touch.up(at, event.timeStamp)
      const clicks = Number(element.dataset.clicks ?? 1)
      push({ kind: 'up', ...at, ...mouse(event, platform), button: nameOf(event.button), clicks }, 'now')
    })
    on('pointercancel', () => push({ kind: 'cancel' }, 'now'))
    on('contextmenu', (event) => {
      if (!onControl(event.target)) event.preventDefault()
    })
    on('wheel', (event) => {
      const at = place(event)
      if (at === undefined || onControl(event.target)) return
      event.preventDefault()
      const dx = wheelPixels(event.deltaX, event.deltaMode, page().height)
      const dy = wheelPixels(event.deltaY, event.deltaMode, page().height)
      push({ kind: 'wheel', ...at, dx, dy, modifiers: modifiersOf(event, platform) }, 'soon')
    })
    return () => listeners.abort()
  }, [stage, enabled, page, push, onPress, platform])
}

function nameOf(button: number): string {
  return buttonNames[button] ?? 'left'
}

// The bit order of MouseEvent.buttons is the one of the wire.
function mouse(event: PointerEvent, platform: Platform) {
  return { buttons: event.buttons & 31, modifiers: modifiersOf(event, platform) }
}

// A dialog or a card that Baton draws over the picture is no part of the page.
function onControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-over]') !== null
}

function placeOn(element: HTMLElement, page: () => Box) {
  return (event: MouseEvent, anywhere = false): Point | undefined => {
    const box = element.getBoundingClientRect()
    const size = page()
    const fit: Fit = letterbox(box, size)
    const point = { x: event.clientX - box.left, y: event.clientY - box.top }
    if (fit.scale === 0 || (!anywhere && !onPicture(fit, point))) return undefined
    return toPage(fit, size, point)
  }
}
