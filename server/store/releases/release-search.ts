import { type Kysely, sql } from 'kysely'
import type { TwoWayCursor } from '#server/store/engine/two-way-cursor.ts'
import { OWN_PROJECT_ID } from '#server/store/projects/own-project.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { like } from '#server/store/words.ts'
import { selectReleases } from './releases.ts'

export interface ReleaseSearch {
  projectSlug: string | undefined
  /** Leaves out Crumbtrail's own project. */
  isWithoutOwn?: boolean | undefined
  /** Anywhere in the version. */
  text: string
  limit: number
  cursor: TwoWayCursor | undefined
}

/** Those that became known last first; away from the cursor. */
export function searchReleaseRows(db: Kysely<Database>, search: ReleaseSearch) {
  const { projectSlug, isWithoutOwn = false, text, limit, cursor } = search
  const direction = cursor?.isBackward ? 'asc' : 'desc'
  return selectReleases(db)
    .$if(projectSlug !== undefined, (query) => query.where('project.slug', '=', projectSlug ?? ''))
    .$if(projectSlug === undefined && isWithoutOwn, (query) =>
      query.where('project.id', '<>', OWN_PROJECT_ID),
    )
    .$if(text !== '', (query) => query.where(like(sql.ref('project_release.version'), ['', text, ''])))
    .$if(cursor !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('project_release.created_at', 'project_release.id'),
          cursor?.isBackward ? '>' : '<',
          tuple(cursor?.value ?? 0, cursor?.id ?? 0),
        ),
      ),
    )
    .orderBy('project_release.created_at', direction)
    .orderBy('project_release.id', direction)
    .limit(limit)
    .execute()
}
