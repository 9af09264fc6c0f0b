import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import type { Api } from '../../api/client.ts'
import { ApiProvider } from '../../api/context.tsx'
import type { Session } from '../../api/model.ts'
import { exampleSession } from '../../testing/examples.ts'
import { useControl } from './use-control.ts'

/** The controls of a window whose input settles when `settle` is called. */
async function controls() {
  const calls: string[] = []
  const call = (name: string) => {
    calls.push(name)
    return Promise.resolve({ ...exampleSession(), text: '' })
  }
  const api: Api = { link: { baseUrl: 'http://baton.test', token: 'own_test' }, call: call as unknown as Api['call'] }
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <ApiProvider api={api}>{children}</ApiProvider>
    </QueryClientProvider>
  )
  let settle = () => {}
  const promise = new Promise<void>((resolve) => {
    settle = resolve
  })
  const settled = () => {
    calls.push('settled?')
    return promise
  }
  const { result } = await renderHook(() => useControl('view_me', 'live', settled), { wrapper })
  return { calls, settle: () => settle(), control: result.current }
}

type Control = ReturnType<typeof useControl>

const waits: [string, (control: Control, session: Session) => Promise<unknown>][] = [
  ['control_hand_back', (control, session) => control.handBack(session)],
  ['signin_finish', (control, session) => control.finishSignin(session.id)],
  ['live_navigate', (control, session) => control.navigate(session, { action: 'reload' })],
  ['live_dialog', (control, session) => control.answer(session, true)],
  ['live_signin', (control, session) => control.signIn(session, 'signin-1')],
  ['live_pick', (control, session) => control.pick(session, 'picker-1')],
  ['live_copy', (control, session) => control.copyOut(session)],
]

describe('useControl', () => {
  it.each(waits)('calls %s when the page has what the person did before', async (name, act) => {
    const { calls, settle, control } = await controls()
    const done = act(control, exampleSession())
    await new Promise((next) => setTimeout(next))
    expect(calls).toEqual(['settled?'])
    settle()
    await done
    expect(calls).toEqual(['settled?', name])
  })

  it('takes over at once', async () => {
    const { calls, control } = await controls()
    await control.take('sess_1')
    expect(calls).toEqual(['control_take'])
  })
})
