import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startIssueUpkeep } from '#server/desk/issues/maintenance.ts'
import { type IssueDesk, openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'
import { envelopeOf } from '#tests/support/store/event-store.ts'

let at: IssueDesk

beforeEach(async () => {
  at = await openIssueDesk()
})

afterEach(() => at.close())

/** Stores many events of an issue, a second apart, each by another person on another page; gives its id. */
async function fill(
  type: string,
  count: number,
  tags: (index: number) => object = () => ({}),
): Promise<number> {
  const batch = Array.from({ length: count }, (_, index) => {
    at.hand.advance(1_000)
    const event = {
      exception: { values: [{ type, value: 'no price' }] },
      user: { id: `${type}-${index}` },
      tags: { page: `page-${index % 3}`, ...tags(index) },
      release: `shop@${type === 'TypeError' ? 1 : 2}`,
    }
    return { projectId: 1, keyId: 1, receivedAt: at.hand.clock(), body: envelopeOf(event) }
  })
  const { results } = at.writeBatch(batch, [])
  const [first] = results
  const found = await at.desk.events.findInProject(1, (first && 'id' in first && first.id) || '')
  if (!found) throw new Error('Cannot find the event that was sent')
  return found.issueId
}

/** An upkeep whose time passes with each look at the stopwatch. */
function anUpkeep(looksPerSlice = 40) {
  let looks = 0
  return startIssueUpkeep({
    store: at.store,
    clock: at.hand.clock,
    stopwatch: () => (5 * looks++) / looksPerSlice,
  })
}

const countEvents = async (issueId: number) => {
  const events = at.store.db.selectFrom('event').select(({ fn }) => fn.countAll<number>().as('count'))
  return (await events.where('issue_id', '=', issueId).executeTakeFirstOrThrow()).count
}

const tagsOf = async (issueId: number) => {
  const tags = await at.desk.issues.listTags(issueId)
  return Object.fromEntries(
    (tags ?? []).map(({ key, eventCount, valueCount }) => [key, [eventCount, valueCount]]),
  )
}

async function mergedIssue(firsts: number, seconds: number): Promise<[number, number]> {
  const first = await fill('TypeError', firsts)
  const second = await fill('RangeError', seconds)
  await at.desk.issues.change([first, second], [{ kind: 'merge', into: 'CRUMBTRAIL-1' }])
  return [first, second]
}

async function split(issueId: number): Promise<number> {
  const [, given] = (await at.desk.issues.findHandling(issueId))?.groupings ?? []
  const made = await at.desk.issues.split(issueId, [given?.id ?? 0])
  if (!('issueId' in made)) throw new Error(made.refusal)
  return made.issueId
}

describe('an issue of many events that is merged', () => {
  it('shows all that is counted and its newest events at once, the others by slices', async () => {
    const [first, second] = await mergedIssue(30, 1_500)
    expect(await at.desk.issues.find(first)).toMatchObject({
      eventCount: 1_530,
      userCount: expect.any(Number),
    })
    expect(await at.desk.issues.find(second)).toBeUndefined()
    expect(await at.desk.issues.findMergedInto(second)).toBe(first)
    expect((await at.desk.issues.list({ limit: 10 })).items).toHaveLength(1)
    expect(await countEvents(first)).toBe(30 + 512)
    const newest = await at.desk.events.find(first, 'latest')
    expect(newest?.receivedAt).toBe(at.hand.clock())

    const [left] = await at.store.db
      .selectFrom('event')
      .select('event_id as eventId')
      .where('issue_id', '=', second)
      .limit(1)
      .execute()
    expect(await at.desk.events.find(first, left?.eventId ?? '')).toBeDefined()
    expect(await at.happen('RangeError')).toBe(first)

    expect(await anUpkeep(1).runOnce()).toBe(true)
    expect(await countEvents(first)).toBe(31 + 1_024)
    const later = anUpkeep() // as after a kill: nothing is remembered but what was committed
    while (await later.runOnce());
    expect(await countEvents(first)).toBe(1_531)
    expect(await at.store.db.selectFrom('issue').select('id').execute()).toEqual([{ id: first }])
  })

  it('goes on to where its issue goes, and is deleted with it', async () => {
    const [first] = await mergedIssue(30, 1_500)
    const third = await fill('SyntaxError', 1)
    await at.desk.issues.change([third, first], [{ kind: 'merge', into: 'CRUMBTRAIL-3' }])
    const upkeep = anUpkeep()
    while (await upkeep.runOnce());
    expect(await countEvents(third)).toBe(1_531)

    const fourth = await fill('EvalError', 1_500)
    await at.desk.issues.change([third, fourth], [{ kind: 'merge', into: 'CRUMBTRAIL-3' }])
    await at.desk.issues.change([third], [{ kind: 'delete' }])
    while (await upkeep.runOnce());
    expect(at.connection.prepare('select count(*) as rows from event').get()?.rows).toBe(0)
    expect(at.connection.prepare('select count(*) as rows from issue').get()?.rows).toBe(0)
  })
})

describe('an issue of many events that is split', () => {
  async function aBigIssue(): Promise<number> {
    const [first] = await mergedIssue(700, 900)
    const upkeep = anUpkeep()
    while (await upkeep.runOnce());
    return first
  }

  it('gives its events and what is counted of them away by slices, none twice and none lost', async () => {
    const first = await aBigIssue()
    const made = await split(first)
    const counts = async () => [
      (await at.desk.issues.find(first))?.eventCount ?? 0,
      (await at.desk.issues.find(made))?.eventCount ?? 0,
    ]
    const hoursOf = async (issueId: number) => {
      const hours = await at.store.db
        .selectFrom('issue_hour')
        .select(({ fn }) => fn.sum<number>('event_count').as('sum'))
        .where('issue_id', '=', issueId)
        .executeTakeFirstOrThrow()
      return hours.sum
    }
    expect(await counts()).toEqual([1_600 - 512, 512])
    expect((await at.desk.events.find(made, 'latest'))?.receivedAt).toBe(at.hand.clock())
    expect(await at.desk.issues.split(made, [1])).toMatchObject({ field: 'grouping' })
    expect(await at.desk.issues.change([first, made], [{ kind: 'merge' }])).toEqual({
      refusal: 'Cannot change issues: its events are still being moved; try again in a moment',
      field: 'into',
    })

    let slices = 0
    for (let upkeep = anUpkeep(); await upkeep.runOnce(); upkeep = anUpkeep()) {
      slices++
      const [left = 0, given = 0] = await counts()
      expect(left + given).toBe(1_600)
      expect([await countEvents(first), await countEvents(made)]).toEqual([left, given])
      expect([await hoursOf(first), await hoursOf(made)]).toEqual([left, given])
    }
    expect(slices).toBeGreaterThan(3)
    expect(await counts()).toEqual([700, 900])
    expect(await at.desk.issues.find(first)).toMatchObject({
      lastSeen: at.hand.clock() - 900_000,
      firstSeen: at.hand.clock() - 1_599_000,
    })
    expect(await at.desk.issues.find(made)).toMatchObject({
      lastSeen: at.hand.clock(),
      firstSeen: at.hand.clock() - 899_000,
    })
  }, 20_000)

  it('has tags, people and releases counted anew, as the other one has', async () => {
    const first = await aBigIssue()
    const before = await tagsOf(first)
    const made = await split(first)
    expect(await tagsOf(first)).toEqual(before) // until all are counted
    const upkeep = anUpkeep()
    let isSent = false
    while (await upkeep.runOnce()) {
      if (!isSent) await at.happen('RangeError', { tags: { page: 'late' }, user: { id: 'late' } })
      isSent = true
    }
    expect(await tagsOf(first)).toMatchObject({ page: [700, 3], release: [700, 1], user: [700, 700] })
    expect(await tagsOf(made)).toMatchObject({ page: [901, 4], release: [900, 1], user: [901, 901] })
    expect(await at.desk.issues.find(first)).toMatchObject({ userCount: 700, lastRelease: 'shop@1' })
    expect(await at.desk.issues.find(made)).toMatchObject({ userCount: 901, firstRelease: 'shop@2' })
    expect(
      at.connection.prepare('select count(*) as rows from issue_tag where issue_id < 0').get()?.rows,
    ).toBe(0)
  }, 20_000)

  it('keeps so many values of a tag, and counts the rest together', async () => {
    const first = await fill('TypeError', 1_100, (index) => ({ shelf: `shelf-${index}` }))
    const second = await fill('RangeError', 1)
    await at.desk.issues.change([first, second], [{ kind: 'merge', into: 'CRUMBTRAIL-1' }])
    await split(first)
    const upkeep = anUpkeep()
    while (await upkeep.runOnce());
    const shelf = (await at.desk.issues.listTags(first))?.find(({ key }) => key === 'shelf')
    expect(shelf).toMatchObject({ eventCount: 1_100, valueCount: 1_000, otherCount: 100 })
  }, 20_000)

  it('of a few events has all of it at once', async () => {
    const [first] = await mergedIssue(3, 2)
    const made = await split(first)
    expect(await tagsOf(first)).toMatchObject({ page: [3, 3], user: [3, 3] })
    expect(await tagsOf(made)).toMatchObject({ page: [2, 2], user: [2, 2] })
    expect(await anUpkeep().runOnce()).toBe(false)
  })

  it('can be merged again while it is counted', async () => {
    const [first] = await mergedIssue(100, 100)
    const made = await split(first)
    await at.desk.issues.change([first, made], [{ kind: 'merge', into: 'CRUMBTRAIL-1' }])
    const upkeep = anUpkeep()
    while (await upkeep.runOnce());
    expect(await tagsOf(first)).toMatchObject({ page: [200, 3], user: [200, 200] })
    expect(await at.desk.issues.find(first)).toMatchObject({ eventCount: 200, userCount: 200 })
  })
})
