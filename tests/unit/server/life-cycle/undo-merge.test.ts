import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startIssueUpkeep } from '#server/desk/issues/maintenance.ts'
import { tablesWith } from '#server/store/schema/tables.ts'
import { type IssueDesk, MEMBER, OWNER, openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'
import { envelopeOf } from '#tests/support/store/event-store.ts'

let at: IssueDesk

beforeEach(async () => {
  at = await openIssueDesk()
})

afterEach(() => at.close())

/** Stores events of an issue, an hour apart, each by another user on another page; gives its id. */
async function fill(type: string, count: number): Promise<number> {
  const batch = Array.from({ length: count }, (_, index) => {
    at.hand.advance(count > 100 ? 1_000 : 3_600_000)
    const event = {
      exception: { values: [{ type, value: 'no price' }] },
      user: { id: `${type}-${index}` },
      tags: { page: `page-${index % 3}` },
      release: `shop@${type.length}.0.0`,
    }
    return { projectId: 1, keyId: 1, receivedAt: at.hand.clock(), body: envelopeOf(event) }
  })
  const [first] = at.writeBatch(batch, []).results
  const found = await at.desk.events.findInProject(1, (first && 'id' in first && first.id) || '')
  if (!found) throw new Error('Cannot find the event that was sent')
  return found.issueId
}

/** All that the database has of issues, but the activity's own lines of the change and of its Undo. */
function everything() {
  const select = (table: string, order: string) =>
    at.connection.prepare(`select * from ${table} order by ${order}`).all()
  const parts = tablesWith({ owner: 'issue' }).filter((table) => table !== 'issue_activity')
  return {
    issues: select('issue', 'id'),
    keys: select('issue_grouping', 'id'),
    redirects: select('issue_redirect', 'old_issue_id'),
    moves: select('issue_move', 'issue_id'),
    recounts: select('issue_recount', 'issue_id'),
    events: at.connection.prepare('select id, event_id, issue_id from event order by id').all(),
    comments: at.connection
      .prepare(`select issue_id, data from issue_activity where kind = 'comment' order by id`)
      .all(),
    parts: Object.fromEntries(parts.map((table) => [table, select(table, '1, 2, 3')])),
  }
}

async function merge(issueIds: number[]): Promise<string> {
  at.hand.advance(1_000)
  const changed = await at.desk.issues.change(issueIds, [{ kind: 'merge', into: 'CRUMBTRAIL-1' }])
  if (!('undo' in changed)) throw new Error(`Cannot undo: ${JSON.stringify(changed)}`)
  return changed.undo ?? ''
}

async function runUpkeep(): Promise<void> {
  const upkeep = startIssueUpkeep({ store: at.store, clock: at.hand.clock })
  while (await upkeep.runOnce());
}

const changed = { refusal: 'Cannot undo the change: CRUMBTRAIL-1 has changed since' }

describe('a merge that is undone', () => {
  it('leaves everything as it was: states, assignees, counts, tags, users, bookmarks, comments, events', async () => {
    const [first, second, third] = [
      await fill('TypeError', 4),
      await fill('RangeError', 3),
      await fill('SyntaxError', 2),
    ]
    const { issues } = at.desk
    await issues.change([second], [{ kind: 'ignore-until-users', count: 9, periodMinutes: 60 }])
    await fill('RangeError', 2)
    await issues.change([third], [{ kind: 'assign', accountId: MEMBER.id }])
    await issues.change([third], [{ kind: 'bookmark', isBookmarked: true }])
    await issues.addComment(second, 'since Monday')
    const before = everything()
    const handle = await merge([first, second, third])
    expect((await issues.list({ limit: 10 })).items).toMatchObject([{ id: first, eventCount: 11 }])
    expect(await issues.undo(handle)).toEqual({
      issueIds: [first, second, third],
      shortIds: ['CRUMBTRAIL-1', 'CRUMBTRAIL-2', 'CRUMBTRAIL-3'],
    })
    expect(everything()).toEqual(before)
    expect(await issues.findMergedInto(second)).toBeUndefined()
    expect((await issues.findHandling(first))?.activity[0]).toMatchObject({
      kind: 'undone',
      data: { change: 'merged' },
    })
  })

  it('sorts the events that came since by their keys, and counts them', async () => {
    const [first, second] = [await fill('TypeError', 2), await fill('RangeError', 1)]
    const handle = await merge([first, second])
    expect(await at.happen('RangeError', { user: { id: 'new' }, tags: { page: 'cart' } })).toBe(first)
    expect(await at.happen('TypeError')).toBe(first)
    await at.desk.issues.undo(handle)
    await runUpkeep()
    expect(await at.desk.issues.find(first)).toMatchObject({ eventCount: 3, userCount: 2 })
    expect(await at.desk.issues.find(second)).toMatchObject({
      eventCount: 2,
      userCount: 2,
      lastSeen: at.hand.clock() - 1_000,
    })
    const tags = await at.desk.issues.listTags(second)
    expect(tags?.find(({ key }) => key === 'page')).toMatchObject({ eventCount: 2, valueCount: 2 })
    expect((await at.desk.events.list(second, { limit: 10 })).items).toHaveLength(2)
    expect(await at.happen('RangeError')).toBe(second)
  })

  it('brings many events back by slices, also while they are on their way', async () => {
    const [first, second] = [await fill('TypeError', 30), await fill('RangeError', 1_500)]
    const before = everything()
    await at.desk.issues.undo(await merge([first, second]))
    await runUpkeep()
    expect(everything()).toEqual(before)
    const handle = await merge([first, second])
    await runUpkeep()
    expect(await at.desk.issues.find(second)).toBeUndefined()
    await at.desk.issues.undo(handle)
    await runUpkeep()
    expect(everything()).toEqual(before)
  })

  it('goes back over several merges, the last one first', async () => {
    const [first, second, third] = [
      await fill('TypeError', 3),
      await fill('RangeError', 2),
      await fill('SyntaxError', 1),
    ]
    const before = everything()
    const one = await merge([first, second])
    const other = await merge([first, third])
    expect(await at.desk.issues.undo(other)).toMatchObject({ issueIds: [first, third] })
    expect(await at.desk.issues.undo(one)).toMatchObject({ issueIds: [first, second] })
    expect(everything()).toEqual(before)
  })

  it('counts tags again that were being counted when it was merged', async () => {
    const [first, second] = [await fill('TypeError', 100), await fill('RangeError', 100)]
    await merge([first, second])
    const [, given] = (await at.desk.issues.findHandling(first))?.groupings ?? []
    await at.desk.issues.split(first, [given?.id ?? 0])
    const third = await fill('SyntaxError', 1)
    await at.desk.issues.undo(await merge([first, third]))
    await runUpkeep()
    const tags = await at.desk.issues.listTags(first)
    expect(tags?.find(({ key }) => key === 'page')).toMatchObject({ eventCount: 100 })
  })

  it('is refused when the issue was resolved, assigned, merged or split since', async () => {
    const [first, second, third] = [
      await fill('TypeError', 3),
      await fill('RangeError', 2),
      await fill('SyntaxError', 1),
    ]
    const { issues } = at.desk
    const handle = await merge([first, second])
    const resolved = await issues.change([first], [{ kind: 'resolve' }])
    expect(await issues.undo(handle)).toEqual(changed)
    await issues.undo(('undo' in resolved && resolved.undo) || '')
    const assigned = await issues.change([first], [{ kind: 'assign', accountId: OWNER.id }])
    expect(await issues.undo(handle)).toEqual(changed)
    await issues.undo(('undo' in assigned && assigned.undo) || '')
    const [, given] = (await issues.findHandling(first))?.groupings ?? []
    await issues.split(first, [given?.id ?? 0])
    expect(await issues.undo(handle)).toEqual(changed)
    await issues.change([first, third], [{ kind: 'merge', into: 'CRUMBTRAIL-3' }])
    expect(await issues.undo(handle)).toHaveProperty('refusal')
  })
})

describe('a split that is undone', () => {
  async function splitIssue(firsts: number, seconds: number) {
    const [first, second] = [await fill('TypeError', firsts), await fill('RangeError', seconds)]
    await merge([first, second])
    await runUpkeep()
    await at.desk.issues.addComment(first, 'one cause')
    const before = everything()
    const [, given] = (await at.desk.issues.findHandling(first))?.groupings ?? []
    const made = await at.desk.issues.split(first, [given?.id ?? 0])
    if (!('issueId' in made) || made.undo === undefined) throw new Error(JSON.stringify(made))
    return { first, before, made: made.issueId, handle: made.undo, named: [made.shortId, made.from] }
  }

  it.each([
    [3, 2],
    [300, 1_400],
  ])('leaves everything as it was, with %i and %i events', async (firsts, seconds) => {
    const { first, before, made, handle, named } = await splitIssue(firsts, seconds)
    expect(named).toEqual(['CRUMBTRAIL-3', 'CRUMBTRAIL-1'])
    expect(await at.desk.issues.undo(handle)).toEqual({ issueIds: [first], shortIds: ['CRUMBTRAIL-1'] })
    await runUpkeep()
    const { redirects, ...rest } = everything()
    const { redirects: earlier, ...restBefore } = before
    expect(rest).toEqual(restBefore)
    expect(redirects).toHaveLength(earlier.length + 1)
    expect(await at.desk.issues.findMergedInto(made)).toBe(first)
  })

  it('counts what came since, and keeps what was written of it', async () => {
    const { first, made, handle } = await splitIssue(3, 2)
    expect(await at.happen('RangeError')).toBe(made)
    await at.desk.issues.addComment(made, 'not the same')
    await at.desk.issues.undo(handle)
    await runUpkeep()
    expect(await at.desk.issues.find(first)).toMatchObject({ eventCount: 6 })
    const lines = (await at.desk.issues.findHandling(first))?.activity ?? []
    expect(lines.flatMap((line) => (line.kind === 'comment' ? [line.data.text] : []))).toEqual([
      'not the same',
      'one cause',
    ])
  })

  it('is refused when the new issue was resolved or split since', async () => {
    const { made, handle } = await splitIssue(3, 2)
    await at.desk.issues.change([made], [{ kind: 'resolve' }])
    expect(await at.desk.issues.undo(handle)).toEqual(changed)
  })
})
