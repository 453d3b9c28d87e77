import { describe, expect, it } from 'vitest'
import { BoundedCache } from '#renderer/format/bounded-cache.ts'

function counting(limit: number) {
  const cache = new BoundedCache<string, string>(limit)
  const made: string[] = []
  const get = (key: string) =>
    cache.get(key, () => {
      made.push(key)
      return key.toUpperCase()
    })
  return { cache, made, get }
}

describe('BoundedCache', () => {
  it('makes each value once', () => {
    const { made, get } = counting(3)
    expect(['a', 'a', 'b', 'a'].map(get)).toEqual(['A', 'A', 'B', 'A'])
    expect(made).toEqual(['a', 'b'])
  })

  it('lets the longest unused entry go, and no other', () => {
    const { made, get } = counting(3)
    for (const key of ['a', 'b', 'c', 'a', 'd']) get(key)
    for (const key of ['c', 'a', 'd', 'b']) get(key)
    expect(made).toEqual(['a', 'b', 'c', 'd', 'b'])
  })

  it('keeps a key in use while a stranger brings 10,000', () => {
    const { made, get } = counting(3)
    for (let other = 0; other < 10_000; other++) {
      get('in use')
      get(`other ${other}`)
    }
    expect(made.filter((key) => key === 'in use')).toHaveLength(1)
  })

  it('makes again what was deleted', () => {
    const { cache, made, get } = counting(3)
    get('a')
    cache.delete('a')
    expect(get('a')).toBe('A')
    expect(made).toEqual(['a', 'a'])
  })
})
