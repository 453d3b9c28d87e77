import type { Kysely } from 'kysely'
import { OWN_PROJECT_ID } from '#server/store/projects/own-project.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** Nobody reads a larger number in the title of a tab. */
const MOST_NEW = 100

/** Counts the open issues of all projects but Crumbtrail's own whose first event came after a time, up to 100. */
export async function countNewIssues(db: Kysely<Database>, since: number): Promise<number> {
  const some = db
    .selectFrom('issue')
    .select('id')
    .where('last_seen', '>', since) // The index is on this time, and no issue is seen last before it is seen first.
    .where('first_seen', '>', since)
    .where('status', '=', 'open')
    .where('project_id', '<>', OWN_PROJECT_ID)
    .where('deleted_at', 'is', null)
    .limit(MOST_NEW)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
