import type { Kysely, Transaction } from 'kysely'
import type { CheckAnswer } from '#server/models/uptime/checks.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'

interface NewResult {
  projectId: number
  checkId: number
  at: number
  tries: number
  answer: CheckAnswer
}

/** Stores a result, and counts it in its hour. */
export async function insertResult(
  trx: Transaction<Database>,
  { projectId, checkId, at, tries, answer }: NewResult,
): Promise<void> {
  const { isUp, status = null, reason = null, timings, traceId } = answer
  await trx
    .insertInto('uptime_result')
    .values({
      ...{ project_id: projectId, check_id: checkId, at, is_up: isUp ? 1 : 0, tries, status, reason },
      dns_ms: timings.dnsMs ?? null,
      connect_ms: timings.connectMs ?? null,
      tls_ms: timings.tlsMs ?? null,
      first_byte_ms: timings.firstByteMs ?? null,
      total_ms: timings.totalMs,
      trace_id: traceId,
    })
    .execute()
  await trx
    .insertInto('uptime_hour')
    .values({
      ...{ project_id: projectId, check_id: checkId, hour: Math.floor(at / HOUR_MS) },
      ...{ up_count: isUp ? 1 : 0, down_count: isUp ? 0 : 1, total_ms: isUp ? timings.totalMs : 0 },
    })
    .onConflict((oc) =>
      oc.columns(['check_id', 'hour']).doUpdateSet((eb) => ({
        up_count: eb('uptime_hour.up_count', '+', eb.ref('excluded.up_count')),
        down_count: eb('uptime_hour.down_count', '+', eb.ref('excluded.down_count')),
        total_ms: eb('uptime_hour.total_ms', '+', eb.ref('excluded.total_ms')),
      })),
    )
    .execute()
}

export interface ResultPlace {
  at: number
  id: number
}

/** Lists results, the newest first. */
export function listResults(
  db: Kysely<Database>,
  checkId: number,
  { limit, before }: { limit: number; before?: ResultPlace | undefined },
) {
  return db
    .selectFrom('uptime_result')
    .select(['id', 'at', 'is_up as isUp', 'tries', 'status', 'reason', 'trace_id as traceId'])
    .select(['dns_ms as dnsMs', 'connect_ms as connectMs', 'tls_ms as tlsMs'])
    .select(['first_byte_ms as firstByteMs', 'total_ms as totalMs'])
    .where('check_id', '=', checkId)
    .$if(before !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('at', '<', before?.at ?? 0),
          eb.and([eb('at', '=', before?.at ?? 0), eb('id', '<', before?.id ?? 0)]),
        ]),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export interface HourRow {
  checkId: number
  /** Hours since the epoch. */
  hour: number
  upCount: number
  downCount: number
  totalMs: number
}

/** Lists the hours of checks from one on. */
export function listHours(
  db: Kysely<Database>,
  checkIds: readonly number[],
  fromHour: number,
): Promise<HourRow[]> {
  if (checkIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('uptime_hour')
    .select(['check_id as checkId', 'hour', 'up_count as upCount', 'down_count as downCount'])
    .select('total_ms as totalMs')
    .where('check_id', 'in', checkIds)
    .where('hour', '>=', fromHour)
    .execute()
}

/** Deletes some that are too old; true while there are more. */
export async function deleteOldResults(
  trx: Transaction<Database>,
  { resultsBefore, hoursBefore, limit }: { resultsBefore: number; hoursBefore: number; limit: number },
): Promise<boolean> {
  const old = trx.selectFrom('uptime_result').select('id').where('at', '<', resultsBefore).limit(limit)
  const { numDeletedRows } = await trx
    .deleteFrom('uptime_result')
    .where('id', 'in', old)
    .executeTakeFirstOrThrow()
  await trx
    .deleteFrom('uptime_hour')
    .where('hour', '<', Math.floor(hoursBefore / HOUR_MS))
    .execute()
  await trx.deleteFrom('uptime_incident').where('ended_at', '<', hoursBefore).execute()
  return numDeletedRows === BigInt(limit)
}
