import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { Build } from '#server/processing/source-maps/builds.ts'
import { type Asking, ask } from '#server/store/engine/asking.ts'
import type { Database } from '#server/store/schema/schema.ts'

export type HostedFetchRow = Selectable<Database['hosted_fetch']>
export type NewHostedFetch = Pick<
  Insertable<Database['hosted_fetch']>,
  'project_id' | 'origin' | 'url' | 'build' | 'release' | 'dist'
>

interface WaitingStack {
  build: Build
  groupingId: number
  eventRowId: number
}

/** Lists stacks that wait for maps and were not looked up at the project's origins, the latest first. */
export function listStacksToLookUp(
  db: Kysely<Database>,
  projectId: number,
  limit: number,
): Promise<WaitingStack[]> {
  return db
    .selectFrom('waiting_stack')
    .select(['build', 'grouping_id as groupingId', 'event_row_id as eventRowId'])
    .where('project_id', '=', projectId)
    .where('state', '=', 'waiting')
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}

/** So many scripts of a project are remembered; those that were not needed for longest are forgotten. */
const MOST_REMEMBERED = 500

/** Notes that a stack was looked up, and its scripts that are to be fetched; one that is known is not fetched again. */
export async function noteLookedUp(
  trx: Transaction<Database>,
  { projectId, stack, scripts, now }: LookedUp,
): Promise<void> {
  await trx
    .updateTable('waiting_stack')
    .set({ state: 'looked' })
    .where('project_id', '=', projectId)
    .where('build', '=', stack.build)
    .where('grouping_id', '=', stack.groupingId)
    .where('state', '=', 'waiting')
    .execute()
  if (scripts.length === 0) return
  await trx
    .insertInto('hosted_fetch')
    .values(scripts.map((script) => ({ ...script, created_at: now, failures: 0, next_at: now })))
    .onConflict((conflict) => conflict.columns(['project_id', 'url', 'build']).doNothing())
    .execute()
  const [last] = await trx
    .selectFrom('hosted_fetch')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .offset(MOST_REMEMBERED)
    .limit(1)
    .execute()
  if (last === undefined) return
  await trx
    .deleteFrom('hosted_fetch')
    .where('project_id', '=', projectId)
    .where('id', '<=', last.id)
    .execute()
}

interface LookedUp {
  projectId: number
  stack: WaitingStack
  scripts: readonly NewHostedFetch[]
  now: number
}

/** Finds the script that is to be fetched next, of a project that has not fetched `most` since a time. */
export function findDueFetch(
  db: Kysely<Database>,
  { now, since, most }: { now: number; since: number; most: number },
): Promise<HostedFetchRow | undefined> {
  return db
    .selectFrom('hosted_fetch')
    .selectAll()
    .where('next_at', '<=', now)
    .where('project_id', 'not in', (eb) =>
      eb
        .selectFrom('hosted_fetch as tried')
        .select('tried.project_id')
        .where('tried.tried_at', '>', since)
        .groupBy('tried.project_id')
        .having((having) => having.fn.countAll<number>(), '>=', most),
    )
    .orderBy('next_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export async function noteFetch(
  trx: Transaction<Database>,
  id: number,
  result: Pick<HostedFetchRow, 'failures' | 'tried_at' | 'next_at' | 'refusal'>,
): Promise<void> {
  await trx.updateTable('hosted_fetch').set(result).where('id', '=', id).execute()
}

export async function forgetFetches(trx: Transaction<Database>, before: number): Promise<void> {
  await trx.deleteFrom('hosted_fetch').where('created_at', '<', before).execute()
}

/** What became of a script of a build at the project's origins; undefined if nobody looked for it there. */
export function* findFetch(
  db: Kysely<Database>,
  { projectId, url, build }: { projectId: number; url: string; build: Build },
): Asking<Pick<HostedFetchRow, 'refusal' | 'tried_at'> | undefined> {
  const [row] = yield* ask(
    db
      .selectFrom('hosted_fetch')
      .select(['refusal', 'tried_at'])
      .where('project_id', '=', projectId)
      .where('url', '=', url)
      .where('build', '=', build),
  )
  return row
}

/** Lists the scripts of a project that were fetched last, or could not be. */
export function listFetches(db: Kysely<Database>, projectId: number, limit: number) {
  return db
    .selectFrom('hosted_fetch')
    .select(['url', 'release', 'refusal', 'tried_at as triedAt', 'next_at as nextAt'])
    .where('project_id', '=', projectId)
    .orderBy('tried_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
