/** How large the files are together that go to a page at once, in bytes; Baton counts too. */
export const mostGiven = 200 * 1024 * 1024

// A part, in base64 and with what goes around it, stays below the largest input of a call.
const part = 512 * 1024

/** A part of a file, as Baton takes it. */
export interface Part {
  readonly index: number
  readonly name: string
  readonly offset: number
  readonly data: string
}

/**
 * Gives files in their order, part by part; progress is told from 0 to 1. It ends
 * early when it is aborted, and fails as a part fails.
 */
export async function giveFiles(
  files: readonly File[],
  give: (part: Part) => Promise<unknown>,
  progress: (share: number) => void,
  aborted: AbortSignal,
): Promise<void> {
  const total = files.reduce((sum, file) => sum + file.size, 0)
  let given = 0
  for (const [index, file] of files.entries()) {
    for (let offset = 0; offset === 0 || offset < file.size; offset += part) {
      if (aborted.aborted) return
      const bytes = new Uint8Array(await file.slice(offset, offset + part).arrayBuffer())
      await give({ index, name: file.name, offset, data: base64(bytes) })
      given += bytes.length
      progress(total === 0 ? 1 : given / total)
    }
  }
}

/** The files are too many bytes together. */
export function tooLarge(files: readonly File[]): boolean {
  return files.reduce((sum, file) => sum + file.size, 0) > mostGiven
}

function base64(bytes: Uint8Array): string {
  let text = ''
  // So many at once as a call takes arguments for certain.
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
