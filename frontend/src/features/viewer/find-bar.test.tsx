import { useRef } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Places } from '../../api/model.ts'
import { draw } from '../../testing/setup.tsx'
import { FindBar, type Search } from './find-bar.tsx'

const none: Places = { count: 0, at: 0, marks: [] }

function Stage({ find, onClose }: { find: (search: Search) => Promise<Places>; onClose: () => void }) {
  const stage = useRef<HTMLDivElement>(null)
  return (
    <div ref={stage} data-testid="stage" style={{ position: 'relative', width: 640, height: 400 }}>
      <FindBar stage={stage} page={() => ({ width: 1280, height: 720 })} find={find} onClose={onClose} />
    </div>
  )
}

describe('the search of a page', () => {
  let asked: Search[]
  let closed: number
  let found: Places

  beforeEach(() => {
    asked = []
    closed = 0
    found = {
      count: 3,
      at: 2,
      marks: [
        { x: 100, y: 60, w: 200, h: 40, current: true },
        { x: 100, y: 200, w: 40, h: 20 },
      ],
    }
  })

  const show = () =>
    draw(
      <Stage
        find={(search) => {
          asked.push(search)
          return Promise.resolve(search.text === '' || search.text === 'zzz' ? none : { ...found, at: search.at ?? found.at })
        }}
        onClose={() => {
          closed += 1
        }}
      />,
      'en',
    )
  const shown = () => asked.filter((search) => search.show)

  it('counts what is found from where the page stands, and goes round', async () => {
    const screen = await show()
    const field = screen.getByRole('textbox', { name: 'Find in page' })
    await expect.element(field).toHaveFocus()
    await field.fill('apfel')
    await expect.element(screen.getByText('2 of 3')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('3 of 3')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('1 of 3')).toBeVisible()
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
    await expect.element(screen.getByText('3 of 3')).toBeVisible()
    await screen.getByRole('button', { name: 'Previous place' }).click()
    await expect.element(screen.getByText('2 of 3')).toBeVisible()
    expect(shown().map(({ at }) => at)).toEqual([undefined, 3, 1, 3, 2])
  })

  it('draws where the words are, under letterbox, and follows the page', async () => {
    const screen = await show()
    await screen.getByRole('textbox').fill('apfel')
    const stage = screen.getByTestId('stage').element()
    const mark = () => stage.querySelector('[data-mark=current]')?.getBoundingClientRect()
    await expect.poll(() => mark()?.width).toBe(100)
    const box = stage.getBoundingClientRect()
    expect([mark()?.x, mark()?.y, mark()?.height]).toEqual([box.x + 50, box.y + 50, 20]) // 640 wide: 20 above the picture
    expect(stage.querySelectorAll('[data-mark]').length).toBe(2)
    found = { ...found, marks: [{ x: 0, y: 0, w: 20, h: 20, current: true }] }
    await expect.poll(() => mark()?.width).toBe(10)
  })

  it('says that nothing is found, and ends with Escape', async () => {
    const screen = await show()
    await screen.getByRole('textbox').fill('zzz')
    await expect.element(screen.getByText('Not found')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Next place' })).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    expect(closed).toBe(1)
    await screen.unmount()
    expect(asked.at(-1)).toEqual({ text: '' })
  })
})
