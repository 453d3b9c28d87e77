import type { Kysely, Selectable, Transaction } from 'kysely'
import { findPayload } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { addTags, type CountedEvent } from './recounted-tags.ts'
import { addUsers, countUsers } from './recounted-users.ts'

/** One slice has at most so many events, because one statement writes them. */
const MOST_EVENTS = 128
/**
 * Events may be stored in another order than they arrived, so the newest are counted together at the end, when nothing is
 * stored meanwhile: one that came earlier than those before it would not be counted.
 */
const LAST_EVENTS = 64

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
 * Counts some more events; true while there is more. They are unpacked before the transaction, which holds up the writer,
 * and listed again in it: a split or an undone merge may have taken some away, and begun the count anew at the same place.
 */
export async function recountSlice(store: Store, hasTime: () => boolean): Promise<boolean> {
  const row = await findRecount(store.db)
  if (!row) return false
  const next = await listNext(store.db, row, MOST_EVENTS + LAST_EVENTS)
  const isLast = next.length <= LAST_EVENTS
  const events: CountedEvent[] = []
  for (const place of isLast ? next : next.slice(0, -LAST_EVENTS)) {
    events.push(await unpack(store.db, place))
    if (!isLast && !hasTime()) break
  }
  const countIn = async (trx: Transaction<Database>) => {
    const now = await findRecount(trx)
    const isSame =
      now?.issue_id === row.issue_id && now.after_at === row.after_at && now.after_id === row.after_id
    if (isSame) await (isLast ? countLast(trx, now, events) : countNext(trx, now, events, events.length))
    return (await findRecount(trx)) !== undefined
  }
  return isLast ? store.writeAlone([row.project_id], countIn) : store.writeInTurn(countIn)
}

type EventPlace = Awaited<ReturnType<typeof listNext>>[number]

async function unpack(db: Kysely<Database>, { id, receivedAt, ...place }: EventPlace): Promise<CountedEvent> {
  return { id, receivedAt, event: await findPayload(db, place) }
}

function listNext(db: Kysely<Database>, { issue_id, after_at, after_id }: RecountRow, most: number) {
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

/** Counts the last events, most of which are `known`, and those that came since. Then the issue has its new counts. */
async function countLast(
  trx: Transaction<Database>,
  row: RecountRow,
  known: readonly CountedEvent[],
): Promise<void> {
  const { counted, listed } = await countNext(trx, row, known, MOST_EVENTS)
  if (listed < MOST_EVENTS) await finish(trx, counted) // otherwise many have come meanwhile
}

/** Counts the next events that are the issue's now, at most so many. Those that are not `known` are unpacked here. */
async function countNext(
  trx: Transaction<Database>,
  row: RecountRow,
  known: readonly CountedEvent[],
  most: number,
): Promise<{ counted: RecountRow; listed: number }> {
  const places = await listNext(trx, row, most)
  const byId = new Map(known.map((event) => [event.id, event]))
  const events: CountedEvent[] = []
  for (const place of places) events.push(byId.get(place.id) ?? (await unpack(trx, place)))
  return { counted: await count(trx, row, events), listed: places.length }
}

async function count(
  trx: Transaction<Database>,
  row: RecountRow,
  events: readonly CountedEvent[],
): Promise<RecountRow> {
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
  await trx.updateTable('issue_recount').set(next).where('issue_id', '=', issueId).execute()
  return { ...row, ...next }
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
