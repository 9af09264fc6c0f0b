import { describe, expect, it } from 'vitest'
import { draw } from '../../testing/setup.tsx'
import { AgentTraffic } from './agent-traffic.tsx'

describe('what passed the network gate', () => {
  it('is told in a line', async () => {
    const screen = await draw(<AgentTraffic network={{ up: 1200, down: 34_500_000, refused: 0 }} />)
    await expect.element(screen.getByText('34.5 MB received, 1.2 kB sent')).toBeVisible()
  })
  it('names the hosts that were refused when the person asks', async () => {
    const host = { host: 'printer.local', port: 80, way: 'request', reason: 'local name', count: 3, last: '2026-01-01T00:00:00Z' }
    const screen = await draw(<AgentTraffic network={{ up: 0, down: 0, refused: 4, hosts: [host] }} />)
    const line = screen.getByText('printer.local:80')
    await expect.element(line).not.toBeVisible()
    await screen.getByText('4 requests refused').click()
    await expect.element(line).toBeVisible()
    await expect.element(screen.getByText(/a part of a page: private · 3 times/)).toBeVisible()
  })
})
