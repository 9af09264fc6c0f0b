import { beforeEach, describe, expect, it } from 'vitest'
import type { Permission, Site } from '../../api/model.ts'
import type { Language } from '../../lib/i18n.ts'
import { draw } from '../../testing/setup.tsx'
import { SiteButton } from './site-button.tsx'

describe('what a site may use', () => {
  let asked: unknown[]
  let site: Site

  beforeEach(() => {
    asked = []
    site = {
      origin: 'https://kontor.test',
      secure: true,
      permissions: [
        { name: 'geolocation', allowed: false },
        { name: 'camera', allowed: true },
      ],
    }
  })

  const show = (url = 'https://kontor.test/invoices', language: Language = 'en') =>
    draw(
      <SiteButton
        url={url}
        read={() => Promise.resolve(site)}
        permit={(origin: string, permission: Permission) => {
          asked.push([origin, permission])
          site = { ...site, permissions: site.permissions.map((p) => (p.name === permission.name ? permission : p)) }
          return Promise.resolve({})
        }}
        onReload={() => asked.push('reload')}
      />,
      language,
    )

  it('is blocked until the person allows it, and the page is told by loading again', async () => {
    const screen = await show()
    await screen.getByRole('button', { name: 'What kontor.test may use' }).click()
    await expect.element(screen.getByText('Encrypted connection')).toBeVisible()
    const place = screen.getByRole('switch', { name: 'Location' })
    await expect.element(place).not.toBeChecked()
    await expect.element(screen.getByRole('switch', { name: 'Camera' })).toBeChecked()
    await expect.element(screen.getByRole('button', { name: 'Reload' })).not.toBeInTheDocument()
    await place.click()
    await expect.element(place).toBeChecked()
    await screen.getByRole('button', { name: 'Reload' }).click()
    expect(asked).toEqual([['https://kontor.test', { name: 'geolocation', allowed: true }], 'reload'])
    await expect.element(place).not.toBeInTheDocument()
  })

  it('is nothing over a connection that is not encrypted', async () => {
    site = { ...site, secure: false }
    const screen = await show('http://kontor.test/', 'de')
    await screen.getByRole('button', { name: 'Was kontor.test nutzen darf' }).click()
    await expect.element(screen.getByText(/nur über eine verschlüsselte Verbindung/)).toBeVisible()
    await expect.element(screen.getByRole('switch')).not.toBeInTheDocument()
  })

  it('is asked of no page that is of no site', async () => {
    const screen = await show('about:blank')
    await expect.element(screen.getByRole('button')).toBeDisabled()
  })
})
