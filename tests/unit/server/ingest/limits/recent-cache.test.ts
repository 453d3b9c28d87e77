import { describe, expect, it } from 'vitest'
import { createRecentCache } from '#server/ingest/limits/recent-cache.ts'

function open() {
  const asked: string[] = []
  let failure: Error | undefined
  const find = createRecentCache(3, 1_000, async (key: string) => {
    asked.push(key)
    if (failure) throw failure
    return key.toUpperCase()
  })
  return {
    asked,
    find,
    failWith(error: Error | undefined) {
      failure = error
    },
  }
}

describe('createRecentCache()', () => {
  it('asks once a moment', async () => {
    const { asked, find } = open()
    expect([await find('a', 0), await find('a', 999), await find('b', 999)]).toEqual(['A', 'A', 'B'])
    expect(asked).toEqual(['a', 'b'])
    await find('a', 1_000)
    expect(asked).toEqual(['a', 'b', 'a'])
  })

  it.each([[-86_400_000], [86_400_000]])('asks again after a clock jumped by %d ms', async (jumpMs) => {
    const { asked, find } = open()
    await find('a', 0)
    await find('a', jumpMs)
    expect(asked).toEqual(['a', 'a'])
  })

  it('keeps a key in use while a stranger guesses 10,000', async () => {
    const { asked, find } = open()
    for (let guess = 0; guess < 10_000; guess++) {
      await find('in use', 0)
      await find(`guess ${guess}`, 0)
    }
    expect(asked.filter((key) => key === 'in use')).toHaveLength(1)
  })

  it('remembers so many and no failure', async () => {
    const { asked, find, failWith } = open()
    for (const key of ['a', 'b', 'c', 'd']) await find(key, 0)
    await find('a', 0)
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'a'])
    failWith(new Error('disk'))
    await expect(find('x', 0)).rejects.toThrow('disk')
    failWith(undefined)
    expect(await find('x', 0)).toBe('X')
  })
})
