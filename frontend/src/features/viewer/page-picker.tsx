import type { RefObject } from 'react'
import type { Choice, Picker, Session } from '../../api/model.ts'
import { readClipboard, writeClipboard } from '../../lib/clipboard.ts'
import { hostOf } from '../../lib/host.ts'
import type { Box } from '../../lib/letterbox.ts'
import { FieldPicker } from './field-picker.tsx'
import { FileBox } from './file-box.tsx'
import { type MenuActions, PageMenu } from './page-menu.tsx'
import type { Control } from './use-control.ts'

export interface PagePickerProps {
  picker: Picker
  session: Session
  control: Control
  stage: RefObject<HTMLDivElement | null>
  page: () => Box
  /** Writes into the page as a paste by hand does. */
  onPaste: (text: string) => void
  onFind: () => void
}

/** What the person opened on the page and its picture does not show. */
export function PagePicker({ picker, session, control, stage, page, onPaste, onFind }: PagePickerProps) {
  const read = () => control.picker(session, picker.id)
  const onPick = (choice?: Choice) => control.pick(session, picker.id, choice)
  if (picker.kind === 'file') {
    return <FileBox host={hostOf(session.url)} read={read} give={(part) => control.give(session, picker.id, part)} onPick={onPick} />
  }
  if (picker.kind === 'menu') {
    const paste = async () => {
      const text = await readClipboard()
      await onPick()
      if (text === undefined) void control.noClipboard()
      else if (text !== '') onPaste(text)
    }
    const actions: MenuActions = {
      take: onPick,
      go: (to) => control.navigate(session, to),
      copyText: writeClipboard,
      copySelection: () => control.copyOut(session),
      paste,
      savePDF: () => control.savePDF(session),
      find: onFind,
    }
    return <PageMenu stage={stage} page={page} read={read} actions={actions} />
  }
  return <FieldPicker picker={picker} stage={stage} page={page} read={read} onPick={onPick} />
}
