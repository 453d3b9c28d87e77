import { describe, expect, it } from 'vitest'
import { offerRecent } from '#renderer/enhance/complete/offers.ts'
import { createRecentSearches } from '#renderer/enhance/complete/recent-searches.ts'

/** A storage in memory; of the browser's only what is used. */
function aStorage(entries: Record<string, string> = {}): Storage {
  const stored = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  } as Storage
}

describe('recent searches', () => {
  it('are the last five, each once, the latest first', () => {
    const recent = createRecentSearches(aStorage(), '1.logs')
    for (const query of ['a', 'b', 'c', ' d ', 'e', 'f', 'c', '', '  ']) recent.add(query)
    expect(recent.list()).toEqual(['c', 'f', 'e', 'd', 'b'])
    recent.remove('f')
    expect(recent.list()).toEqual(['c', 'e', 'd', 'b'])
  })

  it('are kept apart by account and list', () => {
    const storage = aStorage()
    createRecentSearches(storage, '1.logs').add('level:error')
    expect(createRecentSearches(storage, '2.logs').list()).toEqual([])
    expect(createRecentSearches(storage, '1.traces').list()).toEqual([])
    expect(createRecentSearches(storage, '1.logs').list()).toEqual(['level:error'])
  })

  it('leave nothing behind when the last one is removed', () => {
    const storage = aStorage()
    const recent = createRecentSearches(storage, '1.logs')
    recent.add('a')
    recent.remove('a')
    expect(storage.getItem('crumbtrail.searches.1.logs')).toBeNull()
  })

  it('are none without a storage, with a broken one, or with a text that no field takes', () => {
    const full = {
      ...aStorage(),
      setItem() {
        throw new Error('full')
      },
    }
    for (const storage of [undefined, full, aStorage({ 'crumbtrail.searches.1.logs': '{' })]) {
      const recent = createRecentSearches(storage, '1.logs')
      expect(recent.list()).toEqual([])
    }
    const recent = createRecentSearches(full, '1.logs')
    recent.add('a')
    expect(recent.list()).toEqual([])
    const other = createRecentSearches(aStorage({ 'crumbtrail.searches.1.logs': '[1,"a",null]' }), '1.logs')
    expect(other.list()).toEqual(['a'])
    other.add('x'.repeat(501))
    expect(other.list()).toEqual(['a'])
  })

  it('are offered without the one that the field has', () => {
    expect(offerRecent(['a', 'is:root'], 'is:root')).toMatchObject([
      { name: 'Recent searches', offers: [{ insert: 'a', isWhole: true }] },
    ])
    expect(offerRecent(['a'], 'a')).toEqual([])
  })
})
