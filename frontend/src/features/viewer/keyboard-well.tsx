import { type Ref, type RefObject, useRef } from 'react'
import type { InputEvent } from '../../api/model.ts'
import type { Urgency } from '../../lib/input-queue.ts'
import { copies, type KeyFacts, keyFate, keyName, modifiersOf, type Platform } from '../../lib/keymap.ts'

export interface KeyboardWellProps {
  ref: Ref<HTMLTextAreaElement>
  label: string
  platform: Platform
  push: (event: InputEvent, urgency: Urgency) => void
  /** Shift+Esc: the keys belong to Baton again. */
  onFree: () => void
  onRegion: (direction: 1 | -1) => void
  /** What Baton draws for a field of the page takes some keys before the page does. */
  own: RefObject<((key: string) => boolean) | undefined>
  onFind: () => void
  onPrint: () => void
  onCopy: () => void
  onFocusChange: (focused: boolean) => void
}

/**
 * The hidden field that has the keyboard while the person drives. Keys go to
 * the page as keys; whatever writes text goes through the field, so that dead
 * keys, input methods, emoji pickers and text typed by another program arrive
 * as the text they mean. The field is emptied at once and keeps nothing.
 */
export function KeyboardWell({
  ref,
  label,
  platform,
  push,
  onFree,
  onRegion,
  own,
  onFind,
  onPrint,
  onCopy,
  onFocusChange,
}: KeyboardWellProps) {
  const composing = useRef(false)
  // Only what went down here comes up here: Enter that gave the keys does not.
  const pressed = useRef(new Set<string>())

  const take = (field: HTMLTextAreaElement) => {
    const text = field.value
    field.value = ''
    if (text !== '') push({ kind: 'text', text }, 'now')
  }
  const key = (event: React.KeyboardEvent, kind: 'keydown' | 'keyup') => {
    if (kind === 'keydown') pressed.current.add(event.code)
    else if (!pressed.current.delete(event.code)) return
    const modifiers = modifiersOf(event, platform)
    push({ kind, ...keyName(event.key, event.code, platform), repeat: event.repeat, modifiers }, 'now')
  }

  return (
    <textarea
      ref={ref}
      aria-label={label}
      rows={1}
      tabIndex={-1}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      className="pointer-events-none absolute bottom-2 left-2 h-4 w-px resize-none overflow-hidden bg-transparent text-transparent caret-transparent opacity-0"
      onFocus={() => onFocusChange(true)}
      onBlur={(event) => {
        take(event.currentTarget)
        pressed.current.clear()
        push({ kind: 'cancel' }, 'now')
        onFocusChange(false)
      }}
      onCompositionStart={() => {
        composing.current = true
      }}
      onCompositionEnd={(event) => {
        composing.current = false
        take(event.currentTarget)
      }}
      onInput={(event) => {
        if (!composing.current) take(event.currentTarget)
      }}
      onPaste={(event) => {
        event.preventDefault()
        const text = event.clipboardData.getData('text/plain')
        if (text !== '') push({ kind: 'paste', text }, 'now')
      }}
      onKeyDown={(event) => {
        const facts = factsOf(event)
        const fate = keyFate(facts, platform)
        if (fate === 'text' || fate === 'paste') return
        if (fate === 'key' && modifiersOf(event, platform) === 0 && own.current?.(event.key) === true) {
          event.preventDefault()
          event.stopPropagation()
          return
        }
        event.preventDefault()
        event.stopPropagation()
        if (fate === 'free') return onFree()
        if (fate === 'find') return onFind()
        if (fate === 'print') return onPrint()
        if (fate === 'region') return onRegion(event.shiftKey ? -1 : 1)
        if (copies(facts)) onCopy()
        key(event, 'keydown')
        // macOS tells of no keyup while Cmd is held: the key would stay pressed.
        if (platform === 'mac' && event.metaKey && event.key !== 'Meta') key(event, 'keyup')
      }}
      onKeyUp={(event) => {
        event.preventDefault()
        key(event, 'keyup')
      }}
    />
  )
}

function factsOf(event: React.KeyboardEvent): KeyFacts {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event
  return {
    key,
    code,
    ctrlKey,
    metaKey,
    altKey,
    shiftKey,
    altGraph: event.getModifierState('AltGraph'),
    // 229 is what browsers say for a key that an input method has swallowed.
    composing: nativeEvent.isComposing || nativeEvent.keyCode === 229,
  }
}
