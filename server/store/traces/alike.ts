import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

export interface Route {
  projectId: number
  name: string
  op: string
}

/** Segments of one route, the newest first; of other routes with the same name as many are looked at. */
export async function listAlike(db: Kysely<Database>, { projectId, name, op }: Route, limit: number) {
  const rows = await db
    .selectFrom('segment')
    .select(['trace_id as traceId', 'start_us as startUs', 'duration_us as durationUs'])
    .select(['status', 'user_label as user', 'release', 'project_id as projectId', 'op'])
    .where('name', '=', name)
    .orderBy('start_us', 'desc')
    .limit(limit)
    .execute()
  return rows.filter((row) => row.projectId === projectId && row.op === op)
}
