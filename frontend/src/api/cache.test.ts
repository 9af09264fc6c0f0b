import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { applyEvent } from './cache.ts'
import type { BatonEvent } from './model.ts'
import { keys } from './queries.ts'

const request = { id: 'req_1', state: 'open' }

test.each([
  ['settings/changed', keys.settings, undefined, 'old', 'new'],
  ['request/changed', keys.requests, request, [], [request]],
  ['session/changed', keys.sessions, { id: 'sess_1', phase: 'live', epoch: 1, as_of: '' }, [], [{ id: 'sess_1' }]],
] as const)('%s during the first reading is followed by another reading', async (type, key, data, old, fresh) => {
  const client = new QueryClient()
  const answers: unknown[] = [old, fresh]
  const first = gate()
  const read = gate()
  const observer = new QueryObserver<unknown>(client, {
    queryKey: key,
    queryFn: async () => {
      const answer = answers.shift()
      if (answer === old) await first.passed
      return answer
    },
  })
  const stop = observer.subscribe((result) => JSON.stringify(result.data) === JSON.stringify(fresh) && read.open())
  applyEvent(client, { seq: 1, type, at: '', data } as BatonEvent)
  first.open()
  await read.passed
  expect(client.getQueryData(key)).toEqual(fresh)
  stop()
})

test('an answer that was given before an event does not take away what it brought', async () => {
  const client = new QueryClient()
  const late = gate()
  const read = gate()
  const answers: unknown[] = [[], [], [request]]
  const observer = new QueryObserver<unknown>(client, {
    queryKey: keys.requests,
    queryFn: async () => {
      const answer = answers.shift()
      if (answers.length === 1) await late.passed
      return answer
    },
  })
  let stop = () => {}
  await new Promise<void>((resolve) => {
    stop = observer.subscribe((result) => {
      if (result.isSuccess) resolve()
      if (answers.length === 0 && !result.isFetching) read.open()
    })
  })
  void client.invalidateQueries({ queryKey: keys.requests })
  applyEvent(client, { seq: 1, type: 'request/changed', at: '', data: request } as unknown as BatonEvent)
  late.open()
  await read.passed
  expect(client.getQueryData(keys.requests)).toEqual([request])
  stop()
})

function gate() {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), passed }
}
