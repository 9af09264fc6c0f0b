import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { createApi } from '../../api/client.ts'
import { ApiProvider } from '../../api/context.tsx'
import type { Agent } from '../../api/model.ts'
import type { Language } from '../../lib/i18n.ts'
import { draw } from '../../testing/setup.tsx'
import { AgentToken } from './agent-token.tsx'

const now = new Date().toISOString()

function shown(token: Agent['token'], language: Language) {
  return draw(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider api={createApi({ baseUrl: '', token: '' })}>
        <AgentToken agent={{ id: 'agent_1', name: 'Claude Code', token }} />
      </ApiProvider>
    </QueryClientProvider>,
    language,
  )
}

describe('the token of an agent', () => {
  it('says when it was last used', async () => {
    const screen = await shown({ state: 'good', made_at: now, used_at: now }, 'en')
    await expect.element(screen.getByText(/^The token was last used: .+\. Made: .+\.$/)).toBeVisible()
  })

  it('says that it was not used yet, in German too', async () => {
    const screen = await shown({ state: 'good', made_at: now }, 'de')
    await expect.element(screen.getByText(/^Das Token wurde noch nicht benutzt\. Gemacht: .+\.$/)).toBeVisible()
  })

  it('asks before it takes the token back', async () => {
    const screen = await shown({ state: 'good' }, 'en')
    await screen.getByRole('button', { name: 'Revoke token' }).click()
    await expect.element(screen.getByRole('alertdialog').or(screen.getByRole('dialog'))).toBeVisible()
    await expect.element(screen.getByText('Take the token of Claude Code back?', { exact: false })).toBeVisible()
  })

  it('offers nothing to take back where there is none', async () => {
    const screen = await shown({ state: 'revoked' }, 'en')
    await expect.element(screen.getByText('The agent has no token. A new one lets it in again.')).toBeVisible()
    expect(screen.getByRole('button').elements()).toHaveLength(0)
  })
})
