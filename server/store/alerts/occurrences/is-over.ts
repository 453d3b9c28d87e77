import type { Kysely } from 'kysely'
import { DAY_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** So long before a certificate ends, somebody is told. */
export const CERTIFICATE_WARNING_MS = 14 * DAY_MS

/** Whether what was told of a subject no longer holds: it works again, or is gone. False of subjects that have no state. */
export async function isSubjectOver(db: Kysely<Database>, subjectId: string, now: number): Promise<boolean> {
  const [kind, id = '', ...rest] = subjectId.split(':')
  switch (kind) {
    case 'monitor':
      return !(await isMonitorFailing(db, Number(id), rest.join(':')))
    case 'uptime':
      return (await findCheck(db, Number(id)))?.state !== 'down'
    case 'certificate': {
      const endsAt = (await findCheck(db, Number(id)))?.certificateEndsAt
      return endsAt == null || endsAt - now >= CERTIFICATE_WARNING_MS
    }
    case 'measure':
      return !(await isHolding(db, Number(id), subjectId))
    default:
      return false
  }
}

async function isMonitorFailing(
  db: Kysely<Database>,
  monitorId: number,
  environment: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('monitor_told')
    .select('state')
    .where('monitor_id', '=', monitorId)
    .where('environment', '=', environment)
    .executeTakeFirst()
  return row !== undefined && row.state !== 'ok'
}

function findCheck(db: Kysely<Database>, id: number) {
  return db
    .selectFrom('uptime_check')
    .select(['state', 'certificate_ends_at as certificateEndsAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}

async function isHolding(db: Kysely<Database>, ruleId: number, subject: string): Promise<boolean> {
  const row = await db
    .selectFrom('alert_condition')
    .select('at')
    .where('rule_id', '=', ruleId)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row !== undefined
}
