import { useTranslation } from 'react-i18next'

const names = /(Shift Esc|Enter)/

/** Where the keys go, with the names of keys drawn as keys. */
export function Keys({ given }: { given: boolean }) {
  const { t } = useTranslation()
  const parts = t(given ? 'live.keys' : 'live.keysOff').split(names)
  return <span>{parts.map((part) => (names.test(part) ? part.split(' ').map((key) => <Cap key={key} name={key} />) : part))}</span>
}

function Cap({ name }: { name: string }) {
  return (
    <kbd className="mx-0.5 rounded-[4px] px-[5px] font-medium font-sans text-[11px] text-ink-2 leading-4 shadow-[inset_0_0_0_1px_var(--you-line)]">
      {name}
    </kbd>
  )
}
