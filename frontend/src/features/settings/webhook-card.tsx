import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOp } from '../../api/context.tsx'
import type { Webhook } from '../../api/model.ts'
import { timeOfDay } from '../../lib/format.ts'
import type { Translate } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FaultNote } from '../../ui/fault-note.tsx'
import { SettingRow } from '../../ui/setting-row.tsx'
import { wellClass } from '../../ui/text-field.tsx'

export interface WebhookCardProps {
  webhook: Webhook
  onChanged: (webhook: Webhook) => void
}

/** Where a program is told that an agent can go on; its key is shown once. */
export function WebhookCard({ webhook, onChanged }: WebhookCardProps) {
  const { t, i18n } = useTranslation()
  const set = useOp('webhook_set')
  const test = useOp('webhook_test')
  const [url, setUrl] = useState(webhook.url ?? '')
  const [secret, setSecret] = useState('')
  const save = () =>
    set.mutate(url.trim() === '' ? {} : { url: url.trim() }, {
      onSuccess: ({ secret: shown, ...next }) => {
        setSecret(shown ?? '')
        onChanged(next)
      },
    })
  const fault = set.error ?? test.error
  return (
    <Card title={t('settings.webhook')}>
      <SettingRow label={t('settings.webhook.url')} text={t('settings.webhook.consequence')}>
        <form
          className="flex max-w-full flex-wrap items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <input
            aria-label={t('settings.webhook.url')}
            value={url}
            inputMode="url"
            spellCheck={false}
            autoComplete="off"
            placeholder="https://"
            onChange={(event) => setUrl(event.target.value)}
            className={`${wellClass} w-56`}
          />
          <Button type="submit" disabled={set.isPending || url.trim() === (webhook.url ?? '')}>
            {t('settings.webhook.save')}
          </Button>
        </form>
      </SettingRow>
      {secret !== '' && (
        <SettingRow label={t('settings.webhook.secret')} text={t('settings.webhook.secretOnce')}>
          <code className="wrap-anywhere font-mono text-code">{secret}</code>
          <CopyButton text={secret} />
        </SettingRow>
      )}
      {webhook.url !== undefined && (
        <SettingRow label={t('settings.webhook.last')} text={<span role="status">{lastText(t, webhook, i18n.language)}</span>}>
          <Button disabled={test.isPending} onClick={() => test.mutate({}, { onSuccess: onChanged })}>
            {t('settings.webhook.test')}
          </Button>
        </SettingRow>
      )}
      {fault !== null && <FaultNote fault={fault} />}
    </Card>
  )
}

function lastText(t: Translate, { last_at, last_status, last_error }: Webhook, language: string): string {
  if (last_at === undefined) return t('settings.webhook.never')
  const time = timeOfDay(last_at, language)
  if (last_error === undefined) return t('settings.webhook.taken', { time })
  return last_status === undefined
    ? t('settings.webhook.unreached', { time, error: last_error })
    : t('settings.webhook.refused', { time, status: last_status })
}
