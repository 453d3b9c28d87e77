import { describe, expect, it } from 'vitest'
import { formatPlace, type Place } from '#server/store/postgres/news/place.ts'
import { createRecentItems } from '#server/store/postgres/news/recent-items.ts'

const MINUTE = 60_000
const placeAt = (at: number, snapshot: string, server = 7): Place => ({ server, at, snapshot })
const start = placeAt(100 * MINUTE, '100:100:')

function open(xids: readonly string[] = []) {
  const recent = createRecentItems()
  recent.start(start, { xids, durationMs: 10 * MINUTE })
  return recent
}

describe('hasMore()', () => {
  it('is false for a place that saw all items, and true where one was running or began later', () => {
    const recent = open(['95'])
    recent.add('101', placeAt(start.at + 1, '103:103:'))
    const hasMore = (snapshot: string) => recent.hasMore(formatPlace(placeAt(start.at, snapshot)))
    expect(hasMore('95:95:')).toBe(true)
    expect(hasMore('101:101:')).toBe(true)
    expect(hasMore('101:103:101')).toBe(true)
    expect(hasMore('90:103:90')).toBe(false)
    expect(hasMore('102:102:')).toBe(false)
  })

  it('is true in doubt: for another server, for old places, and for what is no place', () => {
    const recent = open()
    const seen = '100:100:'
    expect(recent.hasMore(formatPlace(placeAt(start.at, seen)))).toBe(false)
    expect(recent.hasMore(formatPlace(placeAt(start.at, seen, 8)))).toBe(true)
    expect(recent.hasMore(formatPlace(placeAt(start.at - 8 * MINUTE, seen)))).toBe(false)
    expect(recent.hasMore(formatPlace(placeAt(start.at - 10 * MINUTE, seen)))).toBe(true)
    expect(recent.hasMore('boot-1')).toBe(true)
    expect(recent.hasMore('')).toBe(true)
  })

  it('is true for all places of before, where track was lost', () => {
    const recent = open()
    const lostAt = placeAt(start.at + MINUTE, '200:200:')
    recent.start(lostAt)
    expect(recent.hasMore(formatPlace(placeAt(start.at, '300:300:')))).toBe(true)
    expect(recent.hasMore(formatPlace(lostAt))).toBe(false)
  })

  it('keeps the latest items, and knows no place of the time of those that it drops', () => {
    const recent = open()
    for (let index = 1; index <= 2_001; index++) {
      recent.add(String(100 + index), placeAt(start.at + index * 1_000, ''))
    }
    const sawAll = (at: number) => recent.hasMore(formatPlace(placeAt(at, '5000:5000:')))
    expect(sawAll(start.at + 1_000_000)).toBe(true)
    expect(sawAll(start.at + 1_100_000)).toBe(false)
  })
})
