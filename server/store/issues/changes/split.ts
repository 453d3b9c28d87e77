import type { Kysely, Transaction } from 'kysely'
import type { Title } from '#server/processing/title.ts'
import { formatShortId } from '#server/protocol/short-id.ts'
import { recordActivities } from '#server/store/issues/activity.ts'
import { takeSnapshot } from '#server/store/issues/undo/snapshot.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { EditableIssue, Editor } from './edits.ts'
import { startMoves } from './moves.ts'
import { startRecount } from './recounts.ts'

/** What is looked at to count a key's events: an issue may have a million. */
const COUNTED_EVENTS = 5_000

export interface GroupingRow {
  id: number
  version: number
  key: string
  /** Only the latest 5,000 events of the issue are counted. */
  eventCount: number
  /** Its latest event; null when none is among them. */
  latest: { eventId: string; value: string } | null
}

/** The keys that lead to an issue; most issues have one, and then its events are not looked at. */
export async function listGroupings(db: Kysely<Database>, issueId: number): Promise<GroupingRow[]> {
  const groupings = await db
    .selectFrom('issue_grouping')
    .select(['id', 'grouping_version as version', 'grouping_key as key'])
    .where('issue_id', '=', issueId)
    .orderBy('id')
    .execute()
  if (groupings.length < 2) return groupings.map((one) => ({ ...one, eventCount: 0, latest: null }))
  const counts = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('event')
        .select(['id', 'grouping_id'])
        .where('issue_id', '=', issueId)
        .orderBy('received_at', 'desc')
        .limit(COUNTED_EVENTS)
        .as('recent'),
    )
    .select(({ fn }) => [
      'grouping_id as id',
      fn.countAll<number>().as('count'),
      fn.max<number>('id').as('latest'),
    ])
    .groupBy('grouping_id')
    .execute()
  const latest = await db
    .selectFrom('event')
    .select(['grouping_id as id', 'event_id as eventId', 'value'])
    .where('id', 'in', [0, ...counts.map((row) => row.latest)]) // no row has the first, and a list needs one
    .execute()
  return groupings.map((one) => {
    const event = latest.find(({ id }) => id === one.id)
    return {
      ...one,
      eventCount: counts.find(({ id }) => id === one.id)?.count ?? 0,
      latest: event ? { eventId: event.eventId, value: event.value } : null,
    }
  })
}

/** The latest event of some keys, for what the issue that is made of them is called. */
export function findNewestOfGroupings(db: Kysely<Database>, issueId: number, groupingIds: readonly number[]) {
  return db
    .selectFrom('event')
    .select(['project_id as projectId', 'received_at as receivedAt'])
    .select(['block_id as blockId', 'block_offset as blockOffset', 'block_length as blockLength'])
    .where('issue_id', '=', issueId)
    .where('grouping_id', 'in', groupingIds)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export interface IssueMade {
  issueId: number
  shortId: string
  /** None where the split cannot be undone. */
  activityIds: number[]
}

interface IssueSplit {
  groupingIds: readonly number[]
  /** Of the latest event of these keys. */
  title: Title
  level: string
  /** When it arrived. */
  lastSeen: number
}

/**
 * Makes an issue of some of another's keys; later events follow at once, those that there are by slices, and so do both
 * issues' tags and users.
 */
export async function splitIssue(
  trx: Transaction<Database>,
  issue: EditableIssue,
  split: IssueSplit,
  editor: Editor,
): Promise<IssueMade> {
  const { projectId } = issue
  const before = await takeSnapshot(trx, 'split', { projectId, issueIds: [issue.id], editor })
  const made = await insertSplit(trx, issue, split)
  await trx
    .updateTable('issue_grouping')
    .set({ issue_id: made.id })
    .where('id', 'in', split.groupingIds)
    .execute()
  await recordText(trx, projectId, made.id, split.title)
  await startMoves(trx, { projectId, issueIds: [issue.id], why: 'split' })
  for (const issueId of [issue.id, made.id]) await startRecount(trx, projectId, issueId)
  const from = { issueId: issue.id, shortId: formatShortId(issue) }
  const to = { issueId: made.id, shortId: formatShortId({ ...issue, number: made.number }) }
  const ids = await recordActivities(
    trx,
    [
      {
        ...{ entry: { kind: 'split-off' as const, data: to }, projectId, issueId: issue.id },
        before: before && { ...before, made },
      },
      { entry: { kind: 'split-from', data: from }, projectId, issueId: made.id },
    ],
    editor,
  )
  return { ...to, activityIds: before === undefined ? [] : ids }
}

async function insertSplit(
  trx: Transaction<Database>,
  issue: EditableIssue,
  { groupingIds, title, level, lastSeen }: IssueSplit,
) {
  const keys = await trx
    .selectFrom('issue_grouping')
    .select(['id', 'grouping_version', 'grouping_key'])
    .where('issue_id', '=', issue.id)
    .orderBy('id')
    .execute()
  const taken = keys.find(({ id }) => groupingIds.includes(id))
  const kept = keys.find(({ id }) => !groupingIds.includes(id))
  if (!taken || !kept)
    throw new Error('Cannot split the issue: at least one key must remain and one must move')
  // First: no two issues may have a key in their rows.
  await trx
    .updateTable('issue')
    .set({ grouping_version: kept.grouping_version, grouping_key: kept.grouping_key })
    .where('id', '=', issue.id)
    .execute()
  const { number } = await trx
    .updateTable('project')
    .set((eb) => ({ issue_count: eb('issue_count', '+', 1) }))
    .where('id', '=', issue.projectId)
    .returning('issue_count as number')
    .executeTakeFirstOrThrow()
  const source = await trx
    .selectFrom('issue')
    .select(['project_id', 'is_unhandled'])
    .where('id', '=', issue.id)
    .executeTakeFirstOrThrow()
  const { grouping_version, grouping_key } = taken
  return trx
    .insertInto('issue')
    .values({
      ...{ ...source, ...title, level, number, grouping_version, grouping_key },
      ...{ event_count: 0, first_seen: lastSeen, last_seen: lastSeen },
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
}

/** What it is found by until its next events say more. */
function recordText(
  trx: Transaction<Database>,
  projectId: number,
  issueId: number,
  { type, value, culprit }: Title,
) {
  const text = [type, value, culprit].join('\n')
  return trx
    .insertInto('issue_text')
    .values({ project_id: projectId, issue_id: issueId, text, line_hashes: '' })
    .execute()
}
