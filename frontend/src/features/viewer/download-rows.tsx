import { Check, Copy, Download as Down, TriangleAlert, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Transfer } from '../../api/model.ts'
import { writeClipboard } from '../../lib/clipboard.ts'
import { bytes } from '../../lib/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

export interface DownloadRowsProps {
  downloads: readonly Transfer[]
  /** Only the one who drives stops a download. */
  answers: boolean
  onCancel: (id: string) => void
}

// So many rows leave room for the picture; of older ones the number is told.
const most = 3

/** The downloads of agent and person as rows of the foot, the newest last. */
export function DownloadRows({ downloads, answers, onCancel }: DownloadRowsProps) {
  const { t } = useTranslation()
  const shown = downloads.slice(-most)
  const more = downloads.length - shown.length
  const last = downloads.at(-1)
  return (
    <>
      {downloads.length > 0 && (
        <section data-region="downloads" aria-label={t('live.downloads')} className="shrink-0 border-line border-t py-1 text-small">
          {more > 0 && <p className="px-3.5 text-ink-3 leading-6">{t('live.downloads.more', { count: more })}</p>}
          <ul>
            {shown.map((download) => (
              <Row key={download.id} download={download} answers={answers} onCancel={() => onCancel(download.id)} />
            ))}
          </ul>
        </section>
      )}
      <div aria-live="polite" className="sr-only">
        {last !== undefined && t(`live.download.${last.state}`, { name: last.name })}
      </div>
    </>
  )
}

const icons = { downloading: Down, complete: Check, failed: TriangleAlert, cancelled: X } as const

function Row({ download, answers, onCancel }: { download: Transfer; answers: boolean; onCancel: () => void }) {
  const { t } = useTranslation()
  const { name, state, path } = download
  const coming = state === 'downloading'
  return (
    <li className="grid min-h-7 grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-2 pr-2.5 pl-3.5">
      <Icon of={icons[state]} size={14} className={state === 'failed' ? 'text-danger-text' : 'text-ink-2'} />
      <span className="truncate text-ink" title={path ?? name}>
        {name}
      </span>
      <Amount download={download} />
      {coming && answers && <Tool icon={X} label={t('live.download.cancel', { name })} onClick={onCancel} />}
      {path !== undefined && <Tool icon={Copy} label={t('live.download.path', { name })} onClick={() => void writeClipboard(path)} />}
      {coming && <Progress download={download} />}
    </li>
  )
}

function Tool(props: { icon: typeof X; label: string; onClick: () => void }) {
  return <IconButton iconSize={14} tip="top" className="size-6! phone:size-11!" {...props} />
}

function Amount({ download }: { download: Transfer }) {
  const { t, i18n } = useTranslation()
  const { received, size, state } = download
  const text = (n: number) => bytes(n, i18n.language)
  if (state === 'failed' || state === 'cancelled') {
    return <span className={state === 'failed' ? 'text-danger-text' : 'text-ink-2'}>{t(`live.download.is.${state}`)}</span>
  }
  if (state === 'complete') return <span className="text-ink-2">{text(received)}</span>
  return (
    <span className="text-ink-2">
      {size > 0 ? t('live.download.of', { received: text(received), size: text(size) }) : received > 0 ? text(received) : '…'}
    </span>
  )
}

// How much is there; where the size is not known it only says that something comes.
function Progress({ download }: { download: Transfer }) {
  const { i18n } = useTranslation()
  const { name, received, size } = download
  const known = size > 0
  const share = known ? Math.min(1, received / size) : 0
  return (
    <div
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known ? Math.round(share * 100) : undefined}
      aria-valuetext={known ? new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(share) : bytes(received, i18n.language)}
      className="col-span-2 col-start-2 h-[3px] overflow-hidden rounded-full bg-press"
    >
      <div className="h-full bg-ink-2 transition-[width] duration-300" style={{ width: `${share * 100}%` }} />
    </div>
  )
}
