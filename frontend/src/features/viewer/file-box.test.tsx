import { beforeEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Choice, Field } from '../../api/model.ts'
import type { Part } from '../../lib/give-files.ts'
import type { Language } from '../../lib/i18n.ts'
import { draw } from '../../testing/setup.tsx'
import { FileBox } from './file-box.tsx'

const receipt: Field = { x: 0, y: 0, w: 0, h: 0, name: 'Receipt', accept: '.pdf,image/*' }

describe('the box that asks for files', () => {
  let parts: Part[]
  let picked: (Choice | undefined)[]
  let keeps: () => Promise<unknown>

  beforeEach(() => {
    parts = []
    picked = []
    keeps = () => Promise.resolve()
  })

  const show = (field: Partial<Field> = {}, language: Language = 'en') =>
    draw(
      <FileBox
        host="kontor.test"
        read={() => Promise.resolve({ ...receipt, ...field })}
        give={(part) => {
          parts.push(part)
          return keeps()
        }}
        onPick={(choice) => {
          picked.push(choice)
          return Promise.resolve('taken')
        }}
      />,
      language,
    )
  const text = (name: string) => new File(['grün'], name)

  it('names the site, the field and what it takes, and gives what is chosen', async () => {
    const screen = await show()
    const box = screen.getByRole('alertdialog', { name: 'kontor.test asks for a file' })
    await expect.element(box).toHaveAccessibleDescription('Receipt Takes .pdf, image/*')
    await expect.element(screen.getByRole('button', { name: 'Choose file' })).toHaveFocus()
    const input = screen.container.querySelector('input')
    expect([input?.accept, input?.multiple]).toEqual(['.pdf,image/*', false])
    await userEvent.upload(screen.getByLabelText('Choose file').last(), text('a.pdf'))
    await expect.poll(() => picked).toEqual([{ files: 1 }])
    expect(parts.map(({ index, name, offset }) => [index, name, offset])).toEqual([[0, 'a.pdf', 0]])
  })

  it('gives several where the field takes them, in German too', async () => {
    const screen = await show({ multiple: true, name: '', accept: '' }, 'de')
    await expect.element(screen.getByRole('alertdialog', { name: 'kontor.test möchte Dateien' })).toBeVisible()
    await userEvent.upload(screen.getByLabelText('Dateien auswählen').last(), [text('a.txt'), text('b.txt')])
    await expect.poll(() => picked).toEqual([{ files: 2 }])
  })

  it('gives nothing with Cancel and Esc', async () => {
    const screen = await show()
    await userEvent.keyboard('{Escape}')
    await screen.getByRole('button', { name: 'Cancel' }).click()
    expect(picked).toEqual([undefined, undefined])
  })

  it('says when a file cannot be kept, and hands nothing over', async () => {
    keeps = () => Promise.reject(new Error('full'))
    const screen = await show()
    await userEvent.upload(screen.getByLabelText('Choose file').last(), text('a.pdf'))
    await expect.element(screen.getByText('The file could not be given to the page.')).toBeVisible()
    expect(picked).toEqual([])
  })
})
