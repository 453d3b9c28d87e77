import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** A link whose tracker has not heard yet what became of our issue. */
export interface OutOfStep {
  id: number
  issueId: number
  projectId: number
  trackerId: number
  number: number
  /** What ours is now. */
  status: string
  /** This try included. */
  attempts: number
}

/**
 * A resolved issue that was told of as open, or the other way round. What has to be told is what differs, and not a row of its
 * own for each change: whoever resolves an issue, by whatever way, need not know of trackers, and nothing is lost in a crash.
 */
function selectOutOfStep(db: Kysely<Database>, now: number) {
  return db
    .selectFrom('tracker_link')
    .innerJoin('issue', 'issue.id', 'tracker_link.issue_id')
    .where('issue.deleted_at', 'is', null)
    .where('tracker_link.due_at', '<=', now)
    .where((eb) =>
      eb.or([eb('tracker_link.leased_until', 'is', null), eb('tracker_link.leased_until', '<=', now)]),
    )
    .where((eb) =>
      eb.or([
        eb.and([eb('tracker_link.ours', '=', 'open'), eb('issue.status', '=', 'resolved')]),
        // An ignored issue is one that nobody works at: its tracker's issue stays as it is.
        eb.and([eb('tracker_link.ours', '=', 'resolved'), eb('issue.status', '=', 'open')]),
      ]),
    )
}

export async function isAnyOutOfStep(db: Kysely<Database>, now: number): Promise<boolean> {
  const row = await selectOutOfStep(db, now).select('tracker_link.id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Takes some, which no other process takes until then. */
export async function leaseOutOfStep(
  trx: Transaction<Database>,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<OutOfStep[]> {
  const due = await selectOutOfStep(trx, now)
    .select(['tracker_link.id', 'tracker_link.issue_id as issueId', 'tracker_link.number', 'issue.status'])
    .select(['tracker_link.project_id as projectId', 'tracker_link.tracker_id as trackerId'])
    .select('tracker_link.attempts')
    .orderBy('tracker_link.due_at')
    .orderBy('tracker_link.id')
    .limit(limit)
    .execute()
  for (const { id, attempts } of due) {
    await trx
      .updateTable('tracker_link')
      .set({ leased_until: until, attempts: attempts + 1 })
      .where('id', '=', id)
      .execute()
  }
  return due.map((link) => ({ ...link, attempts: link.attempts + 1 }))
}

/** It is tried again then. */
export async function postpone(
  trx: Transaction<Database>,
  id: number,
  { dueAt, reason }: { dueAt: number; reason: string },
): Promise<void> {
  await trx
    .updateTable('tracker_link')
    .set({ leased_until: null, due_at: dueAt, reason })
    .where('id', '=', id)
    .execute()
}

/** Somebody has to ask for another try, or change the issue again. */
export async function giveUp(
  trx: Transaction<Database>,
  id: number,
  { ours, reason }: { ours: 'open' | 'resolved'; reason: string },
): Promise<void> {
  await trx
    .updateTable('tracker_link')
    .set({ ours, leased_until: null, due_at: 0, attempts: 0, reason })
    .where('id', '=', id)
    .execute()
}

/** Somebody asked for another try: as if the tracker had not been told. */
export async function askAgain(
  trx: Transaction<Database>,
  id: number,
  { ours, now }: { ours: 'open' | 'resolved'; now: number },
): Promise<void> {
  await trx
    .updateTable('tracker_link')
    .set({ ours, due_at: now, attempts: 0, leased_until: null })
    .where('id', '=', id)
    .execute()
}
