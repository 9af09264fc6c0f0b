import i18next, { type TFunction } from 'i18next'
import { initReactI18next } from 'react-i18next'
import de from '../../locales/de.json'
import en from '../../locales/en.json'

export type Key = keyof typeof en
export type Translate = TFunction

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'baton'
    resources: { baton: typeof en }
    keySeparator: false
    nsSeparator: false
    returnNull: false
  }
}

const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** The language to speak: the setting, or the first of the system's that we have. */
export function chooseLanguage(setting: string, system: readonly string[]): Language {
  const wanted = setting === 'system' ? system : [setting]
  for (const tag of wanted) {
    const found = languages.find((language) => tag.toLowerCase().split('-')[0] === language)
    if (found !== undefined) return found
  }
  return 'en'
}

export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { baton: en }, de: { baton: de } },
    defaultNS: 'baton',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false }, // React escapes
  })
  document.documentElement.lang = language
}

export async function setLanguage(language: Language): Promise<void> {
  if (i18next.language === language) return
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** Tells whether there is a text for a key that was put together. */
export function isKey(key: string): key is Key {
  return key in en
}
