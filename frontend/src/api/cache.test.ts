import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { applyEvent } from './cache.ts'
import { keys } from './queries.ts'

test('an event during the first reading is followed by another reading', async () => {
  const client = new QueryClient()
  const answers = ['old', 'new']
  const first = gate()
  const read = gate()
  const observer = new QueryObserver(client, {
    queryKey: keys.settings,
    queryFn: async () => {
      const answer = answers.shift()
      if (answer === 'old') await first.passed
      return answer
    },
  })
  const stop = observer.subscribe(({ data }) => data === 'new' && read.open())
  applyEvent(client, { seq: 1, type: 'settings/changed', at: '' })
  first.open()
  await read.passed
  expect(client.getQueryData(keys.settings)).toBe('new')
  stop()
})

function gate() {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), passed }
}
