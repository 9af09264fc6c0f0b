import { beforeEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { PageText, Session } from '../../api/model.ts'
import { draw } from '../../testing/setup.tsx'
import { PageAsText } from './page-as-text.tsx'

const page: PageText = {
  url: 'http://kontor.test/',
  title: 'Kontor',
  lines: [
    { role: 'heading', name: 'Order', level: 1 },
    { ref: 'e1', role: 'textbox', name: 'Name', value: 'Jona' },
    { ref: 'e2', role: 'textbox', name: 'Password', value: '[filled]' },
    { ref: 'e3', role: 'checkbox', name: 'Gift', states: ['checked'] },
    { ref: 'e4', role: 'button', name: 'More', states: ['collapsed'] },
    { ref: 'e5', role: 'button', name: 'Send', states: ['disabled'] },
    { ref: 'e6', role: 'link', name: 'Terms' },
    { role: 'text', name: 'Delivery on Monday' },
  ],
}

describe('the page as text', () => {
  let asked: unknown[]
  beforeEach(() => {
    asked = []
  })
  const show = (language: 'en' | 'de' = 'en') =>
    draw(
      <PageAsText
        session={{ id: 'sess_1' } as Session}
        control={{
          outline: () => Promise.resolve(page),
          use: (_, ...what) => {
            asked.push(what)
            return Promise.resolve({ ...page, title: 'Kontor 2', lines: [{ role: 'text', name: 'Thank you' }] })
          },
        }}
        onClose={() => asked.push('closed')}
      />,
      language,
    )

  it('has what is on the page as what it is, and begins at its title', async () => {
    const screen = await show()
    await expect.element(screen.getByRole('heading', { name: 'Kontor' })).toHaveFocus()
    await expect.element(screen.getByRole('heading', { name: 'Order' })).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Jona')
    await expect.element(screen.getByRole('textbox', { name: 'Password' })).toHaveValue('')
    await expect.element(screen.getByRole('checkbox', { name: 'Gift' })).toHaveAttribute('aria-checked', 'true')
    await expect.element(screen.getByRole('button', { name: 'More' })).toHaveAttribute('aria-expanded', 'false')
    await expect.element(screen.getByRole('link', { name: 'Terms' })).toBeVisible()
  })

  it('fills a field with Enter, once, and leaves what was not changed', async () => {
    const screen = await show()
    await screen.getByRole('textbox', { name: 'Password' }).click()
    await screen.getByRole('textbox', { name: 'Name' }).fill('Jö')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('Thank you')).toBeVisible()
    expect(asked).toEqual([['e1', 'Jö']])
  })

  it('clicks with the keyboard, not what is disabled, and closes with Esc, in German too', async () => {
    const screen = await show('de')
    await screen.getByRole('button', { name: 'Send' }).click({ force: true })
    expect(asked).toEqual([])
    ;(screen.getByRole('link', { name: 'Terms' }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('Thank you')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await screen.getByRole('button', { name: 'Zurück zum Bild' }).click()
    expect(asked).toEqual([['e6', undefined], 'closed'])
  })
})
