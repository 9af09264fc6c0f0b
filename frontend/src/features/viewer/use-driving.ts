import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { InputEvent, Session } from '../../api/model.ts'
import type { Urgency } from '../../lib/input-queue.ts'
import { type Platform, platformOf } from '../../lib/keymap.ts'
import type { LiveStream } from './use-live-stream.ts'
import { usePointerInput } from './use-pointer-input.ts'

export interface DrivingOptions {
  readonly stream: LiveStream
  readonly session: Session | undefined
  /** This window drives. */
  readonly driving: boolean
  /** It does, and nothing of Baton's own lies over the page. */
  readonly active: boolean
  readonly stage: RefObject<HTMLDivElement | null>
  readonly well: RefObject<HTMLTextAreaElement | null>
}

/** Everything the person does on the page while this window drives it. */
export function useDriving({ stream, session, driving, active, stage, well }: DrivingOptions) {
  const { push: give, forget, page } = stream
  const platform: Platform = useMemo(() => platformOf(navigator.userAgent), [])
  const [keysGiven, setKeysGiven] = useState(false)
  const now = useRef({ active, epoch: session?.epoch ?? 0 })
  now.current = { active, epoch: session?.epoch ?? 0 }

  const push = useCallback(
    (event: InputEvent, urgency: Urgency) => {
      if (now.current.active) give(now.current.epoch, event, urgency)
    },
    [give],
  )
  const giveKeys = useCallback(() => {
    if (now.current.active) well.current?.focus({ preventScroll: true })
  }, [well])

  usePointerInput({ stage, enabled: active, page, push, onPress: giveKeys, platform })

  useLayoutEffect(() => {
    if (!active) return
    // Only where the person is already: no window takes the focus by itself.
    if (document.hasFocus()) giveKeys()
    const release = () => push({ kind: 'cancel' }, 'now')
    window.addEventListener('blur', release)
    return () => window.removeEventListener('blur', release)
  }, [active, giveKeys, push])
  // Who does not drive any more would only be refused.
  useEffect(() => (driving ? forget : undefined), [driving, forget])

  return { push, platform, giveKeys, keysGiven: keysGiven && active, setKeysGiven }
}
