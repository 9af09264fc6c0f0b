import { useRef } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Field } from '../../api/model.ts'
import type { Language } from '../../lib/i18n.ts'
import { draw } from '../../testing/setup.tsx'
import { type MenuActions, PageMenu } from './page-menu.tsx'

type Target = NonNullable<Field['menu']>

function Stage({ menu, actions }: { menu: Target; actions: MenuActions }) {
  const stage = useRef<HTMLDivElement>(null)
  const field: Field = { x: 400, y: 100, w: 0, h: 0, menu }
  return (
    <div ref={stage} data-testid="stage" style={{ width: 640, height: 400 }}>
      <PageMenu stage={stage} page={() => ({ width: 1280, height: 720 })} read={() => Promise.resolve(field)} actions={actions} />
    </div>
  )
}

describe('the menu of the page', () => {
  let done: unknown[]
  beforeEach(() => {
    done = []
  })

  const show = (menu: Target, language: Language = 'en') => {
    const note =
      (name: string) =>
      (...input: unknown[]) => {
        done.push([name, ...input])
        return Promise.resolve()
      }
    const actions: MenuActions = {
      take: note('take'),
      go: note('go'),
      copyText: note('copyText'),
      copySelection: note('copySelection'),
      paste: note('paste'),
      savePDF: note('savePDF'),
      find: note('find'),
    }
    return draw(<Stage menu={menu} actions={actions} />, language)
  }
  const items = (screen: Awaited<ReturnType<typeof show>>) =>
    screen
      .getByRole('menuitem')
      .elements()
      .map((item) => item.textContent)

  it('moves through the page where there is nothing else, at its spot and by the keys', async () => {
    const screen = await show({})
    const menu = screen.getByRole('menu', { name: 'Menu of the page' })
    await expect.element(menu).toBeVisible()
    expect(items(screen)).toEqual(['Back', 'Forward', 'Reload', 'Save page as PDF', 'Find in page'])
    const stage = screen.getByTestId('stage').element().getBoundingClientRect()
    const box = menu.element().getBoundingClientRect()
    expect([Math.round(box.x - stage.x), Math.round(box.y - stage.y)]).toEqual([200, 70]) // 20 above the picture
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await expect.poll(() => done).toEqual([['take'], ['go', { action: 'forward' }]])
  })

  it('is for a link and the image in it', async () => {
    const screen = await show({ link: 'https://kontor.test/a', image: 'https://kontor.test/a.png' }, 'de')
    await expect.element(screen.getByRole('menu')).toBeVisible()
    expect(items(screen).slice(0, 4)).toEqual(['Link in neuem Tab öffnen', 'Linkadresse kopieren', 'Bild sichern', 'Bildadresse kopieren'])
    await screen.getByRole('menuitem', { name: 'Link in neuem Tab öffnen' }).click()
    await expect.poll(() => done).toEqual([['take'], ['go', { action: 'new_tab', url: 'https://kontor.test/a' }]])
  })

  it('opens no tab for what is no page, and saves no image that only the page can make', async () => {
    const screen = await show({ link: 'mailto:a@kontor.test', image: 'blob:https://kontor.test/1' })
    await expect.element(screen.getByRole('menu')).toBeVisible()
    expect(items(screen)).toEqual(['Copy link address', 'Save page as PDF', 'Find in page'])
  })

  it('cuts after it copied, and offers in a field what the field allows', async () => {
    const screen = await show({ selected: true, writes: true, cuts: true })
    await expect.element(screen.getByRole('menu')).toBeVisible()
    expect(items(screen).slice(0, 4)).toEqual(['Cut', 'Copy', 'Paste', 'Select all'])
    await screen.getByRole('menuitem', { name: 'Cut' }).click()
    await expect.poll(() => done).toEqual([['copySelection'], ['take', { value: 'cut' }]])
  })

  it('closes with Escape and does nothing', async () => {
    const screen = await show({ writes: true })
    await expect.element(screen.getByRole('menu')).toBeVisible()
    expect(items(screen).slice(0, 2)).toEqual(['Paste', 'Select all'])
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => done).toEqual([['take']])
  })
})
