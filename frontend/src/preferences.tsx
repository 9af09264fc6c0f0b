import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useApi } from './api/context.tsx'
import { settingsQuery } from './api/queries.ts'
import { chooseLanguage, setLanguage } from './lib/i18n.ts'
import { applyTheme } from './lib/theme.ts'

/** Makes the page follow the settings, at once and as they change. */
export function Preferences({ children }: { children: ReactNode }) {
  const { data: settings } = useQuery(settingsQuery(useApi()))
  const { theme, language } = settings ?? {}
  useEffect(() => (theme === undefined ? undefined : applyTheme(theme)), [theme])
  useEffect(() => {
    if (language !== undefined) void setLanguage(chooseLanguage(language, navigator.languages))
  }, [language])
  return children
}
