import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'
import { moveCounts, settleCounts } from './move-counts.ts'

/** Events in one look at the time: some 3 ms when all of them go. */
const EVENTS_AT_ONCE = 512

type MoveReason = 'merge' | 'split' | 'undone merge'

type MoveRow = Selectable<Database['issue_move']>

/**
 * From now on the issues' events go, by slices, to where their keys lead: the newest first, because it is seen first.
 * Where an issue was split, the counts of an event go with it; where it was merged, they went at once, and it is deleted
 * at the end; where a merge is undone, the counts stay what they are. The first of them are looked at here.
 */
export async function startMoves(
  trx: Transaction<Database>,
  { projectId, issueIds, why }: { projectId: number; issueIds: readonly number[]; why: MoveReason },
): Promise<void> {
  const issues = await trx
    .selectFrom('issue')
    .select(['id', 'event_count as eventCount'])
    .where('id', 'in', issueIds)
    .execute()
  const moves = issues.map(({ id, eventCount }) => ({
    ...{ project_id: projectId, issue_id: id, event_count: eventCount },
    is_split: why === 'merge' ? 0 : 1,
    keeps_counts: why === 'undone merge' ? 1 : 0,
  }))
  await trx.insertInto('issue_move').values(moves).execute()
  const [first] = moves
  if (first) await lookOn(trx, { ...first, looked_count: 0, before_at: null, before_id: null })
}

export function findMove(db: Pick<Kysely<Database>, 'selectFrom'>): Promise<MoveRow | undefined> {
  return db.selectFrom('issue_move').selectAll().limit(1).executeTakeFirst()
}

/** Moves events until the time is up; true while there is more. */
export async function moveSlice(trx: Transaction<Database>, hasTime: () => boolean): Promise<boolean> {
  let move = await findMove(trx)
  while (move) {
    move = (await lookOn(trx, move)) ?? (await findMove(trx))
    if (!hasTime()) break
  }
  return move !== undefined
}

/** Lists these issues, and those merged into them, whose events are still on their way. */
export async function listMoving(trx: Transaction<Database>, issueIds: readonly number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('issue_move')
    .leftJoin('issue_redirect', 'issue_redirect.old_issue_id', 'issue_move.issue_id')
    .select('issue_move.issue_id as issueId')
    .where((eb) =>
      eb.or([eb('issue_move.issue_id', 'in', issueIds), eb('issue_redirect.issue_id', 'in', issueIds)]),
    )
    .execute()
  return rows.map(({ issueId }) => issueId)
}

/** Looks at some more events; undefined when there are none left. */
async function lookOn(trx: Transaction<Database>, move: MoveRow): Promise<MoveRow | undefined> {
  const events = await listNext(trx, move)
  for (const [to, moved] of Map.groupBy(events, ({ leadsTo }) => leadsTo ?? move.issue_id)) {
    if (to === move.issue_id) continue
    const ids = moved.map(({ id }) => id)
    await trx.updateTable('event').set({ issue_id: to }).where('id', 'in', ids).execute()
    if (movesCounts(move)) await moveCounts(trx, { ...idsOf(move), to }, moved)
  }
  const next = { ...move, looked_count: move.looked_count + events.length }
  const last = events.at(-1)
  if (events.length < EVENTS_AT_ONCE || !last) return finish(trx, next)
  const place = { before_at: last.receivedAt, before_id: last.id, looked_count: next.looked_count }
  await trx.updateTable('issue_move').set(place).where('issue_id', '=', move.issue_id).execute()
  return { ...next, ...place }
}

/**
 * Each event comes with the issue that its key leads to. Older keys are gone where an issue was merged by its
 * redirect alone.
 */
function listNext(trx: Transaction<Database>, { issue_id, before_at, before_id }: MoveRow) {
  let query = trx
    .selectFrom('event')
    .leftJoin('issue_grouping', 'issue_grouping.id', 'event.grouping_id')
    .leftJoin('issue_redirect', 'issue_redirect.old_issue_id', 'event.issue_id')
    .select(['event.id', 'event.received_at as receivedAt', 'event.environment', 'event.release'])
    .select(({ fn }) => fn.coalesce('issue_grouping.issue_id', 'issue_redirect.issue_id').as('leadsTo'))
    .where('event.issue_id', '=', issue_id)
    .orderBy('event.received_at', 'desc')
    .orderBy('event.id', 'desc')
    .limit(EVENTS_AT_ONCE)
  if (before_at !== null && before_id !== null) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('event.received_at', 'event.id'), '<', tuple(before_at, before_id)),
    )
  }
  return query.execute()
}

/** A merged issue is nothing but a redirect from now on. */
async function finish(trx: Transaction<Database>, move: MoveRow): Promise<undefined> {
  await trx.deleteFrom('issue_move').where('issue_id', '=', move.issue_id).execute()
  if (move.is_split === 0) await trx.deleteFrom('issue').where('id', '=', move.issue_id).execute()
  else if (movesCounts(move))
    await settleCounts(trx, { ...idsOf(move), isWhole: move.looked_count >= move.event_count })
}

function movesCounts({ is_split, keeps_counts }: MoveRow): boolean {
  return is_split === 1 && keeps_counts === 0
}

function idsOf({ project_id: projectId, issue_id: issueId }: MoveRow) {
  return { projectId, issueId }
}
