import { useEffect, useMemo, useRef, useState } from 'react'
import type { Link } from '../../api/client.ts'
import { Fault } from '../../api/fault.ts'
import { LiveSocket, type StreamState } from '../../api/live-socket.ts'
import type { FrameHeader, InputEvent, Session } from '../../api/model.ts'
import { InputQueue, type Urgency } from '../../lib/input-queue.ts'
import type { Box } from '../../lib/letterbox.ts'
import { FrameDesk } from './frame-desk.ts'
import { FramePainter } from './frame-painter.ts'

const quiet = 3000

export interface LiveStream {
  readonly state: StreamState
  /** What the server refused on this stream; gone with the next view of the session. */
  readonly fault: Fault | undefined
  /** Pictures are coming in. */
  readonly arriving: boolean
  /** When the picture on show was taken, 0 for none; per session. */
  readonly pictureAt: number
  /** The page's size in its own pixels, as of the last picture. */
  readonly page: () => Box
  readonly attach: (canvas: HTMLCanvasElement | null) => void
  readonly resize: (width: number, height: number) => void
  /** Gives the page what the person does, in the epoch in which they do it. */
  readonly push: (epoch: number, event: InputEvent, urgency: Urgency) => void
  /** Forgets what was not sent yet. */
  readonly forget: () => void
  /** Waits until the page has what the person did; see LiveSocket. */
  readonly settled: () => Promise<void>
  readonly retry: () => void
}

export interface StreamOptions {
  readonly link: Link
  readonly viewer: string
  readonly session: Session | undefined
  readonly onSession: (session: Session) => void
}

interface Shared {
  socket: LiveSocket | undefined
  page: Box
  size: Box
  shown: string
}

/** Watches a session while it is live; its last picture stays, or comes, afterwards. */
export function useLiveStream({ link, viewer, session, onSession }: StreamOptions): LiveStream {
  const shared = useRef<Shared>({ socket: undefined, page: empty, size: empty, shown: '' })
  const desk = useMemo(() => new FrameDesk((frame) => shared.current.socket?.ack(frame)), [])
  const queue = useMemo(() => new InputQueue((epoch, events) => shared.current.socket?.input(epoch, events)), [])
  const [state, setState] = useState<StreamState>({ kind: 'closed' })
  const [fault, setFault] = useState<Fault>()
  const [pictureAt, setPictureAt] = useState(0)
  const { arriving, arrived } = useArriving()
  const report = useRef(onSession)
  report.current = onSession
  const id = session?.id
  const live = session !== undefined && session.phase !== 'ended'
  // An ended session still has its last picture for a window that came late.
  const wanted = live || pictureAt === 0

  useEffect(() => {
    const own = shared.current
    if (id === undefined || own.shown === id) return
    own.shown = id
    desk.clear()
    setPictureAt(0)
    setFault(undefined)
  }, [id, desk])

  useEffect(() => {
    if (id === undefined || !wanted) return
    const own = shared.current
    const socket = new LiveSocket(
      link,
      { sessionId: id, viewer },
      {
        onState: (next) => {
          if (next.kind !== 'open') desk.reconnect()
          setState(next)
        },
        onProblem: (problem) => setFault(new Fault(problem)),
        onSession: (next) => {
          setFault(undefined)
          report.current(next)
        },
        onFrame: (frame) => {
          arrived()
          desk.receive(frame)
        },
      },
    )
    own.socket = socket
    socket.resize(own.size.width, own.size.height)
    socket.connect()
    return () => {
      queue.clear()
      socket.close()
      own.socket = undefined
    }
  }, [link, id, wanted, viewer, arrived, desk, queue])

  const stable = useMemo(() => {
    const own = shared.current
    const painted = (header: FrameHeader) => {
      own.page = { width: header.width, height: header.height }
      // Once a second is enough for a text that shows minutes.
      setPictureAt((at) => (header.at_ms - at > 1000 ? header.at_ms : at))
    }
    return {
      page: () => own.page,
      attach: (canvas: HTMLCanvasElement | null) => {
        desk.attach(canvas === null ? undefined : new FramePainter(canvas, (frame) => desk.done(frame), painted))
      },
      resize: (width: number, height: number) => {
        own.size = { width, height }
        own.socket?.resize(width, height)
      },
      push: (epoch: number, event: InputEvent, urgency: Urgency) => queue.push(epoch, event, urgency),
      forget: () => queue.clear(),
      settled: async () => {
        queue.flush()
        await own.socket?.settled()
      },
      retry: () => own.socket?.connect(),
    }
  }, [desk, queue])
  return { state, fault, arriving: arriving && live, pictureAt, ...stable }
}

const empty: Box = { width: 0, height: 0 }

function useArriving() {
  const [arriving, setArriving] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const arrived = useMemo(
    () => () => {
      clearTimeout(timer.current)
      setArriving(true)
      timer.current = setTimeout(() => setArriving(false), quiet)
    },
    [],
  )
  useEffect(() => () => clearTimeout(timer.current), [])
  return { arriving, arrived }
}
