import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type IssueDesk, openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

let at: IssueDesk

beforeEach(async () => {
  at = await openIssueDesk()
})

afterEach(() => at.close())

/** Three events of one, two of the other, the latter an hour later. */
async function twoIssues(): Promise<[number, number]> {
  const first = await at.happen('TypeError')
  await at.happen('TypeError')
  await at.happen('TypeError')
  at.hand.advance(3_600_000)
  const second = await at.happen('RangeError')
  await at.happen('RangeError')
  return [first, second]
}

describe('issues that are merged', () => {
  it('are one, with all events, hours and counts, and later events follow', async () => {
    const [first, second] = await twoIssues()
    const firstSeen = (await at.desk.issues.find(first))?.firstSeen
    expect(await at.desk.issues.change([second, first], [{ kind: 'merge' }])).toMatchObject({
      issueIds: [first, second],
      shortIds: ['CRUMBTRAIL-1', 'CRUMBTRAIL-2'],
      mergedInto: first,
    })
    expect(await at.happen('RangeError')).toBe(first)
    expect(await at.happen('TypeError')).toBe(first)
    const issue = await at.desk.issues.find(first)
    expect(issue).toMatchObject({ eventCount: 7, firstSeen, lastSeen: at.hand.clock() })
    expect(issue?.hourlyCounts.slice(-2)).toEqual([3, 4])
    expect((await at.desk.events.list(first, { limit: 10 })).items).toHaveLength(7)
    expect((await at.desk.issues.list({ limit: 10 })).items).toHaveLength(1)
    expect((await at.desk.issues.findHandling(first))?.activity[0]).toMatchObject({
      kind: 'merged',
      who: 'ada@example.com',
      data: { issues: ['CRUMBTRAIL-2'] },
    })
  })

  it('are found by their old ids, over several merges', async () => {
    const [first, second] = await twoIssues()
    const third = await at.happen('SyntaxError')
    await at.desk.issues.change([first], [{ kind: 'merge', into: 'crumbtrail-2' }])
    await at.desk.issues.change([second, third], [{ kind: 'merge', into: 'CRUMBTRAIL-3' }])
    expect(await at.desk.issues.findMergedInto(first)).toBe(third)
    expect(await at.desk.issues.findMergedInto(second)).toBe(third)
    expect(await at.desk.issues.findByShortId('CRUMBTRAIL-1')).toBe(third)
    expect(await at.desk.issues.findByShortId('CRUMBTRAIL-3')).toBe(third)
    expect(await at.desk.issues.findByShortId('CRUMBTRAIL-4')).toBeUndefined()
    for (const query of ['CRUMBTRAIL-1', 'crumbtrail-2', 'issue:CRUMBTRAIL-1']) {
      const found = await at.desk.issues.search({ limit: 10, query })
      expect('items' in found && found.items.map(({ id }) => id), query).toEqual([third])
    }
    expect(await at.desk.search.findTarget('crumbtrail-1')).toEqual({ kind: 'issue', issueId: third })
  })

  it('go into the open one of them', async () => {
    const [first, second] = await twoIssues()
    await at.desk.issues.change([first], [{ kind: 'resolve' }])
    await at.desk.issues.change([first, second], [{ kind: 'merge' }])
    expect(await at.desk.issues.find(second)).toMatchObject({ status: 'open', eventCount: 5 })
  })

  it('must be two, of one project', async () => {
    const [first] = await twoIssues()
    expect(await at.desk.issues.change([first], [{ kind: 'merge' }])).toEqual({
      refusal: 'Cannot change issues: a merge needs two issues',
      field: 'into',
    })
    expect(await at.desk.issues.change([first], [{ kind: 'merge', into: 'SHOP-1' }])).toMatchObject({
      refusal: 'Cannot change issues: there is no issue with this short id',
    })
  })
})

describe('an issue that is split', () => {
  async function merged(): Promise<number> {
    const [first, second] = await twoIssues()
    await at.desk.issues.change([first, second], [{ kind: 'merge' }])
    return first
  }

  it('gives away the events of the chosen keys, and those that come later', async () => {
    const issueId = await merged()
    const [kept, given] = (await at.desk.issues.findHandling(issueId))?.groupings ?? []
    expect([kept?.eventCount, given?.eventCount]).toEqual([3, 2])
    const split = await at.desk.issues.split(issueId, [given?.id ?? 0])
    const made = 'issueId' in split ? split.issueId : 0
    expect(await at.desk.issues.find(made)).toMatchObject({
      type: 'RangeError',
      shortId: 'CRUMBTRAIL-3',
      eventCount: 2,
      lastSeen: at.hand.clock(),
      firstSeen: at.hand.clock() - 1_000,
    })
    const left = await at.desk.issues.find(issueId)
    expect(left).toMatchObject({ eventCount: 3, lastSeen: at.hand.clock() - 3_602_000 })
    expect(left?.hourlyCounts.slice(-2)).toEqual([3, 0])
    expect(await at.happen('RangeError')).toBe(made)
    expect(await at.happen('TypeError')).toBe(issueId)
    expect((await at.desk.issues.findHandling(made))?.activity[0]).toMatchObject({
      kind: 'split-from',
      data: { issueId, shortId: 'CRUMBTRAIL-1' },
    })
  })

  it('can give away the key that it was made with, and be merged again', async () => {
    const issueId = await merged()
    const [own] = (await at.desk.issues.findHandling(issueId))?.groupings ?? []
    const split = await at.desk.issues.split(issueId, [own?.id ?? 0])
    const made = 'issueId' in split ? split.issueId : 0
    expect(await at.happen('TypeError')).toBe(made)
    expect(await at.happen('RangeError')).toBe(issueId)
    await at.desk.issues.change([issueId, made], [{ kind: 'merge' }])
    expect((await at.desk.issues.list({ limit: 10 })).items).toMatchObject([{ eventCount: 7 }])
  })

  it('keeps a key, and gives one', async () => {
    const issueId = await merged()
    const ids = (await at.desk.issues.findHandling(issueId))?.groupings.map(({ id }) => id) ?? []
    expect(await at.desk.issues.split(issueId, ids)).toMatchObject({ field: 'grouping' })
    expect(await at.desk.issues.split(issueId, [99])).toMatchObject({ field: 'grouping' })
  })
})
