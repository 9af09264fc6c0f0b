import { useRef } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Choice, Field, Picker } from '../../api/model.ts'
import type { Language } from '../../lib/i18n.ts'
import { draw } from '../../testing/setup.tsx'
import { FieldPicker } from './field-picker.tsx'

const page = () => ({ width: 1280, height: 720 })
const place = { x: 100, y: 48, w: 400, h: 60 }
const list: Field = {
  ...place,
  options: [
    { index: 0, label: 'Aachen' },
    { index: 1, label: 'Bern', chosen: true },
    { index: 2, label: 'Berlin', disabled: true },
    { index: 4, label: 'Boston', group: 'Overseas' },
    { index: 5, label: 'Chicago', group: 'Overseas' },
  ],
}

type OnPick = (choice?: Choice) => Promise<'taken' | 'refused'>

function Stage({ picker, field, onPick }: { picker: Picker; field: Field; onPick: OnPick }) {
  const stage = useRef<HTMLDivElement>(null)
  return (
    <div ref={stage} data-testid="stage" style={{ width: 320, height: 400 }}>
      <FieldPicker picker={picker} stage={stage} page={page} read={() => Promise.resolve(field)} onPick={onPick} />
    </div>
  )
}

describe('the picker of a field', () => {
  let picked: (Choice | undefined)[]
  let outcome: 'taken' | 'refused'

  beforeEach(() => {
    picked = []
    outcome = 'taken'
  })

  const show = (picker: Partial<Picker>, field: Field, language: Language = 'en') =>
    draw(
      <Stage
        picker={{ id: 'picker-1', kind: 'list', name: 'City', ...picker }}
        field={field}
        onPick={(choice) => {
          picked.push(choice)
          return Promise.resolve(outcome)
        }}
      />,
      language,
    )

  it('lies below its field, as wide as that, under letterbox and scale', async () => {
    const screen = await show({}, list)
    const box = screen.getByRole('listbox', { name: 'City' })
    await expect.element(box).toHaveFocus()
    const stage = screen.getByTestId('stage').element().getBoundingClientRect()
    const popup = box.element().getBoundingClientRect()
    // A page of 1280 on 320 is drawn at a quarter, 110 below the top.
    expect(popup.left - stage.left).toBeCloseTo(25, 0)
    expect(popup.top - stage.top).toBeCloseTo(110 + (48 + 60) / 4 + 2, 0)
    expect(popup.width).toBeGreaterThanOrEqual(140)
  })

  it('goes by the arrow keys past what is off, and picks with Enter', async () => {
    const screen = await show({}, list)
    const box = screen.getByRole('listbox')
    await expect.element(box).toHaveFocus()
    await expect.element(screen.getByRole('option', { name: 'Bern' })).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowDown}')
    const boston = screen.getByRole('group', { name: 'Overseas' }).getByRole('option', { name: 'Boston' })
    await expect.element(box).toHaveAttribute('aria-activedescendant', boston.element().id)
    await userEvent.keyboard('{End}{ArrowUp}{Enter}')
    expect(picked).toEqual([{ index: 4, label: 'Boston' }])
  })

  it('goes to what is typed', async () => {
    const screen = await show({}, list)
    await expect.element(screen.getByRole('listbox')).toHaveFocus()
    await userEvent.keyboard('chi{Enter}')
    expect(picked).toEqual([{ index: 5, label: 'Chicago' }])
  })

  it('picks by a click, but not what is off, and nothing with Esc, Tab and a click elsewhere', async () => {
    const screen = await show({}, list)
    const off = screen.getByRole('option', { name: 'Berlin' })
    await expect.element(off).toHaveAttribute('aria-disabled', 'true')
    await off.click({ force: true })
    expect(picked).toEqual([])
    await screen.getByRole('option', { name: 'Aachen' }).click()
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('{Tab}')
    await screen.getByTestId('stage').click({ position: { x: 300, y: 10 } })
    await expect.poll(() => picked).toEqual([{ index: 0, label: 'Aachen' }, undefined, undefined, undefined])
  })

  it('gives a date within its bounds, in German too', async () => {
    const field = { ...place, value: '2026-05-03', min: '2026-05-01', max: '2026-05-31' }
    const screen = await show({ kind: 'date', name: '' }, field, 'de')
    const input = screen.getByLabelText('Datum').last()
    await expect.element(input).toHaveFocus()
    await expect.element(input).toHaveAccessibleDescription('Von 01.05.2026 bis 31.05.2026')
    await input.fill('2026-06-09')
    outcome = 'refused'
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Die Seite nimmt diesen Wert nicht an.')
    await input.fill('2026-05-09')
    await screen.getByRole('button', { name: 'OK' }).click()
    await screen.getByRole('button', { name: 'Leeren' }).click()
    await userEvent.keyboard('{Escape}')
    expect(picked).toEqual([{ value: '2026-06-09' }, { value: '2026-05-09' }, { value: '' }, undefined])
  })

  it('asks for each kind with a field of that kind', async () => {
    for (const [kind, value, name] of [
      ['time', '14:30', 'Time'],
      ['month', '2026-05', 'Month'],
      ['week', '2026-W22', 'Week'],
      ['datetime-local', '2026-05-31T14:30', 'Date and time'],
      ['color', '#00ff7f', 'Colour'],
    ] as const) {
      const screen = await show({ kind, name: '' }, { ...place, value, required: true })
      const input = screen.getByLabelText(name).last()
      await expect.element(input).toHaveAttribute('type', kind)
      await expect.element(input).toHaveValue(value)
      await expect.element(screen.getByRole('button', { name: 'Clear' })).not.toBeInTheDocument()
      await screen.unmount()
    }
  })
})
