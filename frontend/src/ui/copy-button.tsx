import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeClipboard } from '../lib/clipboard.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** Copies a text and says so for a moment. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <Button
      tone="bare"
      icon={<Icon of={copied ? Check : Copy} />}
      onClick={async () => {
        if (!(await writeClipboard(text))) return
        setCopied(true)
      }}
    >
      <span aria-live="polite">{t(copied ? 'connect.copied' : 'connect.copy')}</span>
    </Button>
  )
}
