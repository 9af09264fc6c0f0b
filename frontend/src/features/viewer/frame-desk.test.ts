import { expect, it } from 'vitest'
import type { Frame } from '../../api/frame.ts'
import { FrameDesk } from './frame-desk.ts'

const frame = (n: number) => ({ header: { frame: n }, jpeg: new Blob() }) as unknown as Frame

function desk() {
  const acked: number[] = []
  const painted: number[] = []
  const it = new FrameDesk((n) => acked.push(n))
  const painter = {
    paint: (f: Frame) => {
      painted.push(f.header.frame)
      it.done(f.header.frame)
    },
    clear: () => painted.push(0),
  }
  return { it, acked, painted, painter }
}

it('paints and acknowledges what comes', () => {
  const d = desk()
  d.it.attach(d.painter)
  d.it.receive(frame(1))
  d.it.receive(frame(2))
  expect(d).toMatchObject({ painted: [1, 2], acked: [1, 2] })
})

it('lets the server rest without a canvas, and goes on with the newest', () => {
  const d = desk()
  d.it.attach(d.painter)
  d.it.receive(frame(1))
  d.it.attach(undefined)
  d.it.receive(frame(2))
  d.it.receive(frame(3))
  expect(d.acked).toEqual([1])
  d.it.attach(d.painter)
  expect(d).toMatchObject({ painted: [1, 3], acked: [1, 2, 3] })
})

it('paints the last frame again for a canvas that comes back, and acknowledges it once', () => {
  const d = desk()
  d.it.attach(d.painter)
  d.it.receive(frame(1))
  d.it.attach(undefined)
  d.it.attach(d.painter)
  expect(d).toMatchObject({ painted: [1, 1], acked: [1] })
})

it('owes a new connection nothing, and another session no picture', () => {
  const d = desk()
  d.it.receive(frame(1))
  d.it.reconnect()
  d.it.attach(d.painter)
  expect(d).toMatchObject({ painted: [1], acked: [] })
  d.it.clear()
  d.it.attach(undefined)
  d.it.attach(d.painter)
  expect(d.painted).toEqual([1, 0])
})
