import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** What a viewer said: a text message of less than 64 kB. */
type Said = { readonly type: string; readonly [field: string]: unknown }

/** One viewer of a StreamServer. */
export interface Viewer {
  readonly said: Said[]
  tell(message: object): void
  cut(): void
}

/** The far end of a live stream for tests: it says what it is told to (RFC 6455, as much as is needed). */
export async function streamServer(onViewer: (viewer: Viewer) => void, onSaid: () => void) {
  const server = createServer()
  const open = new Set<Duplex>()
  server.on('upgrade', (request, socket) => {
    open.add(socket)
    const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`)
    const said: Said[] = []
    let rest = Buffer.alloc(0)
    socket.on('data', (part: Buffer) => {
      rest = Buffer.concat([rest, part])
      for (let frame = readFrame(rest); frame !== undefined; frame = readFrame(rest)) {
        rest = rest.subarray(frame.size)
        if (frame.text !== undefined) said.push(JSON.parse(frame.text) as Said)
        onSaid()
      }
    })
    socket.on('error', () => socket.destroy())
    onViewer({ said, tell: (message) => socket.write(textFrame(JSON.stringify(message))), cut: () => socket.destroy() })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

const textKind = 1

function readFrame(data: Buffer): { size: number; text?: string } | undefined {
  if (data.length < 2) return undefined
  const short = data.readUInt8(1) & 0x7f
  const head = short === 126 ? 4 : 2
  if (data.length < head + 4) return undefined
  const length = short === 126 ? data.readUInt16BE(2) : short
  const size = head + 4 + length
  if (data.length < size) return undefined
  const mask = data.subarray(head, head + 4)
  const body = data.subarray(head + 4, size).map((byte, at) => byte ^ mask.readUInt8(at % 4))
  return (data.readUInt8(0) & 0x0f) === textKind ? { size, text: Buffer.from(body).toString() } : { size }
}

function textFrame(text: string): Buffer {
  const body = Buffer.from(text)
  const head = body.length < 126 ? Buffer.from([0x81, body.length]) : Buffer.from([0x81, 126, body.length >> 8, body.length & 0xff])
  return Buffer.concat([head, body])
}
