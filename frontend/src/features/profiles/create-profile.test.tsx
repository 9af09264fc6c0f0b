import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { createApi } from '../../api/client.ts'
import { ApiProvider } from '../../api/context.tsx'
import { draw } from '../../testing/setup.tsx'
import { CreateProfile } from './create-profile.tsx'

describe('creating a profile', () => {
  it('needs a name and the consent', async () => {
    const screen = await draw(
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider api={createApi({ baseUrl: '', token: '' })}>
          <CreateProfile open onClose={() => {}} />
        </ApiProvider>
      </QueryClientProvider>,
    )
    const button = screen.getByRole('button', { name: 'Create profile' })
    await expect.element(button).toBeDisabled()
    await screen.getByLabelText('Profile name').fill('Work')
    await expect.element(button).toBeDisabled()
    await screen.getByRole('checkbox').click()
    await expect.element(button).toBeEnabled()
    await screen.getByLabelText('Profile name').fill('  ')
    await expect.element(button).toBeDisabled()
  })
})
