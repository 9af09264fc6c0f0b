import { useTranslation } from 'react-i18next'
import { useAfter } from '../lib/use-now.ts'

/** Still blocks in place of rows that are being read; nothing for the first 200 ms. */
export function Blocks({ rows = 3, height = 44 }: { rows?: number; height?: number }) {
  const { t } = useTranslation()
  const shown = useAfter(200)
  if (!shown) return null
  return (
    <div role="status" aria-label={t('ui.loading')} className="grid gap-2">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are alike
        <div key={row} className="rounded-control bg-sunken" style={{ height }} />
      ))}
    </div>
  )
}
