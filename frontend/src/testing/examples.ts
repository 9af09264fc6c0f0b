import type { PersonRequest, Session } from '../api/model.ts'

// Example records for the tests of components; times are relative to now.

const before = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

export function exampleSession(more: Partial<Session> = {}): Session {
  return {
    id: 'sess_1',
    agent_id: 'agent_1',
    agent_name: 'Claude Code',
    profile_id: 'prof_1',
    profile_name: 'Work',
    purpose: 'agent',
    phase: 'live',
    controller: 'agent',
    epoch: 1,
    url: 'https://nordlicht-rail.test/booking/NL214/travellers',
    title: 'Who is travelling?',
    tabs: [],
    width: 1280,
    height: 720,
    started_at: before(600),
    agent_ms: 372_000,
    agent_limit_ms: 1_200_000,
    as_of: before(0),
    last_step: { tool: 'browser_click', object: 'combobox "Half-fare 2nd class"', at: before(2) },
    ...more,
  }
}

export function exampleRequest(more: Partial<PersonRequest> = {}): PersonRequest {
  return {
    id: 'req_1',
    owner: 'local',
    agent_id: 'agent_1',
    agent_name: 'Claude Code',
    session_id: 'sess_1',
    mode: 'takeover',
    task: 'order',
    host: 'lindenhof-books.test',
    message: 'Three books are in the cart.',
    state: 'open',
    created_at: before(80),
    expires_at: before(-520),
    ...more,
  }
}
