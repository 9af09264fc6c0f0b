import { expect, it } from 'vitest'
import type { AuditEntry, TimelineStep } from '../api/model.ts'
import { driversOf, droveFrom, spotOf } from './timeline.ts'

const step = (n: number, kind: AuditEntry['kind'], more: Partial<TimelineStep> = {}, facts?: Record<string, string>): TimelineStep => ({
  n,
  entry: { seq: 0, owner: 'local', by: 'agent', kind, at: new Date(n * 1000).toISOString(), ...(facts ? { facts } : {}) },
  ...more,
})

it('knows who drove', () => {
  const steps = [
    step(1, 'session_opened'),
    step(2, 'control_taken'),
    step(3, 'request_answered'),
    step(5, 'control_returned'),
    step(6, 'tool_called'),
  ]
  expect(driversOf(steps)).toEqual(['agent', 'you', 'you', 'agent', 'agent'])
  expect(droveFrom(steps, 1)).toBe(3000)
  expect(droveFrom(steps, 0)).toBeUndefined()
  expect(droveFrom(steps.slice(0, 3), 1)).toBeUndefined()
})

it('shows a spot on the picture of its own step only', () => {
  const facts = { spot: '0.2500,0.5000' }
  expect(spotOf(step(4, 'tool_called', { picture: 4 }, facts))).toEqual({ x: 0.25, y: 0.5 })
  expect(spotOf(step(4, 'tool_called', { picture: 6 }, facts))).toBeUndefined()
  expect(spotOf(step(4, 'tool_called', { picture: 4 }))).toBeUndefined()
  expect(spotOf(step(4, 'tool_called', { picture: 4 }, { spot: '7,0.5' }))).toBeUndefined()
})
