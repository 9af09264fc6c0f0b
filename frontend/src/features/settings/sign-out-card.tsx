import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { signOut } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { toFault } from '../../api/fault.ts'
import { useShell } from '../../shell/context.tsx'
import { signedOut } from '../../shell/signed-out.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FaultNote } from '../../ui/fault-note.tsx'
import { SettingRow } from '../../ui/setting-row.tsx'

/** In an ordinary browser: ends what the one-time link began. */
export function SignOutCard() {
  const { t } = useTranslation()
  const { link } = useApi()
  const shell = useShell()
  const leave = useMutation({
    mutationFn: () => signOut(link),
    onSuccess: () => signedOut(shell),
  })
  if (shell.native) return null
  return (
    <Card title={t('settings.here')}>
      <SettingRow label={t('settings.signOut')} text={t('settings.signOut.consequence')}>
        <Button onClick={() => leave.mutate()}>{t('settings.signOut')}</Button>
      </SettingRow>
      {leave.error !== null && <FaultNote fault={toFault(leave.error)} />}
    </Card>
  )
}
