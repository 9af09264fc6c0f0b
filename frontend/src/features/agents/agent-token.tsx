import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOp } from '../../api/context.tsx'
import type { Agent } from '../../api/model.ts'
import { dayOrTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'

/** When the agent's token was last used, and a way to take it back without a new one. */
export function AgentToken({ agent }: { agent: Pick<Agent, 'id' | 'name' | 'token'> }) {
  const { t, i18n } = useTranslation()
  const [asking, setAsking] = useState(false)
  const revoke = useOp('agents_revoke_token')
  const { state, used_at: used, made_at: made } = agent.token
  if (state === 'revoked') return <p className="text-ink-2 text-small">{t('agent.token.none')}</p>
  const time = (at: string) => dayOrTime(at, i18n.language)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button tone="danger" onClick={() => setAsking(true)}>
        {t('agent.token.revoke')}
      </Button>
      <span className="text-ink-2 text-small">
        {used === undefined ? t('agent.token.unused') : t('agent.token.used', { time: time(used) })}
        {made !== undefined && ` ${t('agent.token.made', { time: time(made) })}`}
      </span>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => revoke.mutate({ agent_id: agent.id }, { onSuccess: () => setAsking(false) })}
        title={t('agent.token.revoke')}
        text={t('agent.token.revoke.confirm', { agent: agent.name })}
        confirm={t('agent.token.revoke')}
        tone="danger"
        busy={revoke.isPending}
        fault={revoke.error}
      />
    </div>
  )
}
