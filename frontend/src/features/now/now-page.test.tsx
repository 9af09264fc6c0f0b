import { beforeEach, describe, expect, it } from 'vitest'
import { exampleRequest, exampleSession } from '../../testing/examples.ts'
import { draw } from '../../testing/setup.tsx'
import { NowPage, type NowPageProps } from './now-page.tsx'

describe('the page Now', () => {
  let asked: string[]
  beforeEach(() => {
    asked = []
  })

  const show = (more: Partial<NowPageProps>) =>
    draw(
      <NowPage
        sessions={[]}
        requests={[]}
        first={false}
        problem={null}
        picture={() => null}
        onOpen={(session) => asked.push(`open ${session.id}`)}
        onTake={(session) => asked.push(`take ${session.id}`)}
        onAccept={(request) => asked.push(`accept ${request.id}`)}
        onDecline={(request) => asked.push(`decline ${request.id}`)}
        onAllow={(request) => asked.push(`allow ${request.id}`)}
        onConnect={() => asked.push('connect')}
        {...more}
      />,
    )

  it('counts what is open and puts what needs the person first', async () => {
    const screen = await show({
      sessions: [exampleSession({ id: 'sess_2', agent_name: 'Codex' }), exampleSession()],
      requests: [exampleRequest()],
    })
    await expect.element(screen.getByText('2 browsers open, 1 needs you')).toBeVisible()
    const tiles = screen.getByRole('article').elements()
    expect(tiles.map((tile) => tile.textContent?.includes('Waits for you'))).toEqual([true, false])
    await screen.getByRole('button', { name: 'Take over browser' }).click()
    await screen.getByRole('button', { name: 'Decline' }).click()
    await screen.getByRole('button', { name: 'Codex' }).click()
    expect(asked).toEqual(['accept req_1', 'decline req_1', 'open sess_2'])
  })

  it('asks whether an order may be placed, once', async () => {
    const order = exampleRequest({ mode: 'confirm', message: '', object: 'button "Place order"' })
    const screen = await show({ sessions: [exampleSession()], requests: [order] })
    await expect.element(screen.getByText('May the agent order or pay on lindenhof-books.test?')).toBeVisible()
    await expect.element(screen.getByText('It wants to press “Place order”.')).toBeVisible()
    await screen.getByRole('button', { name: 'Allow once' }).click()
    await screen.getByRole('button', { name: 'Take over browser' }).click()
    expect(asked).toEqual(['allow req_1', 'accept req_1'])
  })

  it('leaves out requests that are answered', async () => {
    const screen = await show({ sessions: [exampleSession()], requests: [exampleRequest({ state: 'done' })] })
    await expect.element(screen.getByText('1 browser open', { exact: true })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Decline' }).elements()).toEqual([])
  })

  it('says what will be here, and leads to the first agent', async () => {
    const screen = await show({ first: true })
    await screen.getByRole('button', { name: 'Connect an agent' }).click()
    expect(asked).toEqual(['connect'])
  })

  it('lists what ended, with the reason', async () => {
    const end = { reason: 'crashed' as const, at: new Date().toISOString() }
    const screen = await show({ sessions: [exampleSession({ phase: 'ended', end })] })
    await expect.element(screen.getByText('Chrome ended unexpectedly')).toBeVisible()
    await expect.element(screen.getByText('No browser is open. An agent opens one with its first step.')).toBeVisible()
  })
})
