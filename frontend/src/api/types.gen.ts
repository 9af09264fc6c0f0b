// Generated from the registry of operations. Do not edit.

export interface Tab { id: string; url: string; title: string; active: boolean }
export interface Step { tool: string; object?: string; at: string }
export interface Dialog { kind: string; message: string; default?: string; host?: string }
export interface End { reason: string; at: string; minutes?: number; message?: string }
export interface Session {
  id: string
  agent_id?: string
  agent_name?: string
  profile_id: string
  profile_name: string
  purpose: string
  phase: string
  controller: string
  holder?: string
  held_since?: string
  epoch: number
  url: string
  title: string
  tabs: Tab[]
  width: number
  height: number
  started_at: string
  agent_ms: number
  agent_limit_ms: number
  as_of: string
  idle_at?: string
  last_step?: Step
  dialog?: Dialog
  end?: End
}
export interface InputEvent {
  kind: string
  x?: number
  y?: number
  button?: string
  buttons?: number
  clicks?: number
  dx?: number
  dy?: number
  key?: string
  code?: string
  repeat?: boolean
  modifiers?: number
  text?: string
}
export interface Problem {
  type: string
  title: string
  status: number
  code: string
  detail: string
  hint?: string
  details?: Record<string, unknown>
  call_id?: string
}
export interface Request {
  id: string
  owner: string
  agent_id: string
  agent_name: string
  session_id?: string
  profile_id?: string
  mode: string
  task: string
  host?: string
  url?: string
  message?: string
  state: string
  created_at: string
  expires_at: string
  answered_at?: string
}
export interface Settings {
  language: string
  theme: string
  idle_seconds: number
  agent_time_seconds: number
  live_auto_open: boolean
  chrome_path?: string
}
export interface SettingsSetIn {
  language?: string
  theme?: string
  idle_seconds?: number
  agent_time_seconds?: number
  live_auto_open?: boolean
  chrome_path?: string
}
export interface ChromeState { path?: string; version?: string; problem?: string }
export interface KeyState { source: string; problem?: string; features_off?: string[] }
export interface StatusOut {
  version: string
  owner: string
  data_dir: string
  port: number
  desktop: boolean
  key: KeyState
  chrome: ChromeState
}
export interface AgentView {
  id: string
  name: string
  browser: boolean
  browser_language: string
  allow_hosts: string[]
  no_evaluate: boolean
  created_at: string
  updated_at: string
  first_call_at?: string
  last_call_at?: string
  session?: Session
  terminal: boolean
}
export interface AgentsListOut { agents: AgentView[] }
export interface AgentsCreateIn { name: string; browser?: boolean; browser_language?: string; allow_hosts?: string[] }
export interface AgentsCreateOut { agent: AgentView; id: string; token: string }
export interface AgentsUpdateIn {
  agent_id: string
  name?: string
  browser?: boolean
  browser_language?: string
  allow_hosts?: string[]
  no_evaluate?: boolean
}
export interface AgentIDIn { agent_id: string }
export interface NewTokenOut { id: string; token: string }
export interface AgentsConnectIn { agent_id: string; program: string }
export interface AgentsConnectOut { program: string; file?: string; format: string; text: string; command?: string }
export interface BrowserStartOut { status: string }
export interface OpenBy { session_id: string; agent_name?: string; purpose: string; controller: string }
export interface ProfileView {
  id: string
  owner: string
  name: string
  provider: string
  status: string
  was_ready?: boolean
  created_at: string
  updated_at: string
  last_used_at?: string
  signed_in_at?: string
  open_by?: OpenBy
}
export interface ProfilesListOut { profiles: ProfileView[] }
export interface ProfilesCreateIn { name: string; consent?: boolean }
export interface ProfilesUpdateIn { profile_id: string; name?: string; disabled?: boolean }
export interface ProfileIDIn { profile_id: string }
export interface SigninStartIn { profile_id?: string; url?: string; request_id?: string; viewer?: string }
export interface SessionIDIn { session_id: string }
export interface SessionGetIn { session_id?: string }
export interface SessionGetOut { session: Session | null }
export interface SessionsListOut { sessions: Session[] }
export interface ControlTakeIn { session_id: string; viewer: string; here?: boolean; request_id?: string }
export interface ControlHandBackIn { session_id: string; viewer: string; note?: string }
export interface AgentContinueIn { session_id: string; note?: string }
export interface LiveInputIn { session_id: string; viewer: string; epoch: number; events: InputEvent[] }
export interface LiveNavigateIn { session_id: string; viewer: string; epoch: number; url?: string; action?: string }
export interface LiveNavigateOut { url: string; title: string }
export interface LiveDialogIn { session_id: string; viewer: string; epoch: number; accept: boolean; text?: string }
export interface LiveCopyIn { session_id: string; viewer: string; epoch: number }
export interface LiveCopyOut { text: string }
export interface RequestsListOut { requests: Request[] }
export interface RequestAcceptOut { session: Session; native: boolean }
export interface RequestIDIn { request_id: string }
export interface WindowOpenIn { window: string; session_id?: string; take?: boolean; request_id?: string }
export interface WindowOpenOut { native: boolean }
export interface AuditEntry {
  seq: number
  at: string
  owner: string
  kind: string
  by: string
  agent_id?: string
  agent_name?: string
  profile_id?: string
  session_id?: string
  tool?: string
  host?: string
  result?: string
  facts?: Record<string, string>
}
export interface AuditListIn { before?: number; limit?: number; agent_id?: string }
export interface AuditListOut { entries: AuditEntry[]; more: boolean }
export type Empty = Record<string, never>

export interface Ops {
  status: { in: Empty; out: StatusOut }
  settings_get: { in: Empty; out: Settings }
  settings_set: { in: SettingsSetIn; out: Settings }
  agents_list: { in: Empty; out: AgentsListOut }
  agents_create: { in: AgentsCreateIn; out: AgentsCreateOut }
  agents_update: { in: AgentsUpdateIn; out: AgentView }
  agents_delete: { in: AgentIDIn; out: Empty }
  agents_new_token: { in: AgentIDIn; out: NewTokenOut }
  agents_connect: { in: AgentsConnectIn; out: AgentsConnectOut }
  agent_browser_start: { in: AgentIDIn; out: BrowserStartOut }
  agent_continue: { in: AgentContinueIn; out: Empty }
  profiles_list: { in: Empty; out: ProfilesListOut }
  profiles_create: { in: ProfilesCreateIn; out: ProfileView }
  profiles_update: { in: ProfilesUpdateIn; out: ProfileView }
  profiles_delete: { in: ProfileIDIn; out: Empty }
  signin_start: { in: SigninStartIn; out: Session }
  signin_finish: { in: SessionIDIn; out: ProfileView }
  signin_cancel: { in: SessionIDIn; out: Empty }
  sessions_list: { in: Empty; out: SessionsListOut }
  session_get: { in: SessionGetIn; out: SessionGetOut }
  session_close: { in: SessionIDIn; out: Empty }
  control_take: { in: ControlTakeIn; out: Session }
  control_hand_back: { in: ControlHandBackIn; out: Session }
  live_input: { in: LiveInputIn; out: Empty }
  live_navigate: { in: LiveNavigateIn; out: LiveNavigateOut }
  live_dialog: { in: LiveDialogIn; out: Empty }
  live_copy: { in: LiveCopyIn; out: LiveCopyOut }
  requests_list: { in: Empty; out: RequestsListOut }
  request_accept: { in: RequestIDIn; out: RequestAcceptOut }
  request_decline: { in: RequestIDIn; out: Request }
  request_done: { in: RequestIDIn; out: Request }
  window_open: { in: WindowOpenIn; out: WindowOpenOut }
  audit_list: { in: AuditListIn; out: AuditListOut }
  quit: { in: Empty; out: Empty }
}
