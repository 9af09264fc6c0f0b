import { describe, expect, it } from 'vitest'
import { typeAhead } from './type-ahead.ts'

const cities = ['Aachen', 'Bern', 'Berlin', 'Chur', 'Österreich', 'Oslo']
const at = (from: number, typed: string, language = 'en') => typeAhead(cities, from, typed, language)

describe('typing ahead', () => {
  it('goes to what begins so, and stays where that still fits', () => {
    expect(at(0, 'c')).toBe(3)
    expect(at(1, 'be')).toBe(1)
    expect(at(1, 'berl')).toBe(2)
    expect(at(5, 'AA')).toBe(5 - 5)
  })
  it('goes on with one letter again and again, and round', () => {
    expect(at(0, 'b')).toBe(1)
    expect(at(1, 'bb')).toBe(2)
    expect(at(2, 'bbb')).toBe(1)
  })
  it('minds neither case nor accents', () => {
    expect(at(0, 'ös')).toBe(4)
    expect(at(0, 'ost', 'de')).toBe(4)
    expect(at(0, 'os', 'de')).toBe(5)
  })
  it('finds nothing where nothing fits', () => {
    expect(at(0, 'x')).toBeUndefined()
    expect(at(0, '')).toBeUndefined()
    expect(typeAhead([], 0, 'a', 'en')).toBeUndefined()
  })
})
