import { clsx } from 'clsx'
import { ArrowLeft, Eye, Lock, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { completeAddress, splitAddress } from '../../lib/host.ts'
import { drives, type LiveView, sessionOf } from '../../lib/view-state.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { PrivateToggle, TakePrivate } from './private-toggle.tsx'

export interface AddressRowProps {
  view: LiveView
  onNavigate: (to: { url: string } | { action: 'back' | 'reload' }) => void
  onPrivate: (on: boolean) => void
  onTakePrivate: () => void
  /** What stands before the address and behind it while the person drives. */
  site?: ReactNode
  tools?: ReactNode
}

export function AddressRow({ view, onNavigate, onPrivate, onTakePrivate, site, tools }: AddressRowProps) {
  const { t } = useTranslation()
  const url = sessionOf(view)?.url ?? ''
  if (view.kind === 'empty') return null
  if (!drives(view) || sessionOf(view)?.real_window !== undefined) return <Shown view={view} url={url} onTakePrivate={onTakePrivate} />
  return (
    <div data-region="address" className="flex h-9 shrink-0 items-center gap-1 px-2.5 pb-2 phone:h-14">
      <IconButton icon={ArrowLeft} label={t('live.back')} onClick={() => onNavigate({ action: 'back' })} />
      <IconButton icon={RotateCw} iconSize={14} label={t('live.reload')} onClick={() => onNavigate({ action: 'reload' })} />
      {/* A new page is a new field: what was half typed belongs to the old one. */}
      <Field key={url} url={url} site={site} onNavigate={onNavigate} />
      {view.kind === 'you' && <PrivateToggle on={view.session.private === true} onChange={onPrivate} />}
      {tools}
    </div>
  )
}

function Field({ url, site, onNavigate }: Pick<AddressRowProps, 'site' | 'onNavigate'> & { url: string }) {
  const { t } = useTranslation()
  const [text, setText] = useState(url)
  const [editing, setEditing] = useState(false)
  return (
    <form
      className="relative flex h-7 min-w-0 flex-1 items-center gap-[7px] rounded-control bg-well px-[9px] text-ink-2 shadow-[inset_0_0_0_1px_var(--control)] focus-within:shadow-[inset_0_0_0_2px_var(--you-mark)] phone:h-11"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') onNavigate({ url: completeAddress(text) })
      }}
    >
      {site}
      {!editing && (
        <div className="pointer-events-none absolute inset-y-0 right-[9px] left-8 flex items-center phone:left-12">
          <Cut url={text} />
        </div>
      )}
      <input
        aria-label={t('live.address')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => {
          setEditing(true)
          event.target.select()
        }}
        onBlur={() => {
          setEditing(false)
          setText(url)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            setText(url)
            event.currentTarget.blur()
          }
        }}
        inputMode="url"
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        className={clsx('w-full min-w-0 bg-transparent text-ink outline-none', !editing && 'opacity-0')}
      />
    </form>
  )
}

function Shown({ view, url, onTakePrivate }: { view: LiveView; url: string; onTakePrivate: () => void }) {
  const { t } = useTranslation()
  const watching = view.kind === 'agent' || view.kind === 'needs' || view.kind === 'other'
  return (
    <div data-region="address" className="flex h-9 shrink-0 items-center gap-1 px-2.5 pb-2 phone:h-14">
      <Tooltip label={url === '' ? t('live.address') : url}>
        {/* biome-ignore lint/a11y/useSemanticElements: no form is here to have a fieldset */}
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the whole address is shown on focus
          tabIndex={0}
          role="group"
          aria-label={`${t('live.address')}: ${url}`}
          className="flex h-7 min-w-0 flex-1 items-center gap-[7px] rounded-control bg-hover px-[9px] text-ink-2 phone:h-10"
        >
          <LockSign url={url} />
          <div className="flex min-w-0 flex-1">
            <Cut url={url} quiet={view.kind === 'ended' || view.kind === 'failed'} />
          </div>
          {watching && (
            <span className="flex shrink-0 items-center gap-[5px] text-small">
              <Icon of={Eye} size={14} />
              {t('live.viewOnly')}
            </span>
          )}
        </div>
      </Tooltip>
      {(view.kind === 'agent' || view.kind === 'needs') && <TakePrivate onTake={onTakePrivate} />}
    </div>
  )
}

function LockSign({ url }: { url: string }) {
  if (!splitAddress(url).secure) return null
  return <Icon of={Lock} size={14} className="shrink-0" />
}

const tail = 14

// The end of a path stays in sight and its middle gives way, at any width.
function Cut({ url, quiet = false }: { url: string; quiet?: boolean }) {
  const { scheme, host, rest } = splitAddress(url)
  const end = rest.length > 2 * tail ? rest.slice(-tail) : ''
  return (
    <span className="flex w-full min-w-0 whitespace-pre">
      <span className={clsx('max-w-[75%] shrink-0 truncate', !quiet && 'text-ink')}>
        {scheme}
        {host}
      </span>
      <span className="shrink-[9999] truncate">{end === '' ? rest : rest.slice(0, -tail)}</span>
      {end !== '' && <span className="truncate">{end}</span>}
    </span>
  )
}
