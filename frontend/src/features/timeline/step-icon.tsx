import {
  ArrowDown,
  Code,
  FileText,
  Globe,
  Hourglass,
  Image,
  Keyboard,
  type LucideIcon,
  MousePointerClick,
  Search,
  ShieldAlert,
  Upload,
  UserRound,
} from 'lucide-react'
import type { AuditEntry } from '../../api/model.ts'
import { headOf } from '../../lib/timeline.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Icon } from '../../ui/icon.tsx'

const kinds: readonly (readonly [LucideIcon, RegExp])[] = [
  [Keyboard, /_(type|fill|fill_form|press_key|select|check)$/],
  [FileText, /_(snapshot|read|console|network|downloads|pdf)$/],
  [Globe, /_(open|navigate|back|forward|reload|tabs|close)$/],
  [ArrowDown, /_scroll$/],
  [Search, /_find$/],
  [Code, /_evaluate$/],
  [Image, /_screenshot$/],
  [Upload, /_upload$/],
  [Hourglass, /_wait$/],
  [UserRound, /_(wait_for_user|signin)$/],
]

/** The sign before a step: who drives where that changes, else what kind of step it is. */
export function StepIcon({ entry }: { entry: AuditEntry }) {
  const head = headOf(entry)
  if (head !== undefined) return <Glyph state={head} size={16} />
  if (entry.kind !== 'tool_called') return <Icon of={ShieldAlert} className="text-ink-2" />
  const found = kinds.find(([, tool]) => tool.test(entry.tool ?? ''))
  return <Icon of={found?.[0] ?? MousePointerClick} className="text-ink-2" />
}
