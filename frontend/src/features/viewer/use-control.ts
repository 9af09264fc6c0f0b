import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { putSession } from '../../api/cache.ts'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { type Fault, toFault } from '../../api/fault.ts'
import type { Choice, PersonRequest, Session } from '../../api/model.ts'
import { writeClipboard } from '../../lib/clipboard.ts'
import type { Part } from '../../lib/give-files.ts'
import type { Point } from '../../lib/letterbox.ts'
import { pageActions } from './page-actions.ts'

export interface HandedBack {
  readonly sessionId: string
  readonly at: number
  readonly drove: number
}

// How long a refusal stands in the foot before the state is shown again.
const faultFor = 8000

export type Control = ReturnType<typeof useControl>

/**
 * What a window can ask for the session it shows, as the viewer it is. What must
 * find the page as the person left it waits until their input has settled.
 */
export function useControl(viewer: string, window: 'live' | 'browser', settled: () => Promise<void>) {
  const { call } = useApi()
  const client = useQueryClient()
  const [fault, setFault] = useState<Fault>()
  const [handedBack, setHandedBack] = useState<HandedBack>()

  useEffect(() => {
    if (fault === undefined) return
    const timer = setTimeout(() => setFault(undefined), faultFor)
    return () => clearTimeout(timer)
  }, [fault])

  const attempt = useCallback(async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    setFault(undefined)
    try {
      return await work()
    } catch (error) {
      setFault(toFault(error))
      return undefined
    }
  }, [])

  const actions = useMemo(() => {
    const after: Api['call'] = async (name, input, options) => {
      await settled()
      return call(name, input, options)
    }
    const keep = (session: Session | undefined) => {
      if (session !== undefined) putSession(client, session)
      return session
    }
    const take = async (sessionId: string, more: { here?: boolean; private?: boolean; request_id?: string } = {}) =>
      keep(await attempt(() => call('control_take', { session_id: sessionId, viewer, window, ...more })))
    return {
      take,
      /** Hides the page from the agent while this window drives, or shows it again. */
      setPrivate: async (session: Session, on: boolean) =>
        keep(await attempt(() => call('control_private', { session_id: session.id, viewer, private: on }))),
      /** Takes up a request here: in the agent's session while it runs, else in a sign-in on its profile. */
      accept: async (request: PersonRequest, running: Session | undefined) => {
        const id = { request_id: request.id }
        if (request.mode !== 'signin' && running !== undefined) return take(running.id, id)
        const { profile_id, url } = request
        const input = { ...id, viewer, ...(profile_id ? { profile_id } : {}), ...(url ? { url } : {}) }
        return keep(await attempt(() => call('signin_start', input)))
      },
      allow: (requestId: string) => attempt(() => call('request_allow', { request_id: requestId })),
      decline: (requestId: string) => attempt(() => call('request_decline', { request_id: requestId })),
      handBack: async (session: Session) => {
        const since = session.held_since === undefined ? Date.now() : Date.parse(session.held_since)
        const next = keep(await attempt(() => after('control_hand_back', { session_id: session.id, viewer })))
        if (next !== undefined) setHandedBack({ sessionId: session.id, at: Date.now(), drove: Date.now() - since })
        return next
      },
      /** For a page that goes away: nobody waits for the answer. */
      leave: (session: Session) => {
        void settled() // there is no time to wait, but what is left is sent
        const done =
          session.purpose === 'signin'
            ? call('signin_cancel', { session_id: session.id }, { keepalive: true })
            : call('control_hand_back', { session_id: session.id, viewer }, { keepalive: true })
        return done.catch(() => undefined)
      },
      finishSignin: (id: string) => attempt(() => after('signin_finish', { session_id: id })),
      cancelSignin: (id: string) => attempt(() => call('signin_cancel', { session_id: id })),
      navigate: (session: Session, to: { url: string; action?: 'new_tab' } | { action: 'back' | 'forward' | 'reload' }) =>
        attempt(() => after('live_navigate', { session_id: session.id, viewer, epoch: session.epoch, ...to })),
      /** Opens the page in a window of its own, or brings it back. */
      realWindow: async (session: Session, to: 'open' | 'back') =>
        keep(await attempt(() => after('live_real_window', { session_id: session.id, viewer, epoch: session.epoch, back: to === 'back' }))),
      answer: (session: Session, accept: boolean, text?: string) =>
        attempt(() =>
          after('live_dialog', { session_id: session.id, viewer, epoch: session.epoch, accept, ...(text === undefined ? {} : { text }) }),
        ),
      /** Gives the server that asks a user name and a password, or nothing. */
      signIn: (session: Session, id: string, given?: { user: string; password: string }) =>
        attempt(() =>
          after('live_signin', { session_id: session.id, viewer, epoch: session.epoch, id, accept: given !== undefined, ...given }),
        ),
      dismissWarning: async ({ id, warning }: Session) =>
        warning && keep(await attempt(() => call('warning_dismiss', { session_id: id, host: warning.host }))),
      /** The shape of the pointer on the page; nothing is said where that fails. */
      cursor: (session: Session, at: Point) =>
        call('live_cursor', { session_id: session.id, viewer, epoch: session.epoch, ...at }).then(
          ({ cursor }) => cursor,
          () => undefined,
        ),
      /** The page as text. */
      outline: (session: Session) => attempt(() => call('live_outline', { session_id: session.id, viewer, epoch: session.epoch })),
      /** Clicks a part of the page, or gives a field its value; the answer is the page after it. */
      use: (session: Session, ref: string, value?: string) =>
        attempt(() =>
          call('live_use', { session_id: session.id, viewer, epoch: session.epoch, ref, ...(value === undefined ? {} : { value }) }),
        ),
      /** What the open picker is for. */
      picker: (session: Session, id: string) =>
        attempt(() => call('live_picker', { session_id: session.id, viewer, epoch: session.epoch, id })),
      /** Takes a part of a file for the open chooser; what fails stands in the foot, and fails. */
      give: async (session: Session, id: string, part: Part) => {
        try {
          await call('live_give', { session_id: session.id, viewer, epoch: session.epoch, id, ...part })
        } catch (error) {
          setFault(toFault(error))
          throw error
        }
      },
      /** Answers the open picker, or closes it; the field may refuse a value. */
      pick: async (session: Session, id: string, choice?: Choice) => {
        const input = { session_id: session.id, viewer, epoch: session.epoch, id, accept: choice !== undefined, ...choice }
        let refused = false
        await attempt(() =>
          after('live_pick', input).catch((error: unknown) => {
            refused = toFault(error).code === 'invalid_input'
            if (!refused) throw error
          }),
        )
        return refused ? 'refused' : 'taken'
      },
      /** Brings the page's selection to this machine's clipboard. */
      copyOut: (session: Session) =>
        attempt(async () => {
          const { text } = await after('live_copy', { session_id: session.id, viewer, epoch: session.epoch })
          if (text !== '') await writeClipboard(text)
        }),
      ...pageActions(call, attempt, viewer),
      agentContinue: async (sessionId: string, note: string) => {
        const done = await attempt(() => call('agent_continue', { session_id: sessionId, note }))
        if (done !== undefined) setHandedBack(undefined)
      },
      restart: (agentId: string) => attempt(() => call('agent_browser_start', { agent_id: agentId })),
      closeHandedBack: () => setHandedBack(undefined),
    }
  }, [attempt, call, client, settled, viewer, window])

  return { ...actions, fault, handedBack }
}
