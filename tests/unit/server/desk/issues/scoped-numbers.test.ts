import { describe, expect, it, onTestFinished } from 'vitest'
import { spansOf } from '#server/store/issues/search/scope/scope-counts.ts'
import { openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** TypeError: 3 staging events 10 days ago, 4 of production now. RangeError: 5 of production 10 days ago, 1 now. */
async function openDesk() {
  const opened = await openIssueDesk()
  onTestFinished(opened.close)
  const { desk, hand, happen } = opened
  hand.advance(100 * DAY_MS + 30 * 60_000)
  const happenOften = async (type: string, times: number, environment: string, release: string) => {
    for (let time = 0; time < times; time++) await happen(type, { environment, release })
  }
  await happenOften('TypeError', 3, 'staging', 'shop@1.0.0')
  await happenOften('RangeError', 5, 'production', 'shop@1.0.0')
  const middle = hand.clock() + 1_000
  hand.advance(10 * DAY_MS)
  await happenOften('TypeError', 4, 'production', 'shop@1.1.0')
  await happenOften('RangeError', 1, 'production', 'shop@1.1.0')
  const listOf = async (filter: Partial<Parameters<typeof desk.issues.search>[0]>) => {
    const found = await desk.issues.search({ limit: 10, sort: 'freq', ...filter })
    if ('refusal' in found) throw new Error(found.refusal)
    return found.items.map(({ type, scopedCount }) => [type, scopedCount])
  }
  return { ...opened, listOf, middle, hourAgo: hand.clock() - HOUR_MS }
}

describe('the events of a list', () => {
  it('are those of the chosen time, and so is their order', async () => {
    const { listOf, hourAgo, middle } = await openDesk()
    expect(await listOf({ lastSeen: { from: hourAgo } })).toEqual([
      ['TypeError', 4],
      ['RangeError', 1],
    ])
    expect(await listOf({ lastSeen: { from: hourAgo - 20 * DAY_MS } })).toEqual([
      ['TypeError', 7],
      ['RangeError', 6],
    ])
    // Both have been seen since, and are listed all the same.
    expect(await listOf({ lastSeen: { from: middle - DAY_MS, before: middle } })).toEqual([
      ['RangeError', 5],
      ['TypeError', 3],
    ])
  })

  it('are those of the chosen environment', async () => {
    const { listOf, hourAgo } = await openDesk()
    expect(await listOf({ environment: 'staging' })).toEqual([['TypeError', 3]])
    expect(await listOf({ environment: 'production' })).toEqual([
      ['RangeError', 6],
      ['TypeError', 4],
    ])
    expect(await listOf({ environment: 'staging', lastSeen: { from: hourAgo } })).toEqual([])
    expect(await listOf({ environment: 'production', lastSeen: { from: hourAgo } })).toEqual([
      ['TypeError', 4],
      ['RangeError', 1],
    ])
  })

  it('are those of the release that is searched for', async () => {
    const { listOf } = await openDesk()
    expect(await listOf({ query: 'release:shop@1.0.0 is:unresolved' })).toEqual([
      ['RangeError', 5],
      ['TypeError', 3],
    ])
  })

  it('are all of them where nothing is chosen', async () => {
    const { listOf } = await openDesk()
    expect(await listOf({})).toEqual([
      ['TypeError', undefined],
      ['RangeError', undefined],
    ])
  })

  it('have a trend of the same environment', async () => {
    const { desk, hand } = await openDesk()
    const found = await desk.issues.search({ limit: 10, environment: 'staging' })
    if ('refusal' in found) throw new Error(found.refusal)
    expect(found.items[0]?.hourlyCounts.reduce((sum, count) => sum + count, 0)).toBe(0)
    const from = Math.floor(hand.clock() / DAY_MS) - 13
    const bars = { unit: 'day', from, count: 14, each: 1 } as const
    const days = await desk.issues.listTrends(found.items, bars, { environment: 'staging' })
    expect(days?.[0]?.filter((count) => count > 0)).toEqual([3])
  })

  it('are added up by a merge, and part again with a split', async () => {
    const { desk, store, listOf } = await openDesk()
    const idsOf = async () => {
      const found = await desk.issues.search({ limit: 10 })
      return 'refusal' in found ? [] : found.items.map(({ id }) => id)
    }
    const productionOf = async (table: 'issue_scope_hour' | 'issue_scope_day') => {
      const rows = await store.db
        .selectFrom(table)
        .select(['issue_id as issueId', 'event_count as eventCount'])
        .where('environment', '=', 'production')
        .execute()
      const byIssue = Map.groupBy(rows, ({ issueId }) => issueId)
      const sums = [...byIssue.values()].map((of) => of.reduce((sum, row) => sum + row.eventCount, 0))
      return sums.toSorted((a, b) => a - b)
    }
    await desk.issues.change(await idsOf(), [{ kind: 'merge' }])
    const [merged = 0, ...others] = await idsOf()
    expect(others).toEqual([])
    expect((await listOf({ environment: 'production' })).map(([, count]) => count)).toEqual([10])
    expect((await listOf({ environment: 'staging' })).map(([, count]) => count)).toEqual([3])
    const [group] = (await desk.issues.findHandling(merged))?.groupings ?? []
    await desk.issues.split(merged, [group?.id ?? 0])
    expect(await productionOf('issue_scope_hour')).toEqual([4, 6])
    expect(await productionOf('issue_scope_day')).toEqual([4, 6])
  })
})

describe('spansOf()', () => {
  it('reads a short time by hours, of which the first and the last may be parts', () => {
    expect(spansOf({ from: 2.5 * HOUR_MS, before: 7.1 * HOUR_MS })).toEqual([
      { unit: 'hour', from: 2, before: 8 },
    ])
  })

  it('reads a long time by days, and the hours at its ends', () => {
    expect(spansOf({ from: 10 * HOUR_MS, before: 10 * DAY_MS + 3 * HOUR_MS })).toEqual([
      { unit: 'hour', from: 10, before: 24 },
      { unit: 'day', from: 1, before: 10 },
      { unit: 'hour', from: 240, before: 243 },
    ])
    expect(spansOf({ from: 2 * DAY_MS, before: 9 * DAY_MS })).toEqual([{ unit: 'day', from: 2, before: 9 }])
  })
})
