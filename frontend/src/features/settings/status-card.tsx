import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Status } from '../../api/model.ts'
import { Card } from '../../ui/card.tsx'

/** What Baton found on this machine, and what is off because of it. */
export function StatusCard({ status }: { status: Status }) {
  const { t } = useTranslation()
  const { chrome, key } = status
  const off = key.features_off ?? []
  const found = chrome.path !== undefined && chrome.path !== ''
  return (
    <Card title={t('settings.status')}>
      <dl className="grid grid-cols-[minmax(88px,auto)_minmax(0,1fr)] gap-x-4 gap-y-2 border-line border-t px-4 py-3">
        <Line name={t('settings.status.chrome')} bad={!found || (chrome.problem ?? '') !== ''}>
          {found ? `${chrome.version ?? ''} ` : t('err.chrome')}
          {found && <code className="wrap-anywhere font-mono text-code text-ink-3">{chrome.path}</code>}
          <Said text={chrome.problem} />
        </Line>
        <Line name={t('settings.status.key')} bad={key.source === 'missing'}>
          {t(keyText(key.source))}
          <Said text={key.problem} />
        </Line>
        <Line name={t('settings.status.port')}>
          <code className="font-mono text-code">127.0.0.1:{status.port}</code>
        </Line>
        <Line name={t('settings.status.data')}>
          <code className="wrap-anywhere font-mono text-code">{status.data_dir}</code>
        </Line>
        <Line name={t('settings.status.version')}>{status.version}</Line>
        <Line name={t('settings.status.off')} bad={off.length > 0}>
          {off.length === 0
            ? t('settings.status.allOn')
            : off.map((name) => (name === 'saved logins' ? t('settings.status.logins') : name)).join(', ')}
        </Line>
      </dl>
    </Card>
  )
}

/** What the program says itself, in its own words. */
function Said({ text = '' }: { text?: string | undefined }) {
  if (text === '') return null
  return <code className="wrap-anywhere mt-1 block font-mono text-code text-ink-2">{text}</code>
}

function Line({ name, bad = false, children }: { name: string; bad?: boolean; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className={bad ? 'text-needs-text' : undefined}>{children}</dd>
    </>
  )
}

function keyText(source: string) {
  if (source === 'keychain') return 'settings.status.keychain'
  return source === 'passphrase' ? 'settings.status.passphrase' : 'err.keychain'
}
