import { describe, expect, it } from 'vitest'
import { copies, type KeyFacts, type KeyFate, keyFate, keyName, modifiersOf, type Platform } from './keymap.ts'

const facts = (key: string, more: Partial<KeyFacts> = {}): KeyFacts => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  altGraph: false,
  composing: false,
  ...more,
})

describe('the fate of a key', () => {
  const rows: [string, KeyFacts, Platform, KeyFate][] = [
    ['a letter', facts('a'), 'other', 'text'],
    ['an umlaut', facts('ü'), 'other', 'text'],
    ['a capital', facts('G', { shiftKey: true }), 'other', 'text'],
    ['a space', facts(' '), 'other', 'text'],
    ['an emoji in one key', facts('👋'), 'other', 'text'],
    ['AltGr that comes as Ctrl+Alt', facts('@', { ctrlKey: true, altKey: true, altGraph: true }), 'other', 'text'],
    ['Option on a Mac', facts('@', { altKey: true }), 'mac', 'text'],
    ['a dead key', facts('Dead'), 'other', 'text'],
    ['an input method', facts('Process', { composing: true }), 'other', 'text'],
    ['what another program types', facts('Unidentified'), 'other', 'text'],
    ['Enter', facts('Enter'), 'other', 'key'],
    ['Enter of an input method', facts('Enter', { composing: true }), 'other', 'text'],
    ['Tab', facts('Tab'), 'other', 'key'],
    ['an arrow', facts('ArrowLeft', { shiftKey: true }), 'other', 'key'],
    ['Escape', facts('Escape'), 'other', 'key'],
    ['Shift Escape', facts('Escape', { shiftKey: true }), 'other', 'free'],
    ['F6', facts('F6'), 'other', 'region'],
    ['F5', facts('F5'), 'other', 'key'],
    ['a shortcut', facts('a', { ctrlKey: true }), 'other', 'key'],
    ['a shortcut of Alt', facts('d', { altKey: true }), 'other', 'key'],
    ['a shortcut on a Mac', facts('a', { metaKey: true }), 'mac', 'key'],
    ['the search of the browser', facts('f', { ctrlKey: true }), 'other', 'find'],
    ['the search of the browser on a Mac', facts('f', { metaKey: true }), 'mac', 'find'],
    ['a key of Emacs on a Mac', facts('f', { ctrlKey: true }), 'mac', 'key'],
    ['a search of the page itself', facts('F', { ctrlKey: true, shiftKey: true }), 'other', 'key'],
    ['printing', facts('p', { ctrlKey: true }), 'other', 'print'],
    ['printing on a Mac', facts('p', { metaKey: true }), 'mac', 'print'],
    ['paste', facts('v', { ctrlKey: true }), 'other', 'paste'],
    ['paste on a Mac', facts('v', { metaKey: true }), 'mac', 'paste'],
    ['paste of old', facts('Insert', { shiftKey: true }), 'other', 'paste'],
    ['Insert', facts('Insert'), 'other', 'key'],
  ]
  it.each(rows)('%s', (_, key, platform, fate) => {
    expect(keyFate(key, platform)).toBe(fate)
  })
})

describe('modifiers', () => {
  it('are the bits of the DevTools protocol', () => {
    expect(modifiersOf(facts('a', { altKey: true }), 'other')).toBe(1)
    expect(modifiersOf(facts('a', { ctrlKey: true, shiftKey: true }), 'other')).toBe(10)
    expect(modifiersOf(facts('a', { metaKey: true }), 'other')).toBe(4)
  })
  it('make Cmd the shortcut key of the page', () => {
    expect(modifiersOf(facts('a', { metaKey: true }), 'mac')).toBe(2)
    expect(keyName('Meta', 'MetaLeft', 'mac')).toEqual({ key: 'Control', code: 'ControlLeft' })
    expect(keyName('Meta', 'MetaLeft', 'other')).toEqual({ key: 'Meta', code: 'MetaLeft' })
  })
  it('know what copies', () => {
    expect(copies(facts('c', { ctrlKey: true }))).toBe(true)
    expect(copies(facts('X', { metaKey: true }))).toBe(true)
    expect(copies(facts('c'))).toBe(false)
    expect(copies(facts('c', { ctrlKey: true, altKey: true }))).toBe(false)
  })
})
