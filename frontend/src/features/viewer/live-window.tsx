import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonRequest, Session } from '../../api/model.ts'
import { hostOf } from '../../lib/host.ts'
import { drives, type LiveView, sessionOf } from '../../lib/view-state.ts'
import type { WindowShape } from '../../shell/window.ts'
import { PageWarning } from '../../ui/page-warning.tsx'
import { AddressRow } from './address-row.tsx'
import { BatonLine } from './baton-line.tsx'
import { CrashCard } from './crash-card.tsx'
import { DownloadRows } from './download-rows.tsx'
import { FindBar } from './find-bar.tsx'
import { HandedBackCard } from './handed-back-card.tsx'
import { KeyboardWell } from './keyboard-well.tsx'
import { LiveFoot } from './live-foot.tsx'
import { LiveHeader } from './live-header.tsx'
import { titleText } from './live-title.tsx'
import { MoreMenu } from './more-menu.tsx'
import { PageAsText } from './page-as-text.tsx'
import { PageDialog } from './page-dialog.tsx'
import { PagePicker } from './page-picker.tsx'
import { PhoneControls } from './phone-controls.tsx'
import { Picture } from './picture.tsx'
import { RealWindowNote } from './real-window.tsx'
import { focusRegion } from './regions.ts'
import { RequestBanner } from './request-banner.tsx'
import { SignInBox } from './sign-in-box.tsx'
import { SiteButton } from './site-button.tsx'
import { StageNote } from './stage-note.tsx'
import { Suggestions, type TakeKey } from './suggestions.tsx'
import type { Control } from './use-control.ts'
import { useCursor } from './use-cursor.ts'
import { useDriving } from './use-driving.ts'
import type { LiveStream } from './use-live-stream.ts'
import { useLooks } from './use-looks.ts'

export interface LiveWindowProps {
  view: LiveView
  stream: LiveStream
  control: Control
  others: readonly Session[]
  requests: readonly PersonRequest[]
  native: boolean
  shape: WindowShape
  onShape: (shape: WindowShape) => void
  onSwitch: (sessionId: string) => void
  onClose: () => void
  onTimeline: (session: Session) => void
}

/** The live window: header, address, line, picture and foot, in every state of the look. */
export function LiveWindow(props: LiveWindowProps) {
  const { view, stream, control, native } = props
  const { t } = useTranslation()
  const session = sessionOf(view)
  const stage = useRef<HTMLDivElement>(null)
  const well = useRef<HTMLTextAreaElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const suggested = useRef<TakeKey>(undefined)
  const driving = drives(view)
  const [finding, setFinding] = useState(false)
  const running = view.kind === 'ended' || view.kind === 'failed' ? undefined : session
  const apart = running?.real_window
  const dialog = apart === undefined ? running?.dialog : undefined
  const signIn = dialog === undefined && apart === undefined ? running?.sign_in : undefined
  const crashed = apart === undefined && running?.tabs.some((tab) => tab.active && tab.crashed === true) === true
  const picker = driving && apart === undefined && dialog === undefined && signIn === undefined ? running?.picker : undefined
  const [asText, setAsText] = useState(false)
  const active =
    driving &&
    !asText &&
    apart === undefined &&
    dialog === undefined &&
    signIn === undefined &&
    (picker === undefined || picker.kind === 'suggestions') &&
    !crashed
  const { push, platform, giveKeys, keysGiven, setKeysGiven } = useDriving({
    stream,
    session,
    driving: driving && apart === undefined,
    active,
    stage,
    well,
  })
  if (finding && !driving) setFinding(false)
  const stopFinding = () => {
    setFinding(false)
    giveKeys()
  }
  const hadText = useRef(false)
  useEffect(() => {
    // Back at the picture, its keys are not the page's before they are given.
    if (hadText.current && !asText) button.current?.focus()
    hadText.current = asText
    if (!driving) setAsText(false)
  }, [asText, driving])
  useCursor({ stage, active, page: stream.page, ask: async (at) => session && control.cursor(session, at) })
  const card = view.kind === 'agent' && control.handedBack?.sessionId === view.session.id ? control.handedBack : undefined
  const over = apart !== undefined || crashed || dialog !== undefined || signIn !== undefined || card !== undefined
  const { look, dimmed } = useLooks(view, stream.state)
  const host = hostOf(session?.url)
  const { request } = view
  const buttons = {
    view,
    controlRef: button,
    onTake: () => session && control.take(session.id),
    onHandBack: () => session && control.handBack(session),
    onDone: () => session && control.finishSignin(session.id),
    onCancel: () => session && control.cancelSignin(session.id),
    onRetry: () => session?.agent_id && control.restart(session.agent_id),
  }

  return (
    <main className={clsx('@container relative flex h-full min-w-0 flex-col overflow-hidden', driving ? 'bg-you-tint' : 'bg-canvas')}>
      <LiveHeader {...props} breathing={stream.arriving} {...buttons} />
      <AddressRow
        view={view}
        onNavigate={(to) => session && control.navigate(session, to)}
        onPrivate={(on) => session && control.setPrivate(session, on)}
        onTakePrivate={() => session && control.take(session.id, { private: true })}
        site={
          session !== undefined && (
            <SiteButton
              url={session.url}
              read={() => control.site(session)}
              permit={(origin, permission) => control.permit(session, origin, permission)}
              onReload={() => control.navigate(session, { action: 'reload' })}
            />
          )
        }
        tools={
          session !== undefined && (
            <MoreMenu
              onPDF={() => control.savePDF(session)}
              onFind={() => setFinding(true)}
              onText={() => setAsText(true)}
              onRealWindow={() => control.realWindow(session, 'open')}
            />
          )
        }
      />
      <BatonLine view={view} />
      {request !== undefined && !driving && view.kind !== 'other' && view.kind !== 'opening' && (
        <RequestBanner
          request={request}
          controlRef={button}
          onAccept={() => accept(props, request)}
          onDecline={() => control.decline(request.id)}
          onAllow={() => control.allow(request.id)}
        />
      )}
      <PageWarning warning={session?.warning} onDismiss={() => session && control.dismissWarning(session)} />
      <Picture
        stream={stream}
        look={apart !== undefined && look === 'live' ? 'dim' : look}
        stageRef={stage}
        role={driving && apart === undefined ? 'application' : over ? 'group' : 'img'}
        label={host === '' ? t('live.pictureNone') : t(driving ? 'live.picture.driving' : 'live.picture', { host })}
        {...(driving ? { onKeys: giveKeys } : {})}
      >
        {driving && apart === undefined && session !== undefined && !asText && (
          <button
            type="button"
            onClick={() => setAsText(true)}
            className="sr-only focus-visible:not-sr-only focus-visible:absolute focus-visible:top-2 focus-visible:left-2 focus-visible:z-20 focus-visible:rounded-control focus-visible:bg-raised focus-visible:px-3 focus-visible:py-1.5 focus-visible:shadow-[var(--sh-2)]"
          >
            {t('live.asText')}
          </button>
        )}
        {driving && apart === undefined && (
          <KeyboardWell
            ref={well}
            label={t('live.keyboard')}
            platform={platform}
            push={push}
            onFree={() => button.current?.focus()}
            onRegion={focusRegion}
            own={suggested}
            onFind={() => setFinding(true)}
            onPrint={() => session && control.savePDF(session)}
            onCopy={() => session && control.copyOut(session)}
            onFocusChange={setKeysGiven}
          />
        )}
        {finding && driving && apart === undefined && session !== undefined && (
          <FindBar stage={stage} page={stream.page} find={(search) => control.find(session, search)} onClose={stopFinding} />
        )}
        {driving && asText && session !== undefined && !over && (
          <PageAsText session={session} control={control} onClose={() => setAsText(false)} />
        )}
        <StageNote view={view} bare={stream.pictureAt === 0} />
        {apart !== undefined && session !== undefined && (
          <RealWindowNote state={apart} drives={driving} onBack={() => control.realWindow(session, 'back')} />
        )}
        {crashed && session !== undefined && (
          <CrashCard answers={driving} onReload={() => control.navigate(session, { action: 'reload' })} />
        )}
        {dialog !== undefined && session !== undefined && (
          <PageDialog
            key={`${dialog.kind} ${dialog.message}`}
            dialog={dialog}
            answers={driving}
            onAnswer={(yes, text) => control.answer(session, yes, text)}
          />
        )}
        {signIn !== undefined && session !== undefined && (
          <SignInBox
            key={`${signIn.host} ${driving}`}
            asked={signIn}
            answers={driving}
            onAnswer={(given) => control.signIn(session, signIn.id, given)}
          />
        )}
        {picker?.kind === 'suggestions' && session !== undefined && (
          <Suggestions
            picker={picker}
            stage={stage}
            page={stream.page}
            read={(id) => control.suggested(session, id)}
            onPick={(id, choice) => control.pick(session, id, choice)}
            keys={suggested}
          />
        )}
        {picker !== undefined && picker.kind !== 'suggestions' && session !== undefined && (
          <PagePicker
            key={picker.id}
            picker={picker}
            session={session}
            control={control}
            stage={stage}
            page={stream.page}
            onPaste={(text) => stream.push(session.epoch, { kind: 'paste', text }, 'now')}
            onFind={() => setFinding(true)}
          />
        )}
        {view.kind === 'agent' && dialog === undefined && signIn === undefined && card !== undefined && (
          <HandedBackCard
            key={card.at}
            handedBack={card}
            onContinue={(note) => control.agentContinue(view.session.id, note)}
            onClose={control.closeHandedBack}
          />
        )}
      </Picture>
      <DownloadRows
        downloads={running?.downloads ?? []}
        answers={driving}
        onCancel={(id) => session && control.cancelDownload(session, id)}
      />
      <LiveFoot
        view={view}
        stream={dimmed ? stream.state : open}
        pictureAt={stream.pictureAt}
        keysGiven={keysGiven}
        fault={control.fault ?? stream.fault}
        onRetry={() => {
          stream.retry()
          giveKeys() // the button goes away with the state, and the keys were the page's
        }}
        onTakeHere={() => session && control.take(session.id, { here: true })}
        onTimeline={props.onTimeline}
      />
      <PhoneControls {...buttons} controlRef={null} push={push} />
      <div className="baton-ring" data-on={driving} />
      {native && !driving && <div className="pointer-events-none absolute inset-0 z-30 shadow-[inset_0_0_0_1px_var(--edge)]" />}
      <Announce text={titleText(t, view)} urgent={view.kind === 'needs'} />
    </main>
  )
}

const open = { kind: 'open' } as const

async function accept({ view, control, onSwitch }: LiveWindowProps, request: PersonRequest): Promise<void> {
  const session = await control.accept(request, view.kind === 'needs' ? view.session : undefined)
  if (session !== undefined) onSwitch(session.id)
}

function Announce({ text, urgent }: { text: string; urgent: boolean }) {
  return (
    <>
      <div aria-live="polite" className="sr-only">
        {urgent ? '' : text}
      </div>
      <div aria-live="assertive" className="sr-only">
        {urgent ? text : ''}
      </div>
    </>
  )
}
