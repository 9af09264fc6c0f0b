import type { PersonRequest, Session } from '../api/model.ts'

/** Who drives: the agent, you, it needs you, nobody, or it is over. */
export type GlyphState = 'agent' | 'you' | 'needs' | 'idle' | 'ended'

/**
 * What the live window shows. Every kind but empty has a session; a request of
 * the session's agent, if one waits, comes along.
 */
export type LiveView =
  | { readonly kind: 'empty'; readonly request: PersonRequest | undefined }
  | { readonly kind: 'needs'; readonly session: Session; readonly request: PersonRequest }
  | { readonly kind: SessionKind; readonly session: Session; readonly request: PersonRequest | undefined }

type SessionKind = 'opening' | 'agent' | 'you' | 'signin' | 'other' | 'ended' | 'failed'

/** What a window shows of a session, given the viewer it is. */
export function liveView(session: Session | undefined, requests: readonly PersonRequest[], viewer: string): LiveView {
  const request = requestFor(session, requests)
  if (session === undefined) return { kind: 'empty', request }
  const kind = kindOf(session, viewer)
  if (kind === 'agent' && request !== undefined) return { kind: 'needs', session, request }
  return { kind, session, request }
}

function kindOf(session: Session, viewer: string): SessionKind {
  if (session.phase === 'ended') return session.end?.reason === 'failed' ? 'failed' : 'ended'
  if (session.phase === 'opening') return 'opening'
  if (session.controller !== 'user') return 'agent'
  if (session.holder !== viewer) return 'other'
  return session.purpose === 'signin' ? 'signin' : 'you'
}

// An open request belongs to its session. One whose session is gone, or that
// never had one, is shown where nothing is live: it would be seen nowhere else.
function requestFor(session: Session | undefined, requests: readonly PersonRequest[]): PersonRequest | undefined {
  const open = requests.filter((request) => request.state === 'open')
  const own = open.find((request) => session !== undefined && request.session_id === session.id)
  if (own !== undefined) return own
  if (session !== undefined && session.phase !== 'ended') return undefined
  return open.find((request) => session === undefined || request.agent_id === session.agent_id)
}

const glyphs: Record<LiveView['kind'], GlyphState> = {
  empty: 'idle',
  opening: 'idle',
  agent: 'agent',
  needs: 'needs',
  you: 'you',
  signin: 'you',
  other: 'you',
  ended: 'ended',
  failed: 'ended',
}

export function glyphOf(view: LiveView): GlyphState {
  return glyphs[view.kind]
}

/** This window drives: ring, tint, and input goes to the page. */
export function drives(view: LiveView): boolean {
  return view.kind === 'you' || view.kind === 'signin'
}

export function sessionOf(view: LiveView): Session | undefined {
  return view.kind === 'empty' ? undefined : view.session
}

/** The glyph of a session in a list, for no viewer in particular. */
export function glyphOfSession(session: Session, requests: readonly PersonRequest[]): GlyphState {
  return glyphOf(liveView(session, requests, session.holder ?? ''))
}

/** The sign of an agent in a list; none where its browser is off. */
export function glyphOfAgent(
  agent: { readonly browser: boolean; readonly session?: Session },
  requests: readonly PersonRequest[],
): GlyphState | undefined {
  if (!agent.browser) return undefined
  const session = agent.session
  return session === undefined || session.phase === 'ended' ? 'idle' : glyphOfSession(session, requests)
}
