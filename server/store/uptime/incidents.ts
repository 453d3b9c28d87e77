import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

export type IncidentEnd = 'recovered' | 'paused' | 'changed'

export async function beginIncident(
  trx: Transaction<Database>,
  {
    projectId,
    checkId,
    began,
    reason,
  }: { projectId: number; checkId: number; began: number; reason: string },
): Promise<void> {
  await trx
    .insertInto('uptime_incident')
    .values({ project_id: projectId, check_id: checkId, began_at: began, reason })
    .execute()
}

/** Ends the incident that lasts, if there is one, and gives when it began. */
export async function endIncident(
  trx: Transaction<Database>,
  checkId: number,
  { now, by }: { now: number; by: IncidentEnd },
): Promise<void> {
  await trx
    .updateTable('uptime_incident')
    .set({ ended_at: now, ended_by: by })
    .where('check_id', '=', checkId)
    .where('ended_at', 'is', null)
    .execute()
}

export interface IncidentRow {
  id: number
  checkId: number
  beganAt: number
  endedAt: number | null
  reason: string
  endedBy: IncidentEnd | null
}

/** Lists incidents of checks that began from `since` on, or last; the newest first. */
export function listIncidents(
  db: Kysely<Database>,
  checkIds: readonly number[],
  { since, limit }: { since: number; limit: number },
): Promise<IncidentRow[]> {
  if (checkIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('uptime_incident')
    .select(['id', 'check_id as checkId', 'began_at as beganAt', 'ended_at as endedAt'])
    .select(['reason', 'ended_by as endedBy'])
    .where('check_id', 'in', checkIds)
    .where((eb) => eb.or([eb('began_at', '>=', since), eb('ended_at', 'is', null)]))
    .orderBy('began_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
