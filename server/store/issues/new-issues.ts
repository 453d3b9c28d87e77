import type { Kysely } from 'kysely'
import { OWN_PROJECT_ID, type ProjectsAsked } from '#server/store/projects/own-project.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { happenedInScope } from './search/scope/scope-counts.ts'

/** Nobody reads a larger number in the title of a tab. */
const MOST_NEW = 100

/** Which new issues are counted. */
export interface NewIssuesAsked extends ProjectsAsked {
  /** All environments without it. */
  environment?: string | undefined
}

/** Counts the open issues whose first event came after a time, up to 100. */
export async function countNewIssues(
  db: Kysely<Database>,
  since: number,
  { slug, isWithoutOwn, environment }: NewIssuesAsked,
): Promise<number> {
  const some = db
    .selectFrom('issue')
    .select('id')
    .where('last_seen', '>', since) // The index is on this time, and no issue is seen last before it is seen first.
    .where('first_seen', '>', since)
    .where('status', '=', 'open')
    .where('deleted_at', 'is', null)
    .$if(isWithoutOwn && slug === undefined, (issues) => issues.where('project_id', '<>', OWN_PROJECT_ID))
    .$if(slug !== undefined, (issues) =>
      issues.where('project_id', '=', ({ selectFrom }) =>
        selectFrom('project')
          .select('project.id')
          .where('slug', '=', slug ?? ''),
      ),
    )
    .$if(environment !== undefined, (issues) => issues.where(happenedInScope({ environment })))
    .limit(MOST_NEW)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
