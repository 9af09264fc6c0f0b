import { describe, expect, it } from 'vitest'
import de from '../../locales/de.json'
import en from '../../locales/en.json'

const places = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map((match) => match[1]).sort()

describe('locales', () => {
  it('have the same keys in the same order', () => {
    expect(Object.keys(de)).toEqual(Object.keys(en))
  })

  it('put the same things into each text', () => {
    for (const [key, text] of Object.entries(en)) {
      expect([key, places(de[key as keyof typeof de])]).toEqual([key, places(text)])
    }
  })

  it('leave no text empty, shout nowhere and beg nowhere in English', () => {
    for (const [key, text] of Object.entries({ ...en, ...de })) {
      expect([key, text.trim()]).not.toEqual([key, ''])
      expect([key, text.includes('!')]).toEqual([key, false])
    }
    const polite = /please|successfully|oops/i
    const but = 'live.continue.prompt' // a sentence of the person to the agent
    for (const [key, text] of Object.entries(en)) if (key !== but) expect([key, polite.test(text)]).toEqual([key, false])
  })

  it('have both forms of each count', () => {
    const keys = new Set(Object.keys(en))
    for (const key of keys) if (key.endsWith('_one')) expect(keys).toContain(key.replace(/_one$/, '_other'))
  })
})
