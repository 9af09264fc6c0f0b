import { describe, expect, it } from 'vitest'
import { giveFiles, mostGiven, type Part, tooLarge } from './give-files.ts'

const file = (name: string, text: string | Uint8Array<ArrayBuffer>) => new File([text], name)

describe('giving files', () => {
  it('goes part by part, in order, with every byte', async () => {
    const bytes = new Uint8Array(1_300_000).map((_, at) => at % 251)
    const parts: Part[] = []
    const shares: number[] = []
    await giveFiles(
      [file('a.bin', bytes), file('empty', ''), file('ü.txt', 'grün')],
      async (part) => parts.push(part),
      (share) => shares.push(share),
      new AbortController().signal,
    )
    expect(parts.map(({ index, name, offset }) => [index, name, offset])).toEqual([
      [0, 'a.bin', 0],
      [0, 'a.bin', 524288],
      [0, 'a.bin', 1048576],
      [1, 'empty', 0],
      [2, 'ü.txt', 0],
    ])
    const first = parts
      .slice(0, 3)
      .map((part) => atob(part.data))
      .join('')
    expect(first.length).toBe(bytes.length)
    expect([...first].every((c, at) => c.charCodeAt(0) === at % 251)).toBe(true)
    expect(atob(parts[4]?.data ?? '')).toBe('gr\u00c3\u00bcn')
    expect(shares.at(-1)).toBe(1)
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
  })

  it('ends when it is aborted, and fails as a part fails', async () => {
    const stop = new AbortController()
    let count = 0
    const give = async () => {
      count++
      stop.abort()
    }
    await giveFiles([file('a', 'a'), file('b', 'b')], give, () => {}, stop.signal)
    expect(count).toBe(1)
    const fail = () => Promise.reject(new Error('full'))
    await expect(giveFiles([file('a', 'a')], fail, () => {}, new AbortController().signal)).rejects.toThrow('full')
  })

  it('knows what is too large', () => {
    const large = { size: mostGiven } as File
    expect(tooLarge([large])).toBe(false)
    expect(tooLarge([large, { size: 1 } as File])).toBe(true)
  })
})
