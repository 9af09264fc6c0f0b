import type { Ops } from './types.gen.ts'

// The words of the app for what the operations take and give, so that nothing
// else depends on how the generated types happen to be called.

export type Session = Ops['control_take']['out']
export type Agent = Ops['agents_update']['out']
export type Profile = Ops['profiles_list']['out']['profiles'][number]
export type PersonRequest = Ops['request_decline']['out']
export type Settings = Ops['settings_get']['out']
export type Webhook = Ops['webhook_get']['out']
export type Status = Ops['status']['out']
export type AuditEntry = Ops['audit_list']['out']['entries'][number]
export type Timelines = Ops['timeline_list']['out']['timelines']
export type TimelineStep = Ops['timeline_get']['out']['steps'][number]
export type InputEvent = Ops['live_input']['in']['events'][number]
export type PageWarning = NonNullable<Session['warning']>
export type PageDialog = NonNullable<Session['dialog']>
export type HTTPSignIn = NonNullable<Session['sign_in']>
export type Places = Ops['live_find']['out']
export type Transfer = NonNullable<Session['downloads']>[number]
export type Site = Ops['live_site']['out']
export type Permission = Site['permissions'][number]

export type RealWindow = NonNullable<Session['real_window']>
export type Picker = NonNullable<Session['picker']>
export type PageText = Ops['live_outline']['out']
export type PageLine = PageText['lines'][number]
export type Field = Ops['live_picker']['out']
export type FieldOption = NonNullable<Field['options']>[number]
export type Choice = Pick<Ops['live_pick']['in'], 'index' | 'label' | 'value' | 'files'>

/** The body of every error answer. */
export interface Problem {
  status: number
  code: string
  detail: string
  hint?: string
  details?: Record<string, unknown>
}

/** Precedes the JPEG in a binary message; width and height are page pixels. */
export interface FrameHeader {
  session_id: string
  tab: string
  frame: number
  width: number
  height: number
  scale: number
  at_ms: number
}

/** Asks a window to come forward; only ever caused by the person. */
export interface WindowShow {
  window: string
  session_id?: string
  take?: boolean
  request_id?: string
  of?: string
}

/** One message of the event stream. */
export interface BatonEvent {
  seq: number
  type: string
  at: string
  data?: unknown
}
