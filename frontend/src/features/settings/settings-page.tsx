import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOp } from '../../api/context.tsx'
import type { Settings, Status, Webhook } from '../../api/model.ts'
import type { Ops } from '../../api/types.gen.ts'
import { Card } from '../../ui/card.tsx'
import { FaultNote } from '../../ui/fault-note.tsx'
import { Page } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingRow } from '../../ui/setting-row.tsx'
import { Switch } from '../../ui/switch.tsx'
import { ChromePath } from './chrome-path.tsx'
import { Minutes } from './minutes.tsx'
import { SignOutCard } from './sign-out-card.tsx'
import { StatusCard } from './status-card.tsx'
import { WebhookCard } from './webhook-card.tsx'

type Change = Ops['settings_set']['in']

export interface SettingsPageProps {
  settings: Settings
  status: Status | undefined
  webhook: Webhook | undefined
  onChanged: (settings: Settings) => void
  onWebhook: (webhook: Webhook) => void
  onActivity: () => void
}

/** One column; each change takes hold at once and says so where it was made. */
export function SettingsPage({ settings, status, webhook, onChanged, onWebhook, onActivity }: SettingsPageProps) {
  const { t } = useTranslation()
  const save = useOp('settings_set')
  const [saved, setSaved] = useSaved()
  const set = (change: Change) => {
    const field = Object.keys(change)[0] ?? ''
    save.mutate(change, {
      onSuccess: (next) => {
        onChanged(next)
        setSaved(field)
      },
    })
  }
  const note = (field: keyof Settings) => (
    <span role="status" className="text-ink-2 text-small empty:hidden">
      {saved === field ? t('settings.saved') : ''}
    </span>
  )
  return (
    <Page title={t('settings.title')}>
      <div className="grid max-w-[640px] gap-6">
        {save.error !== null && <FaultNote fault={save.error} />}
        <Card title={t('settings.appearance')}>
          <SettingRow label={t('settings.language')} text={t('settings.language.consequence')}>
            {note('language')}
            <Segmented
              label={t('settings.language')}
              value={settings.language as NonNullable<Change['language']>}
              onChange={(language) => set({ language })}
              options={[
                { value: 'system', label: t('settings.system') },
                { value: 'en', label: 'English' },
                { value: 'de', label: 'Deutsch' },
              ]}
            />
          </SettingRow>
          <SettingRow label={t('settings.theme')} text={t('settings.theme.consequence')}>
            {note('theme')}
            <Segmented
              label={t('settings.theme')}
              value={settings.theme as NonNullable<Change['theme']>}
              onChange={(theme) => set({ theme })}
              options={[
                { value: 'system', label: t('settings.system') },
                { value: 'light', label: t('settings.light') },
                { value: 'dark', label: t('settings.dark') },
              ]}
            />
          </SettingRow>
        </Card>
        <Card title={t('settings.limits')}>
          <SettingRow label={t('settings.idle')} text={t('settings.idle.consequence')}>
            {note('idle_seconds')}
            <Minutes
              label={t('settings.idle')}
              seconds={settings.idle_seconds}
              range={[0.5, 120]}
              onChange={(seconds) => set({ idle_seconds: seconds })}
            />
          </SettingRow>
          <SettingRow label={t('settings.agentTime')} text={t('settings.agentTime.consequence')}>
            {note('agent_time_seconds')}
            <Minutes
              label={t('settings.agentTime')}
              seconds={settings.agent_time_seconds}
              range={[1, 480]}
              onChange={(seconds) => set({ agent_time_seconds: seconds })}
            />
          </SettingRow>
        </Card>
        <Card title={t('settings.live')}>
          <SettingRow label={t('settings.autoOpen')} text={t('settings.autoOpen.consequence')}>
            {note('live_auto_open')}
            <Switch label={t('settings.autoOpen')} checked={settings.live_auto_open} onChange={(on) => set({ live_auto_open: on })} />
          </SettingRow>
          <SettingRow label={t('settings.liveWindows')} text={t('settings.liveWindows.consequence')}>
            {note('live_windows')}
            <Segmented
              label={t('settings.liveWindows')}
              value={settings.live_windows as NonNullable<Change['live_windows']>}
              onChange={(windows) => set({ live_windows: windows })}
              options={[
                { value: 'one', label: t('settings.liveWindows.one') },
                { value: 'each', label: t('settings.liveWindows.each') },
              ]}
            />
          </SettingRow>
        </Card>
        <Card title={t('settings.timeline')}>
          <SettingRow label={t('settings.timelineDays')} text={t('settings.timelineDays.consequence')}>
            {note('timeline_days')}
            <Select
              label={t('settings.timelineDays')}
              value={String(settings.timeline_days)}
              options={dayOptions(settings.timeline_days).map((days) => ({
                value: String(days),
                label: days === 0 ? t('settings.timelineDays.none') : t('settings.days', { count: days }),
              }))}
              onChange={(days) => set({ timeline_days: Number(days) })}
              className="w-40"
            />
          </SettingRow>
        </Card>
        <Card title={t('settings.chrome')}>
          <SettingRow label={t('settings.chromePath')} text={t('settings.chromePath.consequence')}>
            {note('chrome_path')}
            <ChromePath key={settings.chrome_path} path={settings.chrome_path ?? ''} onSave={(path) => set({ chrome_path: path })} />
          </SettingRow>
        </Card>
        {webhook !== undefined && <WebhookCard webhook={webhook} onChanged={onWebhook} />}
        <SignOutCard />
        {status !== undefined && <StatusCard status={status} />}
        <button
          type="button"
          onClick={onActivity}
          className="hidden min-h-13 items-center rounded-card bg-surface px-4 text-left font-semibold shadow-[0_0_0_1px_var(--line),var(--sh-1)] phone:flex"
        >
          {t('settings.activity')}
        </button>
      </div>
    </Page>
  )
}

const days = [0, 1, 7, 30, 90]

/** The choices, with the present one among them: it may have been set elsewhere. */
function dayOptions(now: number): number[] {
  return days.includes(now) ? days : [...days, now].toSorted((a, b) => a - b)
}

/** The field that was changed a moment ago. */
function useSaved() {
  const [saved, setSaved] = useState('')
  useEffect(() => {
    if (saved === '') return
    const timer = setTimeout(() => setSaved(''), 2500)
    return () => clearTimeout(timer)
  }, [saved])
  return [saved, setSaved] as const
}
