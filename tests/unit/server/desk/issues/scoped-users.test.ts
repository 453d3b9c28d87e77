import { describe, expect, it, onTestFinished } from 'vitest'
import { countDailyUsers } from '#server/processing/sketches/daily-users.ts'
import { recountSlice } from '#server/store/issues/changes/recounts.ts'
import { openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * TypeError: users 1, 2 and 3 in staging ten days ago, 3 and 4 in production now. RangeError: user 1 in production ten
 * days ago, users 1 to 3 now.
 */
async function openDesk() {
  const opened = await openIssueDesk()
  onTestFinished(opened.close)
  const { desk, hand, happen } = opened
  hand.advance(100 * DAY_MS + 30 * 60_000)
  const hit = async (type: string, users: number[], environment: string, release: string) => {
    for (const id of users) await happen(type, { environment, release, user: { id: String(id) } })
  }
  await hit('TypeError', [1, 2, 3, 3], 'staging', 'shop@1.0.0')
  await hit('RangeError', [1], 'production', 'shop@1.0.0')
  const middle = hand.clock() + 1_000
  hand.advance(10 * DAY_MS)
  await hit('TypeError', [3, 4], 'production', 'shop@1.1.0')
  await hit('RangeError', [1, 2, 3], 'production', 'shop@1.1.0')
  const listOf = async (filter: Partial<Parameters<typeof desk.issues.search>[0]>) => {
    const found = await desk.issues.search({ limit: 10, sort: 'user', ...filter })
    if ('refusal' in found) throw new Error(found.refusal)
    return found.items.map(({ type, scopedUsers }) => [type, scopedUsers?.count])
  }
  return { ...opened, listOf, middle, hourAgo: hand.clock() - HOUR_MS }
}

describe('the users of a list', () => {
  it('are those of the chosen time, each once, and so is their order', async () => {
    const { listOf, hourAgo, middle } = await openDesk()
    expect(await listOf({ lastSeen: { from: hourAgo } })).toEqual([
      ['RangeError', 3],
      ['TypeError', 2],
    ])
    expect(await listOf({ lastSeen: { from: hourAgo - 20 * DAY_MS } })).toEqual([
      ['TypeError', 4],
      ['RangeError', 3],
    ])
    expect(await listOf({ lastSeen: { from: middle - DAY_MS, before: middle } })).toEqual([
      ['TypeError', 3],
      ['RangeError', 1],
    ])
  })

  it('are those of single hours of a day', async () => {
    const { listOf, hand, happen } = await openDesk()
    await happen('TypeError', { user: { id: '9' } })
    hand.advance(5 * HOUR_MS)
    await happen('TypeError', { user: { id: '9' } })
    await happen('TypeError', { user: { id: '10' } })
    const from = hand.clock() - HOUR_MS
    expect(await listOf({ lastSeen: { from } })).toEqual([['TypeError', 2]])
    expect(await listOf({ lastSeen: { from: from - 5 * HOUR_MS } })).toEqual([
      ['TypeError', 4],
      ['RangeError', 3],
    ])
  })

  it('are those of the chosen environment and release', async () => {
    const { listOf, hourAgo } = await openDesk()
    expect(await listOf({ environment: 'staging' })).toEqual([['TypeError', 3]])
    expect(await listOf({ environment: 'production' })).toEqual([
      ['RangeError', 3],
      ['TypeError', 2],
    ])
    expect(await listOf({ query: 'release:shop@1.0.0 is:unresolved' })).toEqual([
      ['TypeError', 3],
      ['RangeError', 1],
    ])
    expect(await listOf({ environment: 'production', lastSeen: { from: hourAgo } })).toEqual([
      ['RangeError', 3],
      ['TypeError', 2],
    ])
  })

  it('are those of the period on the page of an issue', async () => {
    const { desk, hand } = await openDesk()
    const found = await desk.issues.search({ limit: 10, query: 'TypeError' })
    const id = 'items' in found ? (found.items[0]?.id ?? 0) : 0
    const end = (Math.floor(hand.clock() / HOUR_MS) + 1) * HOUR_MS
    const usersOf = async (bars: number) =>
      (await desk.issues.readHistory(id, { start: end - bars * HOUR_MS, barMs: HOUR_MS, bars }))?.users.count
    expect(await usersOf(24)).toBe(2)
    expect(await usersOf(24 * 14)).toBe(4)
  })

  it('are none where nobody is named, and all where nothing is chosen', async () => {
    const { listOf, happen, hourAgo } = await openDesk()
    await happen('SyntaxError')
    expect(await listOf({ lastSeen: { from: hourAgo } })).toContainEqual(['SyntaxError', 0])
    expect(await listOf({})).toContainEqual(['TypeError', undefined])
  })

  it('are joined by a merge, and counted again after a split', async () => {
    const { desk, store, listOf } = await openDesk()
    const ids = await desk.issues.search({ limit: 10 })
    if ('refusal' in ids) throw new Error(ids.refusal)
    await desk.issues.change(
      ids.items.map(({ id }) => id),
      [{ kind: 'merge' }],
    )
    expect((await listOf({ environment: 'production' })).map(([, count]) => count)).toEqual([4])
    expect((await listOf({ environment: 'staging' })).map(([, count]) => count)).toEqual([3])
    const merged = await desk.issues.search({ limit: 10 })
    const id = 'items' in merged ? (merged.items[0]?.id ?? 0) : 0
    const [group] = (await desk.issues.findHandling(id))?.groupings ?? []
    await desk.issues.split(id, [group?.id ?? 0])
    while (await recountSlice(store, () => true));
    const rows = await store.db.selectFrom('issue_scope_user').selectAll().execute()
    const counts = rows.map(({ issue_id, environment, sketch }) => [
      issue_id === id ? 'split' : 'new',
      environment,
      countDailyUsers([{ sketch, hours: 2 ** 24 - 1 }]).count,
    ])
    expect(counts.toSorted()).toEqual([
      ['new', 'production', 2],
      ['new', 'staging', 3],
      ['split', 'production', 1],
      ['split', 'production', 3],
    ])
  })
})
