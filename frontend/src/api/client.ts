import { faultOf, toFault } from './fault.ts'
import type { Ops } from './types.gen.ts'

/** Where Baton listens and what this window shows it. */
export interface Link {
  readonly baseUrl: string
  readonly token: string
  /** The last event before the page was started: what came since is still to be read. */
  readonly after?: string
}

/** Calls one operation. Rejects with a Fault and nothing else. */
type Call = <K extends keyof Ops>(name: K, input: Ops[K]['in'], options?: CallOptions) => Promise<Ops[K]['out']>

interface CallOptions {
  readonly signal?: AbortSignal
  /** Lets the call finish although the page goes away. */
  readonly keepalive?: boolean
}

/** The typed client of one window. */
export interface Api {
  readonly link: Link
  readonly call: Call
}

export function createApi(link: Link): Api {
  const call: Call = async (name, input, options = {}) => {
    const answer = await post(link, name, input, options)
    if (!answer.ok) throw await faultOf(answer)
    return answer.json()
  }
  return { link, call }
}

async function post(link: Link, name: string, input: unknown, options: CallOptions): Promise<Response> {
  try {
    return await fetch(`${link.baseUrl}/api/tools/${name}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${link.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
      keepalive: options.keepalive ?? false,
      signal: options.signal ?? null,
    })
  } catch (error) {
    throw toFault(error)
  }
}

/** Takes this page's own token back: what it drives is handed back. */
export async function signOut({ baseUrl, token }: Link): Promise<void> {
  try {
    const answer = await fetch(`${baseUrl}/api/owner-link`, { method: 'DELETE', headers: { Authorization: `Bearer ${token}` } })
    if (!answer.ok && answer.status !== 401) throw await faultOf(answer)
  } catch (error) {
    throw toFault(error)
  }
}

/** Exchanges the code of a one-time link for a token; no token is needed. */
export async function redeemOwnerLink(baseUrl: string, code: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/owner-link`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  if (!answer.ok) throw await faultOf(answer)
  const body: { token: string } = await answer.json()
  return body.token
}
