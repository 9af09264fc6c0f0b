/** How long a pause begins a new word (ms). */
export const typeAheadPause = 1000

/**
 * The place in a list that typed text means, the present one first: what begins
 * so, whatever its case and accents. One letter again and again goes on to the
 * next; undefined is nothing.
 */
export function typeAhead(labels: readonly string[], from: number, typed: string, language: string): number | undefined {
  const text = bare(typed)
  if (text === '') return undefined
  const letters = [...text]
  const same = letters.every((letter) => letter === letters[0])
  const start = same ? from + 1 : from
  const sought = same ? (letters[0] ?? '') : text
  const length = [...sought].length
  // What has the very letters goes before what only has them without their accents.
  for (const sensitivity of ['accent', 'base'] as const) {
    const { compare } = new Intl.Collator(language, { sensitivity })
    for (let step = 0; step < labels.length; step++) {
      const at = (Math.max(start, 0) + step) % labels.length
      const begin = [...bare(labels[at] ?? '')].slice(0, length).join('')
      if (compare(begin, sought) === 0) return at
    }
  }
  return undefined
}

const bare = (text: string) => text.normalize('NFC').trimStart()
