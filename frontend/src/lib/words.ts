import type { Fault } from '../api/fault.ts'
import type { AuditEntry, PersonRequest, Session } from '../api/model.ts'
import { hostOf } from './host.ts'
import { isKey, type Key, type Translate } from './i18n.ts'

// Sentences that several features say about sessions, requests and steps.

/** Why a session ended. */
export function reasonText(t: Translate, session: Pick<Session, 'end' | 'purpose'>): string {
  const end = session.end
  if (end === undefined) return t('reason.ended')
  if (session.purpose === 'signin' && (end.reason === 'closed' || end.reason === 'sign_in')) return t('reason.signinDone')
  // «satisfies»: a reason without a text does not compile; isKey is for a newer server.
  const key = `reason.${end.reason}` as const satisfies Key
  return isKey(key) ? t(key, { n: end.minutes ?? 0 }) : t('reason.ended')
}

/** What the person is asked to do. */
export function taskText(t: Translate, request: Pick<PersonRequest, 'task' | 'host' | 'url'>): string {
  const host = request.host || hostOf(request.url)
  switch (request.task) {
    case 'code':
      return t('request.code')
    case 'order':
      return t('request.order')
    case 'captcha':
      return host === '' ? t('request.captcha.any') : t('request.captcha', { host })
    case 'signin':
      return host === '' ? t('request.signin.any') : t('request.signin', { host })
    default:
      return host === '' ? t('request.other.any') : t('request.other', { host })
  }
}

/** The verb for a tool, such as Click. */
export function stepVerb(t: Translate, tool: string): string {
  const key = `step.${tool}`
  return isKey(key) ? t(key) : tool
}

/** What was acted on, in quotes where it is a name on the page. */
export function stepObject(t: Translate, object: string | undefined): string {
  if (object === undefined || object === '') return ''
  return /^[“„"«]/.test(object) || object.includes('://') ? object : t('request.quote', { text: object })
}

/** What an entry of the record says happened. */
export function auditText(t: Translate, entry: AuditEntry): { verb: string; object: string } {
  const object = entry.facts?.name ?? entry.facts?.object ?? ''
  if (entry.tool !== undefined && entry.tool !== '' && (entry.kind === 'tool_called' || entry.kind === 'call_refused')) {
    return { verb: stepVerb(t, entry.tool), object: stepObject(t, entry.facts?.object) }
  }
  const key = `audit.${entry.kind}` as const satisfies Key
  return { verb: isKey(key) ? t(key) : entry.kind, object }
}

/** The word for the result of a call; refusals are the ones that matter. */
export function resultText(t: Translate, result: string | undefined): string {
  if (result === undefined || result === '' || result === 'ok') return t('activity.ok')
  const key = `result.${result}`
  return isKey(key) ? t(key) : result
}

/** What happened, for a person: our sentence for the code, else the server's. */
export function faultText(t: Translate, fault: Fault): string {
  if (fault.code === 'conflict' && fault.details.field === 'name') return t('fault.conflict.name')
  if (fault.code === 'profile_storage') return t('err.profile_storage')
  const key = `fault.${fault.code}`
  return isKey(key) ? t(key) : fault.message
}
