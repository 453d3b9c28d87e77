import type { Kysely, Selectable, Transaction } from 'kysely'
import { findPayload } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { addTags, type CountedEvent } from './recounted-tags.ts'
import { addUsers, countUsers } from './recounted-users.ts'

/** One slice has at most so many events, because one statement writes them. */
const MOST_EVENTS = 128

const COUNTED_TABLES = ['issue_tag', 'issue_tag_key', 'issue_user', 'issue_scope_user'] as const

type RecountRow = Selectable<Database['issue_recount']>

/** The issue's tags and users are counted anew from the events that are kept; until then they stay what they are. */
export async function startRecount(
  trx: Transaction<Database>,
  projectId: number,
  issueId: number,
): Promise<void> {
  await stopRecounts(trx, projectId, [issueId])
  await trx.insertInto('issue_recount').values({ project_id: projectId, issue_id: issueId }).execute()
}

/** True if any of them was being counted. */
export async function stopRecounts(
  trx: Transaction<Database>,
  projectId: number,
  issueIds: readonly number[],
): Promise<boolean> {
  const stopped = await trx
    .deleteFrom('issue_recount')
    .where('project_id', '=', projectId)
    .where('issue_id', 'in', issueIds)
    .returning('issue_id as issueId')
    .execute()
  for (const { issueId } of stopped) await dropCounted(trx, projectId, -issueId)
  return stopped.length > 0
}

export function findRecount(db: Pick<Kysely<Database>, 'selectFrom'>): Promise<RecountRow | undefined> {
  return db.selectFrom('issue_recount').selectAll().limit(1).executeTakeFirst()
}

/**
 * Counts some more events; true while there is more. They are read and unpacked before the transaction, which holds up
 * the writer, and counted only if nobody has begun anew meanwhile.
 */
export async function recountSlice(store: Store, hasTime: () => boolean): Promise<boolean> {
  const row = await findRecount(store.db)
  if (!row) return false
  const events: CountedEvent[] = []
  for (const { id, receivedAt, ...place } of await listNext(store.db, row)) {
    events.push({ id, receivedAt, event: await findPayload(store.db, place) })
    if (!hasTime()) break
  }
  return store.write(async (trx) => {
    const now = await findRecount(trx)
    const isSame =
      now?.issue_id === row.issue_id && now.after_at === row.after_at && now.after_id === row.after_id
    if (isSame) await count(trx, now, events)
    return (await findRecount(trx)) !== undefined
  })
}

function listNext(db: Kysely<Database>, { issue_id, after_at, after_id }: RecountRow, most = MOST_EVENTS) {
  return db
    .selectFrom('event')
    .select(['id', 'received_at as receivedAt'])
    .select(['block_id as blockId', 'block_offset as blockOffset', 'block_length as blockLength'])
    .where('issue_id', '=', issue_id)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('received_at', 'id'), '>', tuple(after_at, after_id)))
    .orderBy('received_at')
    .orderBy('id')
    .limit(most)
    .execute()
}

async function count(
  trx: Transaction<Database>,
  row: RecountRow,
  events: readonly CountedEvent[],
): Promise<void> {
  const { project_id: projectId, issue_id: issueId } = row
  await addTags(trx, projectId, -issueId, events)
  await addUsers(trx, projectId, -issueId, events)
  const releases = events.map(({ event }) => event?.release).filter((release) => release !== undefined)
  const last = events.at(-1)
  const next = {
    first_release: row.first_release ?? releases[0] ?? null,
    last_release: releases.at(-1) ?? row.last_release,
    after_at: last?.receivedAt ?? row.after_at,
    after_id: last?.id ?? row.after_id,
  }
  // within the transaction, so that the writer's next events are either counted here or added to what takes its place
  const [further] = await listNext(trx, { ...row, ...next }, 1)
  if (further) await trx.updateTable('issue_recount').set(next).where('issue_id', '=', issueId).execute()
  else await finish(trx, { ...row, ...next })
}

/** What was counted takes the place of what was there. */
async function finish(trx: Transaction<Database>, row: RecountRow): Promise<void> {
  const { project_id: projectId, issue_id: issueId, first_release, last_release } = row
  await trx.deleteFrom('issue_recount').where('issue_id', '=', issueId).execute()
  await takeCounted(trx, projectId, issueId)
  const userCount = await countUsers(trx, projectId, issueId)
  await trx
    .updateTable('issue')
    .set({ user_count: userCount, first_release, last_release })
    .where('id', '=', issueId)
    .execute()
}

/** What was counted is under the issue's id with a minus sign. */
async function takeCounted(trx: Transaction<Database>, projectId: number, issueId: number): Promise<void> {
  await dropCounted(trx, projectId, issueId)
  for (const table of COUNTED_TABLES) {
    await trx
      .updateTable(table)
      .set({ issue_id: issueId })
      .where('project_id', '=', projectId)
      .where('issue_id', '=', -issueId)
      .execute()
  }
}

async function dropCounted(trx: Transaction<Database>, projectId: number, issueId: number): Promise<void> {
  for (const table of COUNTED_TABLES) {
    await trx.deleteFrom(table).where('project_id', '=', projectId).where('issue_id', '=', issueId).execute()
  }
}
