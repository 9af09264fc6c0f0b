import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { putSession } from '../api/cache.ts'
import { useApi } from '../api/context.tsx'
import type { Session, WindowShow } from '../api/model.ts'
import { requestsQuery } from '../api/queries.ts'
import { useEvents } from '../api/use-events.ts'
import { newViewerId } from '../api/viewer-id.ts'
import { titleText } from '../features/viewer/live-title.tsx'
import { LiveWindow } from '../features/viewer/live-window.tsx'
import { Pill } from '../features/viewer/pill.tsx'
import { useControl } from '../features/viewer/use-control.ts'
import { useLiveStream } from '../features/viewer/use-live-stream.ts'
import { drives, liveView } from '../lib/view-state.ts'
import { useShell } from '../shell/context.tsx'
import { signedOut } from '../shell/signed-out.ts'
import type { Boot, WindowShape } from '../shell/window.ts'
import { useLiveKeys } from './use-live-keys.ts'
import { useShown } from './use-shown.ts'

/** The live window of the desktop, and live.html in a browser. */
export function LiveApp({ boot }: { boot: Boot }) {
  const { t } = useTranslation()
  const api = useApi()
  const shell = useShell()
  const client = useQueryClient()
  const viewer = useMemo(newViewerId, [])
  const [shape, setShape] = useState<WindowShape>('normal')
  const { shown, others, choose } = useShown(boot.sessionId, boot.of)
  const { data: requests = [] } = useQuery(requestsQuery(api))
  const onSession = useCallback((next: Session) => putSession(client, next), [client])
  const stream = useLiveStream({ link: api.link, viewer, session: shown, onSession })
  const control = useControl(viewer, shell.native ? 'live' : 'browser', stream.settled)
  const view = liveView(shown, requests, viewer)
  const driving = drives(view)

  const reshape = useCallback(
    (next: WindowShape) => {
      setShape(next)
      // The pill says how wide it is once it is drawn.
      if (next !== 'pill') void shell.setShape(next)
    },
    [shell],
  )
  useShow(boot.of, choose, control.take, reshape)
  useTakeAtStart(boot, shown, control.take)
  useLeave(driving ? shown : undefined, control.leave)
  useLiveKeys({ shape, watching: !driving, others, onShape: reshape, onSwitch: choose })

  const known = stream.fault?.code !== 'unauthenticated'
  useEffect(() => {
    if (!known) signedOut(shell)
  }, [known, shell])

  const title = titleText(t, view)
  useEffect(() => {
    document.title = title
  }, [title])

  const close = async () => {
    if (driving && shown !== undefined) await (shown.purpose === 'signin' ? control.cancelSignin(shown.id) : control.handBack(shown))
    shell.dismiss()
  }
  const onWidth = useCallback((width: number) => void shell.setShape('pill', width), [shell])

  if (shape === 'pill') {
    return (
      <div className={shell.native ? 'h-full overflow-hidden bg-raised' : 'grid h-full items-end justify-end bg-canvas p-4'}>
        <Pill
          view={view}
          stream={stream.state}
          others={others}
          requests={requests}
          native={shell.native}
          onRestore={() => reshape('normal')}
          onTake={() => {
            reshape('normal')
            if (view.kind === 'needs') void control.accept(view.request, view.session)
            else if (shown !== undefined) void control.take(shown.id)
          }}
          onHandBack={() => shown && control.handBack(shown)}
          onRetry={stream.retry}
          onClose={close}
          onWidth={onWidth}
        />
      </div>
    )
  }
  return (
    <LiveWindow
      view={view}
      stream={stream}
      control={control}
      others={others}
      requests={requests}
      native={shell.native}
      shape={shape}
      onShape={reshape}
      onSwitch={choose}
      onClose={close}
      onTimeline={(session) => openTimeline(api.call, shell.native, session.id)}
    />
  )
}

async function openTimeline(call: ReturnType<typeof useApi>['call'], native: boolean, sessionId: string): Promise<void> {
  const opened = await call('window_open', { window: 'manage', session_id: sessionId })
  if (!opened.native && !native) window.open(`./index.html#/sessions/${sessionId}`, 'baton-manage')
}

type Take = ReturnType<typeof useControl>['take']

/** Comes forward when the person asks for it elsewhere, and takes the wheel if they did. */
function useShow(of: string | undefined, choose: (id: string) => void, take: Take, reshape: (shape: WindowShape) => void): void {
  const shell = useShell()
  const onShow = useCallback(
    (show: WindowShow) => {
      if (show.window !== 'live' || show.of !== of || !shell.native) return
      shell.show()
      reshape('normal')
      if (show.session_id === undefined) return
      choose(show.session_id)
      if (show.take === true) void take(show.session_id, show.request_id === undefined ? {} : { request_id: show.request_id })
    },
    [of, choose, reshape, shell, take],
  )
  useEvents(onShow)
}

/** A window that was opened to take over does so once its session is live. */
function useTakeAtStart(boot: Boot, shown: Session | undefined, take: Take): void {
  const pending = useRef(boot.take === true ? boot.sessionId : undefined)
  const ready = shown?.id === pending.current && shown?.phase === 'live'
  useEffect(() => {
    const id = pending.current
    if (!ready || id === undefined) return
    pending.current = undefined
    void take(id, boot.requestId === undefined ? {} : { request_id: boot.requestId })
  }, [ready, take, boot.requestId])
}

/** Leaving the page hands back. */
function useLeave(driven: Session | undefined, leave: (session: Session) => Promise<unknown>): void {
  const current = useRef(driven)
  current.current = driven
  useEffect(() => {
    const onLeave = () => {
      if (current.current !== undefined) void leave(current.current)
    }
    window.addEventListener('pagehide', onLeave)
    return () => window.removeEventListener('pagehide', onLeave)
  }, [leave])
}
