import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { HTTPSignIn } from '../../api/model.ts'
import type { Language } from '../../lib/i18n.ts'
import { draw } from '../../testing/setup.tsx'
import { SignInBox } from './sign-in-box.tsx'

const asked: HTTPSignIn = { id: 'signin-1', host: 'kontor.test:8080', realm: 'Back room', encrypted: false }

/** A server that was given something wrong asks anew. */
function AsksTwice() {
  const [now, setNow] = useState(asked)
  const refuse = () => Promise.resolve(setNow({ ...asked, id: 'signin-2', wrong: true }))
  return <SignInBox asked={now} answers onAnswer={refuse} />
}

describe('the box of an HTTP sign-in', () => {
  let given: unknown[]
  let outcome: Promise<unknown>

  beforeEach(() => {
    given = []
    outcome = Promise.resolve(undefined)
  })

  const box = (more: Partial<HTTPSignIn>, answers: boolean) => (
    <SignInBox
      asked={{ ...asked, ...more }}
      answers={answers}
      onAnswer={(what) => {
        given.push(what)
        return outcome
      }}
    />
  )
  const show = (more: Partial<HTTPSignIn> = {}, answers = true, language: Language = 'en') => draw(box(more, answers), language)

  it('names the host, quotes its words, and warns where nothing is encrypted', async () => {
    const screen = await show()
    const dialog = screen.getByRole('alertdialog', { name: 'kontor.test:8080 asks you to sign in' })
    await expect.element(dialog).toHaveAccessibleDescription(/“Back room”.*Not encrypted/s)
    await screen.unmount()
    const safe = await show({ encrypted: true })
    await expect.element(safe.getByText(/“Back room”/)).toBeVisible()
    await expect.element(safe.getByText(/Not encrypted/)).not.toBeInTheDocument()
  })

  it('gives what was typed, once, with Enter and with the button', async () => {
    const screen = await show()
    await expect.element(screen.getByLabelText('User name')).toHaveFocus()
    await userEvent.keyboard('ada{Tab}grün & 1')
    await expect.element(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
    outcome = new Promise(() => {})
    await userEvent.keyboard('{Enter}{Enter}')
    expect(given).toEqual([{ user: 'ada', password: 'grün & 1' }])
    await expect.element(screen.getByRole('button', { name: 'Sign in' })).toBeDisabled()
    await screen.unmount()
    const again = await show()
    await again.getByLabelText('User name').fill('eve')
    await again.getByRole('button', { name: 'Sign in' }).click()
    expect(given[1]).toEqual({ user: 'eve', password: '' })
  })

  it('gives nothing with Esc and with Cancel', async () => {
    const screen = await show()
    await userEvent.keyboard('secret{Escape}')
    await screen.getByRole('button', { name: 'Cancel' }).click()
    expect(given).toEqual([undefined, undefined])
  })

  it('keeps Tab within', async () => {
    const screen = await show()
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    await expect.element(screen.getByRole('button', { name: 'Sign in' })).toHaveFocus()
    await userEvent.keyboard('{Tab}')
    await expect.element(screen.getByLabelText('User name')).toHaveFocus()
  })

  it('says that it was wrong, keeps the name, forgets the password and takes the focus there', async () => {
    const screen = await draw(<AsksTwice />)
    await screen.getByLabelText('User name').fill('ada')
    await screen.getByLabelText('Password').fill('wrong')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('alert')).toHaveTextContent('User name or password is wrong.')
    await expect.element(screen.getByLabelText('User name')).toHaveValue('ada')
    await expect.element(screen.getByLabelText('Password')).toHaveValue('')
    await expect.element(screen.getByLabelText('Password')).toHaveFocus()
  })

  it('is inert while the agent drives, in German too', async () => {
    const screen = await show({}, false, 'de')
    await expect.element(screen.getByRole('alertdialog', { name: 'kontor.test:8080 will eine Anmeldung' })).toBeVisible()
    await expect.element(screen.getByText('Zum Anmelden übernehmen.')).toBeVisible()
    for (const name of ['Abbrechen', 'Anmelden']) await expect.element(screen.getByRole('button', { name })).toBeDisabled()
    await expect.element(screen.getByLabelText('Passwort')).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    expect(given).toEqual([])
  })
})
