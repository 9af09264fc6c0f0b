import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoLink } from './shell/window.ts'
import { CopyButton } from './ui/copy-button.tsx'
import { Glyph } from './ui/glyph.tsx'

const command = 'baton serve --owner-link'

/** What a browser tab shows that has no token: how to get one. */
export function NoLinkPage({ why }: { why: NoLink }) {
  const { t } = useTranslation()
  useLinkInThisTab()
  // Who was led to a request from an agent's chat may have Baton on the desktop.
  const id = /^#\/requests\/(req_[0-9a-z]+)$/i.exec(window.location.hash)?.[1]
  const requestLink = id === undefined ? undefined : `baton://request/${id}`
  return (
    <main className="grid h-full place-items-center overflow-y-auto p-6">
      <div className="grid w-full max-w-[460px] gap-3">
        <Glyph state="idle" size={28} className="text-ink!" />
        <h1 className="text-title">{t('link.title')}</h1>
        <p className="text-ink-2">{t(why === 'used' ? 'link.used' : 'link.missing')}</p>
        {requestLink !== undefined && (
          <p>
            <a className="text-you-text underline" href={requestLink}>
              {t('link.request')}
            </a>
          </p>
        )}
        <div className="flex items-center justify-between gap-2 rounded-card bg-surface py-2 pr-2 pl-4 shadow-[0_0_0_1px_var(--line),var(--sh-1)]">
          <code className="wrap-anywhere font-mono text-code">{command}</code>
          <CopyButton text={command} />
        </div>
      </div>
    </main>
  )
}

// A link that is opened in this very tab changes only the hash: start over with it.
function useLinkInThisTab(): void {
  useEffect(() => {
    const again = () => window.location.reload()
    window.addEventListener('hashchange', again)
    return () => window.removeEventListener('hashchange', again)
  }, [])
}
