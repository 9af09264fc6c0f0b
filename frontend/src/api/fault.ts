import type { Problem } from './model.ts'

/** A coded refusal or failure, as the server tells it, or one of ours. */
export class Fault extends Error {
  readonly code: string
  readonly hint: string
  readonly status: number
  readonly details: Record<string, unknown>

  constructor(problem: Problem) {
    super(problem.detail)
    this.name = 'Fault'
    this.code = problem.code
    this.hint = problem.hint ?? ''
    this.status = problem.status
    this.details = problem.details ?? {}
  }
}

/** The code of faults that this side makes when no answer came. */
const unreachable = 'unreachable'

/** Any thrown thing as a Fault; what is not one is a lost connection. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  const detail = error instanceof Error ? error.message : String(error)
  return new Fault({ status: 0, code: unreachable, detail })
}

/** Reads an error answer; a body that is no problem still gives a Fault. */
export async function faultOf(answer: Response): Promise<Fault> {
  const fallback = { status: answer.status, code: 'internal', detail: answer.statusText }
  try {
    const body: unknown = await answer.json()
    if (typeof body === 'object' && body !== null && 'code' in body) {
      return new Fault({ ...fallback, ...(body as Problem) })
    }
  } catch {
    // An answer without JSON comes from something between us and Baton.
  }
  return new Fault(fallback)
}
