import { useTranslation } from 'react-i18next'
import type { Session } from '../../api/model.ts'
import { bytes } from '../../lib/format.ts'
import { refusalText } from '../../lib/words.ts'

/** What passed the network gate of a session's browser, and what was refused there. */
export function AgentTraffic({ network }: { network: NonNullable<Session['network']> }) {
  const { t, i18n } = useTranslation()
  const passed = t('traffic.bytes', { down: bytes(network.down, i18n.language), up: bytes(network.up, i18n.language) })
  if (network.refused === 0) return <p className="px-3.5 pb-2.5 text-ink-2 text-small">{passed}</p>
  return (
    <details className="px-3.5 pb-2.5 text-ink-2 text-small">
      <summary>
        {passed} · <span className="text-needs-text">{t('traffic.refused', { count: network.refused })}</span>
      </summary>
      <ul className="grid max-h-40 gap-0.5 overflow-y-auto pt-1">
        {(network.hosts ?? []).map((host) => (
          <li key={`${host.host} ${host.port} ${host.way} ${host.reason}`} className="wrap-anywhere">
            <span className="text-ink">{`${host.host}:${host.port}`}</span> {refusalText(t, host)}
            {host.count > 1 && ` · ${t('traffic.times', { count: host.count })}`}
          </li>
        ))}
      </ul>
    </details>
  )
}
