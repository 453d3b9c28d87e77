import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

export interface LinkRow {
  id: number
  projectId: number
  issueId: number
  trackerId: number
  number: number
  url: string
  theirs: string
  /** Milliseconds since the epoch, by the tracker's clock. */
  theirsAt: number
  /** What the tracker was told last of our issue: `open` or `resolved`. */
  ours: string
  attempts: number
  dueAt: number
  reason: string | null
}

function selectLinks(db: Kysely<Database>) {
  return db
    .selectFrom('tracker_link')
    .select(['tracker_link.id', 'tracker_link.project_id as projectId', 'issue_id as issueId'])
    .select([
      'tracker_id as trackerId',
      'tracker_link.number',
      'url',
      'theirs',
      'theirs_at as theirsAt',
      'ours',
    ])
    .select(['attempts', 'due_at as dueAt', 'reason'])
}

/** Those of an issue, the oldest first. */
export function listLinksOf(db: Kysely<Database>, issueId: number): Promise<LinkRow[]> {
  return selectLinks(db).where('issue_id', '=', issueId).orderBy('tracker_link.id').execute()
}

/** Those to one issue of a tracker. */
export function listLinksTo(
  db: Kysely<Database>,
  { trackerId, number }: { trackerId: number; number: number },
): Promise<LinkRow[]> {
  return selectLinks(db)
    .where('tracker_id', '=', trackerId)
    .where('tracker_link.number', '=', number)
    .orderBy('tracker_link.id')
    .execute()
}

export interface NewLink {
  projectId: number
  issueId: number
  trackerId: number
  number: number
  url: string
  theirs: 'open' | 'closed'
  theirsAt: number
  ours: 'open' | 'resolved'
}

/** False where both are linked already. */
export async function insertLink(
  trx: Transaction<Database>,
  { projectId, issueId, trackerId, theirsAt, ...link }: NewLink,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('tracker_link')
    .values({
      ...{ ...link, project_id: projectId, issue_id: issueId, tracker_id: trackerId },
      ...{ theirs_at: theirsAt, created_at: now },
    })
    .onConflict((same) => same.columns(['issue_id', 'tracker_id', 'number']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteLink(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.deleteFrom('tracker_link').where('id', '=', id).execute()
}

/** What the tracker says of its issue, with what ours is because of it. */
export async function noteTheirs(
  trx: Transaction<Database>,
  id: number,
  { theirs, theirsAt, ours }: Pick<NewLink, 'theirs' | 'theirsAt' | 'ours'>,
): Promise<void> {
  await trx
    .updateTable('tracker_link')
    .set({ theirs, theirs_at: theirsAt, ours, attempts: 0, due_at: 0, leased_until: null, reason: null })
    .where('id', '=', id)
    .execute()
}
