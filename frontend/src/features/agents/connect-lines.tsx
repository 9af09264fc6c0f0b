import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.tsx'
import { toFault } from '../../api/fault.ts'
import { Blocks } from '../../ui/blocks.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FaultNote } from '../../ui/fault-note.tsx'
import type { ProgramId } from './programs.ts'

export interface ConnectLinesProps {
  agentId: string
  program: ProgramId
  /** The token, while it is known: right after it was made. */
  token: string | undefined
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: the server writes this where the token goes
const placeholder = '${BATON_TOKEN}'

/** The exact text that connects a program, with the token filled in if it is known. */
export function ConnectLines({ agentId, program, token }: ConnectLinesProps) {
  const { t } = useTranslation()
  const { call } = useApi()
  const { data, error, refetch } = useQuery({
    queryKey: ['connect', agentId, program],
    queryFn: ({ signal }) => call('agents_connect', { agent_id: agentId, program }, { signal }),
  })
  if (error !== null) return <FaultNote fault={toFault(error)} onRetry={() => void refetch()} />
  if (data === undefined) return <Blocks rows={1} height={140} />
  const fill = (text: string) => (token === undefined ? text : text.replaceAll(placeholder, token))
  return (
    <div className="grid gap-3">
      <Lines head={data.file ?? t('connect.command')} mono={data.file !== undefined} text={fill(data.text)} />
      <p className="text-ink-2 text-small">{t(token === undefined ? 'connect.placeholder' : 'connect.once')}</p>
    </div>
  )
}

function Lines({ head, mono = false, text }: { head: string; mono?: boolean; text: string }) {
  return (
    <div className="overflow-hidden rounded-card bg-surface shadow-[0_0_0_1px_var(--line),var(--sh-1)]">
      <div className="flex min-h-11 items-center justify-between gap-2 border-line border-b py-1.5 pr-2 pl-4">
        <span className={mono ? 'wrap-anywhere min-w-0 font-mono text-code text-ink-2' : 'text-ink-2'}>{head}</span>
        <CopyButton text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre tabIndex={0} className="overflow-x-auto bg-agent-tint px-4 py-3 font-mono text-agent-text text-code -outline-offset-2">
        {text}
      </pre>
    </div>
  )
}
