import type { Kysely } from 'kysely'
import type { SessionHealth } from '#server/processing/record.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface SessionHour {
  /** Since the epoch; the one in which the sessions started. */
  hour: number
  release: string
  environment: string
  health: SessionHealth
  quantity: number
}

/** A project's sessions from one hour on. */
export async function listSessionHours(
  db: Kysely<Database>,
  projectId: number,
  fromHour: number,
): Promise<SessionHour[]> {
  const rows = await db
    .selectFrom('release_session_hour')
    .select(['hour', 'release', 'environment', 'health', 'quantity'])
    .where('project_id', '=', projectId)
    .where('hour', '>=', fromHour)
    .where('quantity', '>', 0) // an update leaves none where it took the last away
    .orderBy('hour')
    .orderBy('release')
    .orderBy('environment')
    .execute()
  return rows.map((row) => ({ ...row, health: row.health as SessionHealth })) // the writer stores no others
}
