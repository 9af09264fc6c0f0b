import type { Ops } from '../../api/types.gen.ts'
import type { Translate } from '../../lib/i18n.ts'

export type ProgramId = Ops['agents_connect']['in']['program']

interface Program {
  readonly id: ProgramId
  readonly name: string
}

/** The programs that Baton knows how to connect, the last two for all others. */
export function programs(t: Translate): readonly Program[] {
  return [
    { id: 'claude-code', name: 'Claude Code' },
    { id: 'codex', name: 'Codex' },
    { id: 'cursor', name: 'Cursor' },
    { id: 'vscode', name: 'VS Code' },
    { id: 'gemini', name: 'Gemini CLI' },
    { id: 'mcp-json', name: t('connect.other') },
    { id: 'curl', name: 'curl' },
  ]
}
