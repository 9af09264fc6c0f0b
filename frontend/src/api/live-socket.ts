import { backoff } from './backoff.ts'
import type { Link } from './client.ts'
import { type Frame, parseFrame } from './frame.ts'
import type { InputEvent, Problem, Session } from './model.ts'
import { Outstanding } from './outstanding.ts'

/** How the stream stands. lostAt and retryAt are Date.now() values. */
export type StreamState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  | { readonly kind: 'lost'; readonly lostAt: number; readonly retryAt: number }
  | { readonly kind: 'closed' }

export interface StreamHandlers {
  onState(state: StreamState): void
  onSession(session: Session): void
  onProblem(problem: Problem): void
  onFrame(frame: Frame): void
}

export interface StreamTarget {
  readonly sessionId: string
  readonly viewer: string
}

/**
 * The live stream of one session: frames and session views come down, the view
 * size, acknowledgements and input go up. It reconnects with back-off until
 * close is called. The first message authenticates, so no token is in a URL.
 */
export class LiveSocket {
  readonly #link: Link
  readonly #target: StreamTarget
  readonly #handlers: StreamHandlers
  #socket: WebSocket | undefined
  readonly #inputs = new Outstanding()
  #size = { width: 0, height: 0 }
  #timer: ReturnType<typeof setTimeout> | undefined
  #attempt = 0
  #lostAt = 0
  #closed = false

  constructor(link: Link, target: StreamTarget, handlers: StreamHandlers) {
    this.#link = link
    this.#target = target
    this.#handlers = handlers
  }

  /** Says how large the picture is on the screen, in device pixels. */
  resize(width: number, height: number): void {
    if (width <= 0 || height <= 0 || (width === this.#size.width && height === this.#size.height)) return
    this.#size = { width, height }
    this.#send({ type: 'view', width, height })
  }

  ack(frame: number): void {
    this.#send({ type: 'ack', frame })
  }

  input(epoch: number, events: InputEvent[]): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#send({ type: 'input', number: this.#inputs.add(), epoch, events })
  }

  /**
   * Waits until the server took the input that was sent, or refused it, so that
   * what is called then comes after it: no longer than about a second, and not at
   * all while the stream is lost.
   */
  settled(): Promise<void> {
    return this.#inputs.settled()
  }

  /** Opens the stream, or tries again at once when it is lost. */
  connect(): void {
    clearTimeout(this.#timer)
    this.#drop()
    if (this.#closed) return
    if (this.#lostAt === 0) this.#handlers.onState({ kind: 'connecting' })
    const url = `${this.#link.baseUrl.replace(/^http/, 'ws')}/api/browser-profiles/agent-session/stream`
    const socket = new WebSocket(url)
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    socket.onopen = () => this.#authenticate(socket)
    socket.onmessage = (message) => this.#receive(message.data)
    socket.onclose = () => this.#lost(socket)
  }

  /** Ends the stream for good. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#drop()
    this.#handlers.onState({ kind: 'closed' })
  }

  #authenticate(socket: WebSocket): void {
    const { sessionId, viewer } = this.#target
    socket.send(JSON.stringify({ type: 'auth', token: this.#link.token, session_id: sessionId, viewer, ...this.#size }))
  }

  #receive(data: unknown): void {
    if (data instanceof ArrayBuffer) {
      const frame = parseFrame(data)
      if (frame !== undefined) this.#handlers.onFrame(frame)
      return
    }
    const message = JSON.parse(String(data)) as { type: string; session?: Session; problem?: Problem; number?: number }
    if (message.type === 'session' && message.session !== undefined) {
      // Only an accepted viewer gets a session, so the stream stands now.
      this.#attempt = 0
      this.#lostAt = 0
      this.#handlers.onState({ kind: 'open' })
      this.#handlers.onSession(message.session)
    } else if (message.type === 'fault' && message.problem !== undefined) {
      this.#handlers.onProblem(message.problem)
    } else if (message.type === 'taken' && message.number !== undefined) {
      this.#inputs.taken(message.number)
    }
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket || this.#closed) return
    this.#socket = undefined
    this.#inputs.forget()
    const now = Date.now()
    if (this.#lostAt === 0) this.#lostAt = now
    const wait = backoff(this.#attempt++)
    this.#timer = setTimeout(() => this.connect(), wait)
    this.#handlers.onState({ kind: 'lost', lostAt: this.#lostAt, retryAt: now + wait })
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = undefined
    this.#inputs.forget()
    if (socket === undefined) return
    socket.onclose = null
    socket.onmessage = null
    socket.close()
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}
