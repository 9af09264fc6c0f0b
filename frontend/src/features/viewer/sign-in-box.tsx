import { LockOpen } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HTTPSignIn } from '../../api/model.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { wellClass } from '../../ui/text-field.tsx'
import { QuestionBox } from './question-box.tsx'

// What the server takes at most, in bytes; it counts itself.
const longest = 1024

export interface SignInBoxProps {
  asked: HTTPSignIn
  /** Only the one who drives answers; otherwise the box is shown and inert. */
  answers: boolean
  /** Gives the two to the server that asks, or nothing; done when it is known what came of it. */
  onAnswer: (given?: { user: string; password: string }) => Promise<unknown>
}

/** A server asks for a user name and a password, which a picture does not show. */
export function SignInBox({ asked, answers, onAnswer }: SignInBoxProps) {
  const { t } = useTranslation()
  const says = useId()
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const second = useRef<HTMLInputElement>(null)
  const { id, host, realm, encrypted, wrong } = asked

  // biome-ignore lint/correctness/useExhaustiveDependencies: each question is asked anew
  useEffect(() => {
    setPassword('')
    if (answers && wrong === true) second.current?.focus()
  }, [id])

  const answer = async (given?: { user: string; password: string }) => {
    if (busy) return
    setBusy(true)
    await onAnswer(given)
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (answers) void answer({ user, password })
  }

  return (
    <QuestionBox
      title={t('live.signin.asks', { host })}
      titleClass="font-[600] text-ink"
      text={says}
      answers={answers}
      onEscape={() => void answer()}
    >
      <form onSubmit={submit} className="grid gap-2.5" aria-busy={busy}>
        <div id={says} className="grid gap-1">
          {realm !== undefined && <p className="wrap-anywhere text-ink-2 text-small">{t('live.signin.realm', { realm })}</p>}
          {!encrypted && (
            <p className="flex gap-1.5 text-needs-text text-small">
              <Icon of={LockOpen} size={14} className="mt-px shrink-0" />
              {t('live.signin.plain')}
            </p>
          )}
        </div>
        {wrong === true && !busy && (
          <p role="alert" className="text-danger-text text-small">
            {t('live.signin.wrong')}
          </p>
        )}
        <div className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-2">
          <Field label={t('live.signin.user')} value={user} onChange={setUser} disabled={!answers} first={answers && wrong !== true} />
          <Field label={t('live.signin.password')} value={password} onChange={setPassword} disabled={!answers} hidden ref={second} />
        </div>
        <div className="mt-1 flex flex-wrap items-center justify-end gap-2">
          {!answers && <span className="w-full text-ink-2 text-small">{t('live.signin.take')}</span>}
          <Button disabled={!answers || busy} onClick={() => void answer()}>
            {t('live.cancel')}
          </Button>
          <Button type="submit" tone="you" disabled={!answers || busy}>
            {t('live.signin.submit')}
          </Button>
        </div>
      </form>
    </QuestionBox>
  )
}

interface FieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  disabled: boolean
  hidden?: boolean
  first?: boolean
  ref?: React.Ref<HTMLInputElement>
}

// Not the fields of a page of Baton: what is typed here is kept nowhere, by no browser either.
function Field({ label, value, onChange, disabled, hidden = false, first = false, ref }: FieldProps) {
  return (
    <label className="col-span-2 grid grid-cols-subgrid items-center">
      <span className="font-[550]">{label}</span>
      <input
        ref={ref}
        type={hidden ? 'password' : 'text'}
        value={value}
        disabled={disabled}
        maxLength={longest}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: a dialog has the focus, and this is its field
        autoFocus={first}
        onChange={(event) => onChange(event.target.value)}
        className={wellClass}
      />
    </label>
  )
}
