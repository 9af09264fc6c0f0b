import type { FrameHeader } from './model.ts'

/** One picture of the live stream. */
export interface Frame {
  readonly header: FrameHeader
  readonly jpeg: Blob
}

/**
 * Takes a binary message apart: two bytes of big-endian length, the header as
 * JSON, then the JPEG. Undefined when it is none of ours.
 */
export function parseFrame(message: ArrayBuffer): Frame | undefined {
  if (message.byteLength < 2) return undefined
  const length = new DataView(message).getUint16(0)
  if (message.byteLength < 2 + length) return undefined
  try {
    const header = JSON.parse(new TextDecoder().decode(new Uint8Array(message, 2, length))) as FrameHeader
    return { header, jpeg: new Blob([new Uint8Array(message, 2 + length)], { type: 'image/jpeg' }) }
  } catch {
    return undefined
  }
}
