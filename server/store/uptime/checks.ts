import type { Kysely, Transaction } from 'kysely'
import type { CheckState, CheckTarget } from '#server/models/uptime/checks.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface CheckRow {
  id: number
  projectId: number
  projectSlug: string
  projectName: string
  name: string
  /** With the values of its headers, some of which are secret. */
  target: CheckTarget
  everyMinutes: number
  isPaused: boolean
  state: CheckState
  stateSince: number
  /** A first failure that a second try has not confirmed yet. */
  suspectedAt: number | null
  checkedAt: number | null
  nextAt: number
  certificateEndsAt: number | null
  version: number
}

export interface SavedCheck {
  name: string
  target: CheckTarget
  everyMinutes: number
}

function selectChecks(db: Kysely<Database>) {
  return db
    .selectFrom('uptime_check')
    .innerJoin('project', 'project.id', 'uptime_check.project_id')
    .select(['uptime_check.id', 'uptime_check.project_id as projectId', 'project.slug as projectSlug'])
    .select(['project.name as projectName', 'uptime_check.name', 'url', 'method', 'headers', 'body'])
    .select(['expects', 'contains', 'lacks', 'timeout_ms as timeoutMs', 'every_minutes as everyMinutes'])
    .select(['is_paused', 'state', 'state_since as stateSince', 'suspected_at as suspectedAt'])
    .select(['checked_at as checkedAt', 'next_at as nextAt', 'certificate_ends_at as certificateEndsAt'])
    .select('uptime_check.version')
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectChecks>['execute']>>[number]

function toCheck(row: Selected): CheckRow {
  const { url, method, headers, body, expects, contains, lacks, timeoutMs, is_paused, ...rest } = row
  const named = JSON.parse(headers) as [string, string][] // written below
  const target = { url, method, headers: named, body, expects, contains, lacks, timeoutMs }
  return { ...rest, isPaused: is_paused === 1, target }
}

/** All checks by name, or those of a project. */
export async function listChecks(
  db: Kysely<Database>,
  filter: { projectSlug?: string | undefined; exceptProjectId?: number | undefined } = {},
): Promise<CheckRow[]> {
  const { projectSlug, exceptProjectId } = filter
  const rows = await selectChecks(db)
    .$if(projectSlug !== undefined, (query) => query.where('project.slug', '=', projectSlug ?? ''))
    .$if(exceptProjectId !== undefined, (query) => query.where('project.id', '<>', exceptProjectId ?? 0))
    .orderBy('uptime_check.name')
    .orderBy('uptime_check.id')
    .execute()
  return rows.map(toCheck)
}

export async function findCheck(db: Kysely<Database>, id: number): Promise<CheckRow | undefined> {
  const row = await selectChecks(db).where('uptime_check.id', '=', id).executeTakeFirst()
  return row && toCheck(row)
}

export async function countChecks(db: Kysely<Database>): Promise<number> {
  const row = await db
    .selectFrom('uptime_check')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

function columnsOf({ name, target, everyMinutes }: SavedCheck) {
  const { url, method, headers, body, expects, contains, lacks, timeoutMs } = target
  return {
    ...{ name, url, method, headers: JSON.stringify(headers), body, expects, contains, lacks },
    ...{ timeout_ms: timeoutMs, every_minutes: everyMinutes },
  }
}

/** Adds a check, which is due at once. */
export async function insertCheck(
  trx: Transaction<Database>,
  check: SavedCheck & { projectId: number },
  { now, phaseMs, accountId }: { now: number; phaseMs: number; accountId: number | null },
): Promise<number> {
  const { id } = await trx
    .insertInto('uptime_check')
    .values({
      ...columnsOf(check),
      ...{ project_id: check.projectId, phase_ms: phaseMs, next_at: now },
      ...{ state_since: now, created_at: now, created_by: accountId },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What a check is after somebody changed or paused it: nothing is known of what it will answer. */
const unknown = (now: number) => ({
  ...{ state: 'waiting' as const, state_since: now, suspected_at: null, leased_until: null, next_at: now },
  ...{ certificate_ends_at: null, certificate_told: null },
})

/** Saves a check, which is then due at once. False where somebody changed it since that version. */
export async function updateCheck(
  trx: Transaction<Database>,
  id: number,
  check: SavedCheck,
  { version, now }: { version: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('uptime_check')
    .set({ ...columnsOf(check), ...unknown(now), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function pauseCheck(
  trx: Transaction<Database>,
  id: number,
  { isPaused, now }: { isPaused: boolean; now: number },
): Promise<void> {
  const is_paused = isPaused ? 1 : 0
  await trx
    .updateTable('uptime_check')
    .set({ ...unknown(now), is_paused })
    .where('id', '=', id)
    .execute()
}

/** Deletes some results of a check, and at last the check; true while there is more. */
export async function deleteCheckSlice(
  trx: Transaction<Database>,
  id: number,
  limit: number,
): Promise<boolean> {
  const some = trx.selectFrom('uptime_result').select('id').where('check_id', '=', id).limit(limit)
  const { numDeletedRows } = await trx
    .deleteFrom('uptime_result')
    .where('id', 'in', some)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === BigInt(limit)) return true
  await trx.deleteFrom('uptime_check').where('id', '=', id).execute()
  return false
}
