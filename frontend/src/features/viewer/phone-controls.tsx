import { useTranslation } from 'react-i18next'
import type { InputEvent } from '../../api/model.ts'
import type { Urgency } from '../../lib/input-queue.ts'
import { drives } from '../../lib/view-state.ts'
import { Button } from '../../ui/button.tsx'
import { wellClass } from '../../ui/text-field.tsx'
import { ControlButton, type ControlButtonProps } from './control-button.tsx'

export interface PhoneControlsProps extends ControlButtonProps {
  push: (event: InputEvent, urgency: Urgency) => void
}

/** On a phone: a field to type into the page, and the control button over the full width. */
export function PhoneControls({ push, ...control }: PhoneControlsProps) {
  const { t } = useTranslation()
  const press = (key: 'Tab' | 'Enter') => {
    push({ kind: 'keydown', key, code: key, modifiers: 0 }, 'now')
    push({ kind: 'keyup', key, code: key, modifiers: 0 }, 'now')
  }
  return (
    <div className="hidden shrink-0 gap-3 px-4 pt-3 pb-[max(16px,env(safe-area-inset-bottom))] phone:grid">
      {drives(control.view) && (
        <div className="flex gap-2">
          <input
            aria-label={t('live.type')}
            placeholder={t('live.type')}
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            className={`${wellClass} flex-1`}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) press('Enter')
            }}
            onInput={(event) => {
              if ((event.nativeEvent as globalThis.InputEvent).isComposing) return
              sendAll(event.currentTarget, push)
            }}
            onCompositionEnd={(event) => sendAll(event.currentTarget, push)}
          />
          <Button className="px-3.5!" onClick={() => press('Tab')}>
            Tab
          </Button>
          <Button className="px-3.5!" onClick={() => press('Enter')}>
            Enter
          </Button>
        </div>
      )}
      <div className="flex gap-2 empty:hidden">
        <ControlButton {...control} />
      </div>
    </div>
  )
}

// What is typed goes on at once, so that nothing is kept here.
function sendAll(field: HTMLInputElement, push: PhoneControlsProps['push']): void {
  const text = field.value
  field.value = ''
  if (text !== '') push({ kind: 'text', text }, 'now')
}
