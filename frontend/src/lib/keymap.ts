/** The facts of a keyboard event that decide where it goes. */
export interface KeyFacts {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly altGraph: boolean
  readonly composing: boolean
}

/**
 * What happens to a key that is pressed on the live picture:
 *
 * - text: left to the hidden field, whose input event brings what it means
 *   (umlauts, AltGr, dead keys, input methods, emoji);
 * - paste: left to the hidden field, whose paste event brings the clipboard;
 * - free: Shift+Esc gives the keyboard back to Baton;
 * - find, print: what the browser of the page would do by Ctrl+F and Ctrl+P (Cmd on
 *   a Mac): Baton has a search and a PDF of its own;
 * - region: F6 goes on to the next region of the window;
 * - key: goes to the page as a key.
 */
export type KeyFate = 'text' | 'paste' | 'free' | 'region' | 'find' | 'print' | 'key'

export type Platform = 'mac' | 'other'

export function keyFate(facts: KeyFacts, platform: Platform): KeyFate {
  const { key } = facts
  if (facts.composing || key === 'Dead' || key === 'Process' || key === 'Unidentified') return 'text'
  if (key === 'Escape' && facts.shiftKey) return 'free'
  if (key === 'F6') return 'region'
  const own = isCommand(facts, platform) ? commands[key.toLowerCase()] : undefined
  if (own !== undefined) return own
  if (isPaste(facts)) return 'paste'
  return isText(facts, platform) ? 'text' : 'key'
}

const commands: Record<string, 'find' | 'print'> = { f: 'find', p: 'print' }

function isCommand({ ctrlKey, metaKey, altKey, shiftKey }: KeyFacts, platform: Platform): boolean {
  const [held, other] = platform === 'mac' ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  return held && !other && !altKey && !shiftKey
}

function isPaste({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyFacts): boolean {
  if (altKey) return false
  if (key === 'Insert') return shiftKey && !ctrlKey
  return (ctrlKey || metaKey) && key.toLowerCase() === 'v'
}

function isText(facts: KeyFacts, platform: Platform): boolean {
  // Names of keys are longer than one character; one of an astral letter is two units.
  if ([...facts.key].length !== 1) return false
  if (facts.altGraph) return true
  if (facts.ctrlKey || facts.metaKey) return false
  // Option writes characters on a Mac; Alt elsewhere is for shortcuts.
  return platform === 'mac' || !facts.altKey
}

/** The bits of the DevTools protocol. */
const bits = { alt: 1, control: 2, meta: 4, shift: 8 }

/** Modifiers as the page's browser knows them: Cmd is its shortcut modifier. */
export function modifiersOf(facts: Pick<KeyFacts, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>, platform: Platform): number {
  const command = platform === 'mac' && facts.metaKey
  return (
    (facts.altKey ? bits.alt : 0) |
    (facts.ctrlKey || command ? bits.control : 0) |
    (facts.metaKey && !command ? bits.meta : 0) |
    (facts.shiftKey ? bits.shift : 0)
  )
}

/** The key and code to send; on a Mac the Cmd keys stand for Control. */
export function keyName(key: string, code: string, platform: Platform): { key: string; code: string } {
  if (platform === 'mac' && key === 'Meta') return { key: 'Control', code: code.replace('Meta', 'Control') }
  return { key, code }
}

/** Copying and cutting also bring the page's selection to this machine's clipboard. */
export function copies({ key, ctrlKey, metaKey, altKey }: KeyFacts): boolean {
  return (ctrlKey || metaKey) && !altKey && ['c', 'x'].includes(key.toLowerCase())
}

export function platformOf(userAgent: string): Platform {
  return /Mac|iPhone|iPad/.test(userAgent) ? 'mac' : 'other'
}
