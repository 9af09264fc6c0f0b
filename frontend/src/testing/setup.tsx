import '../ui/base.css'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import { type Language, setLanguage, startI18n } from '../lib/i18n.ts'
import { Tooltips } from '../ui/tooltip.tsx'

/** Draws a component as a window of the given width would, in a language. */
export async function draw(element: ReactNode, language: Language = 'en') {
  await startI18n(language)
  await setLanguage(language)
  document.documentElement.dataset.window = 'live'
  return render(
    <Tooltips>
      <div style={{ width: 520, height: 420 }}>{element}</div>
    </Tooltips>,
  )
}
