import { beforeEach, describe, expect, it } from 'vitest'
import type { Transfer } from '../../api/model.ts'
import type { Language } from '../../lib/i18n.ts'
import { draw } from '../../testing/setup.tsx'
import { DownloadRows } from './download-rows.tsx'

const coming: Transfer = { id: 'a', name: 'report.pdf', received: 1_200_000, size: 4_800_000, state: 'downloading' }

describe('the downloads in the foot', () => {
  let stopped: string[]
  beforeEach(() => {
    stopped = []
  })
  const show = (downloads: Transfer[], answers = true, language: Language = 'en') =>
    draw(<DownloadRows downloads={downloads} answers={answers} onCancel={(id) => stopped.push(id)} />, language)

  it('say how far each one is, and let the one who drives stop it', async () => {
    const screen = await show([coming])
    await expect.element(screen.getByText('1.2 MB of 4.8 MB')).toBeVisible()
    const bar = screen.getByRole('progressbar', { name: 'report.pdf' })
    await expect.element(bar).toHaveAttribute('aria-valuenow', '25')
    await expect.element(bar).toHaveAttribute('aria-valuetext', '25%')
    await expect.element(screen.getByText('report.pdf is being downloaded.')).toBeInTheDocument()
    await screen.getByRole('button', { name: 'Cancel the download of report.pdf' }).click()
    expect(stopped).toEqual(['a'])
  })

  it('offer nothing to who watches', async () => {
    const screen = await show([coming], false, 'de')
    await expect.element(screen.getByText('1,2 MB von 4,8 MB')).toBeVisible()
    await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
  })

  it('guess no share where the size is not known', async () => {
    const screen = await show([{ ...coming, size: -1 }])
    await expect.element(screen.getByText('1.2 MB')).toBeVisible()
    await expect.element(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow')
  })

  it('say how they ended, and count those for which there is no room', async () => {
    const ends: Transfer[] = ['complete', 'failed', 'cancelled'].map((state, i) => ({
      id: `${i}`,
      name: `${state}.zip`,
      received: 5,
      size: 5,
      state: state as Transfer['state'],
      ...(state === 'complete' ? { path: '/downloads/complete.zip' } : {}),
    }))
    const screen = await show([coming, { ...coming, id: 'b' }, ...ends])
    await expect.element(screen.getByText('2 more')).toBeVisible()
    await expect.element(screen.getByText('Failed', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('Cancelled', { exact: true })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Copy where complete.zip lies' })).toBeVisible()
    await expect.element(screen.getByText('The download of cancelled.zip was cancelled.')).toBeInTheDocument()
  })

  it('are not there when there are none', async () => {
    const screen = await show([])
    await expect.element(screen.getByRole('region')).not.toBeInTheDocument()
  })
})
