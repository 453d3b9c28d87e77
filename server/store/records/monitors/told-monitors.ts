import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** When the desk looked at its monitors. All in milliseconds since the epoch. */
export interface MonitorLook {
  lookedAt: number
  /** The last time in which no process was there to receive check-ins. */
  awayFrom: number
  awayUntil: number
}

const ONLY_ROW = 1

export function readMonitorLook(db: Kysely<Database>): Promise<MonitorLook | undefined> {
  return db
    .selectFrom('monitor_look')
    .select(['looked_at as lookedAt', 'away_from as awayFrom', 'away_until as awayUntil'])
    .where('id', '=', ONLY_ROW)
    .executeTakeFirst()
}

/** Notes a look. False where another process looked since `before` was read: what it told must not be told again. */
export async function saveMonitorLook(
  trx: Transaction<Database>,
  before: MonitorLook | undefined,
  { lookedAt, awayFrom, awayUntil }: MonitorLook,
): Promise<boolean> {
  const values = { looked_at: lookedAt, away_from: awayFrom, away_until: awayUntil }
  if (before === undefined) {
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('monitor_look')
      .values({ id: ONLY_ROW, ...values })
      .onConflict((same) => same.column('id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  }
  const { numUpdatedRows } = await trx
    .updateTable('monitor_look')
    .set(values)
    .where('id', '=', ONLY_ROW)
    .where('looked_at', '=', before.lookedAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface ToldMonitor {
  projectId: number
  monitorId: number
  environment: string
  state: 'ok' | 'failed' | 'silent'
}

export function listToldMonitors(db: Kysely<Database>): Promise<ToldMonitor[]> {
  return db
    .selectFrom('monitor_told')
    .select(['project_id as projectId', 'monitor_id as monitorId', 'environment', 'state'])
    .execute()
}

export async function saveToldMonitor(
  trx: Transaction<Database>,
  { projectId, monitorId, environment, state }: ToldMonitor,
  at: number,
): Promise<void> {
  const isThere = await trx.selectFrom('monitor').select('id').where('id', '=', monitorId).executeTakeFirst()
  if (isThere === undefined) return // somebody deleted it since it was looked at
  await trx
    .insertInto('monitor_told')
    .values({ project_id: projectId, monitor_id: monitorId, environment, state, at })
    .onConflict((same) => same.columns(['monitor_id', 'environment']).doUpdateSet({ state, at }))
    .execute()
}
