import type { Kysely } from 'kysely'
import { OWN_PROJECT_ID } from '#server/store/projects/own-project.ts'
import { DEMO_MARK } from '#server/store/projects/projects.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** The projects that nobody hears of who has not named them: Crumbtrail's own, and the demo. */
export async function listQuietProjects(db: Kysely<Database>): Promise<Set<number>> {
  const demos = await db
    .selectFrom('project_setting')
    .select('project_id as projectId')
    .where('key', '=', DEMO_MARK)
    .execute()
  return new Set([OWN_PROJECT_ID, ...demos.map(({ projectId }) => projectId)])
}
