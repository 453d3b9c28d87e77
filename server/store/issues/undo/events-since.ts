import type { Transaction } from 'kysely'
import { addCounts, type MovedEvent } from '#server/store/issues/changes/move-counts.ts'
import { startRecount } from '#server/store/issues/changes/recounts.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { greatest } from '#server/store/words.ts'
import type { IssuesBefore } from './snapshot.ts'

/** More events than these are not sorted in one transaction. */
const MOST_EVENTS = 10_000
/** An event is stored at most so long after it was received. */
const STORED_WITHIN_MS = 600_000

interface EventSince extends MovedEvent {
  groupingId: number | null
}

/** Lists the events of the issues that came after the snapshot; undefined where there are too many. */
export async function listEventsSince(
  trx: Transaction<Database>,
  { takenAt, lastEventId }: IssuesBefore,
  issueIds: readonly number[],
): Promise<EventSince[] | undefined> {
  const events = await trx
    .selectFrom('event')
    .select(['received_at as receivedAt', 'environment', 'release', 'grouping_id as groupingId'])
    .where('issue_id', 'in', issueIds)
    .where('received_at', '>=', takenAt - STORED_WITHIN_MS)
    .where('id', '>', lastEventId)
    .limit(MOST_EVENTS + 1)
    .execute()
  return events.length > MOST_EVENTS ? undefined : events
}

/**
 * Counts these events for the issues that their keys lead to, whose counts are those of the snapshot. Tags and users of
 * these issues are counted again from the stored events.
 */
export async function countEventsSince(
  trx: Transaction<Database>,
  { issueId, issues, parts, recounting = [] }: IssuesBefore,
  events: readonly EventSince[],
): Promise<void> {
  const [{ project_id: projectId } = { project_id: 0 }] = issues
  const keys = await trx
    .selectFrom('issue_grouping')
    .select(['id', 'issue_id as issueId'])
    .where('id', 'in', [0, ...new Set(events.flatMap(({ groupingId }) => groupingId ?? []))])
    .execute()
  const issueOf = new Map(keys.map((key) => [key.id, key.issueId]))
  const byIssue = Map.groupBy(events, ({ groupingId }) => issueOf.get(groupingId ?? 0) ?? issueId)
  for (const [to, own] of byIssue) {
    await addCounts(trx, { projectId, to }, own)
    const latest = own.reduce((latest, { receivedAt }) => Math.max(latest, receivedAt), 0)
    await trx
      .updateTable('issue')
      .set((eb) => ({ last_seen: greatest(eb.ref('last_seen'), eb.val(latest)) }))
      .where('id', '=', to)
      .execute()
  }
  const recounted = parts.issue_tag === undefined ? issues.map(({ id }) => id) : [...byIssue.keys()]
  for (const id of new Set([...recounted, ...recounting])) await startRecount(trx, projectId, id)
}
