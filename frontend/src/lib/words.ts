import type { Fault } from '../api/fault.ts'
import type { AuditEntry, PersonRequest, Session } from '../api/model.ts'
import { hostOf } from './host.ts'
import { isKey, type Key, type Translate } from './i18n.ts'

// Sentences that several features say about sessions, requests and steps.

/** Why a session ended. */
export function reasonText(t: Translate, session: Pick<Session, 'end' | 'purpose'>): string {
  const end = session.end
  if (end === undefined) return t('reason.ended')
  if (session.purpose === 'signin' && (end.reason === 'closed' || end.reason === 'closed_by_user' || end.reason === 'sign_in'))
    return t('reason.signinDone')
  // «satisfies»: a reason without a text does not compile; isKey is for a newer server.
  const key = `reason.${end.reason}` as const satisfies Key
  return isKey(key) ? t(key, { n: end.minutes ?? 0 }) : t('reason.ended')
}

/** What the person is asked to do. */
export function taskText(t: Translate, request: Pick<PersonRequest, 'mode' | 'task' | 'host' | 'url'>): string {
  const host = request.host || hostOf(request.url)
  if (request.mode === 'confirm') return confirmText(t, request.task, host)
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

function confirmText(t: Translate, task: PersonRequest['task'], host: string): string {
  switch (task) {
    case 'send':
    case 'delete':
    case 'upload':
    case 'new_site':
      return t(`request.confirm.${task}`, { host })
    default:
      return host === '' ? t('request.confirm.any') : t('request.confirm', { host })
  }
}

/** What the yes is called: to a site it is for good, to all else once. */
export function allowText(t: Translate, request: Pick<PersonRequest, 'task'>): string {
  return request.task === 'new_site' ? t('request.allow.new_site') : t('request.allow')
}

/** Whether there is a browser in which the person could do it themselves. */
export function offersTakeOver(request: Pick<PersonRequest, 'mode' | 'session_id'>): boolean {
  return request.mode !== 'confirm' || request.session_id !== undefined
}

/** What the agent says of it, or what it was stopped at. */
export function requestWords(t: Translate, request: Pick<PersonRequest, 'mode' | 'task' | 'message' | 'object'>): string {
  if (request.task === 'new_site') return t('request.site', { site: request.object ?? '' })
  if (request.task === 'upload') return t('request.files', { names: request.object ?? '' })
  if (request.mode === 'confirm') return t('request.presses', { name: nameIn(request.object) })
  return request.message === undefined || request.message === '' ? '' : t('request.quote', { text: request.message })
}

/** The verb for a tool, such as Click. */
export function stepVerb(t: Translate, tool: string): string {
  const key = `step.${tool}`
  return isKey(key) ? t(key) : tool
}

// The server names an element by its role and its name on the page: button "Send".
const named = /^[a-z ]+ "(.*)"$/s

/** What was acted on: the name on the page in quotes, anything else as it is. */
export function stepObject(t: Translate, object: string | undefined): string {
  if (object === undefined) return ''
  const name = nameIn(object)
  return name === object ? object : t('request.quote', { text: name })
}

/** The name on the page, or all of it where there is none. */
function nameIn(object = ''): string {
  return named.exec(object)?.[1] || object
}

/** What an entry of the record says happened. */
export function auditText(t: Translate, entry: AuditEntry): { verb: string; object: string } {
  const object = auditObject(t, entry)
  if (entry.tool !== undefined && entry.tool !== '' && (entry.kind === 'tool_called' || entry.kind === 'call_refused')) {
    return { verb: stepVerb(t, entry.tool), object: stepObject(t, entry.facts?.object) }
  }
  const key = `audit.${entry.kind}` as const satisfies Key
  return { verb: isKey(key) ? t(key) : entry.kind, object }
}

function auditObject(t: Translate, { kind, facts, agent_name }: AuditEntry): string {
  if (kind.startsWith('agent_')) return agent_name ?? ''
  if (kind === 'host_refused') return refusalText(t, { way: facts?.way ?? '', reason: facts?.reason ?? '' })
  const reason = `reason.${facts?.reason}`
  if (kind === 'session_ended' && isKey(reason)) return t(reason, { n: Number(facts?.minutes ?? 0) })
  if (kind === 'page_suspected') return suspicions(t, facts?.kinds ?? '')
  if (kind === 'settings_changed') return changedSettings(t, facts?.changed ?? '')
  return facts?.name ?? ''
}

/** What the words of a page would have the agent do. */
function suspicions(t: Translate, kinds: string): string {
  return kinds
    .split(',')
    .map((kind) => `suspicion.${kind}`)
    .filter(isKey)
    .map((key) => t(key))
    .join(', ')
}

const settings = {
  language: 'settings.language',
  theme: 'settings.theme',
  idle_seconds: 'settings.idle',
  agent_time_seconds: 'settings.agentTime',
  live_auto_open: 'settings.autoOpen',
  chrome_path: 'settings.chrome',
  timeline_days: 'settings.timeline',
  live_windows: 'settings.liveWindows',
  webhook: 'settings.webhook.url',
} as const

function changedSettings(t: Translate, changed: string): string {
  const isSetting = (name: string): name is keyof typeof settings => name in settings
  return changed
    .split(',')
    .filter(isSetting)
    .map((name) => t(settings[name]))
    .join(', ')
}

/** The word for the result of an entry, and whether it is a refusal, which is what matters. */
export function resultText(t: Translate, result: string | undefined): { text: string; refused: boolean } {
  if (result === undefined || result === '' || result === 'ok') return { text: t('activity.ok'), refused: false }
  const outcome = `outcome.${result}`
  if (isKey(outcome)) return { text: t(outcome), refused: false }
  const key = `result.${result}`
  return { text: isKey(key) ? t(key) : result, refused: true }
}

/** What happened, for a person: our sentence for the code, else the server's. */
export function faultText(t: Translate, fault: Fault): string {
  if (fault.code === 'conflict' && fault.details.field === 'name') return t('fault.conflict.name')
  if (fault.code === 'conflict' && fault.details.field === 'signin') return t('fault.conflict.signin')
  if (fault.details.field === 'real_window') return t(fault.code === 'conflict' ? 'fault.conflict.realWindow' : 'fault.noDesktop')
  if (fault.code === 'profile_storage') return t('err.profile_storage')
  const key = `fault.${fault.code}`
  return isKey(key) ? t(key) : fault.message
}

/** What the network gate refused: in which way a host was asked for, and why it was not dialled. */
export function refusalText(t: Translate, { way, reason }: { way: string; reason: string }): string {
  const wayKey = `traffic.way.${way}`
  return `${isKey(wayKey) ? t(wayKey) : way}: ${refusalReason(t, reason)}`
}

// The gate's words for the reasons are those of the API. The kinds of private
// hosts are one to a person.
function refusalReason(t: Translate, reason: string): string {
  if (reason === 'denied by the user') return t('traffic.reason.denied')
  if (reason === "not on the user's list") return t('traffic.reason.notListed')
  return t(reason === 'origin_refused' ? 'traffic.reason.own' : 'traffic.reason.private')
}
