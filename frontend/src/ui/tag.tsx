import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type TagTone = 'quiet' | 'agent' | 'you' | 'needs' | 'danger'

const tones: Record<TagTone, string> = {
  quiet: 'bg-sunken text-ink-2',
  agent: 'bg-agent-tint text-agent-text',
  you: 'bg-you-tint text-you-text',
  needs: 'bg-needs-tint text-needs-text',
  danger: 'bg-danger-tint text-danger-text',
}

export function Tag({ tone = 'quiet', children }: { tone?: TagTone; children: ReactNode }) {
  return (
    <span className={clsx('inline-flex h-5 shrink-0 items-center rounded-full px-2 font-[550] text-[12px] leading-5', tones[tone])}>
      {children}
    </span>
  )
}
