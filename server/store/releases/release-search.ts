import type { Kysely } from 'kysely'
import { testsOf } from '#server/search/condition.ts'
import type { ReleaseCondition } from '#server/search/dialects/releases.ts'
import { prepareByShape } from '#server/store/engine/prepared-query.ts'
import type { TwoWayCursor } from '#server/store/engine/two-way-cursor.ts'
import { OWN_PROJECT_ID } from '#server/store/projects/own-project.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { type ReleaseRow, selectReleases } from './releases.ts'
import { testRelease } from './test-release.ts'

const EVERYTHING: ReleaseCondition = { kind: 'all', of: [] }

export interface ReleaseSearch {
  projectSlug: string | undefined
  /** Leaves out Crumbtrail's own project. */
  isWithoutOwn?: boolean | undefined
  /** Without it, all releases. */
  condition?: ReleaseCondition | undefined
  limit: number
  cursor: TwoWayCursor | undefined
}

/** Those that became known last first; away from the cursor. Archived ones are there only for a search that names them. */
export function searchReleaseRows(db: Kysely<Database>, search: ReleaseSearch): Promise<ReleaseRow[]> {
  const { projectSlug, isWithoutOwn = false, condition, limit, cursor } = search
  const shape = {
    condition,
    limit,
    isWithoutOwn: projectSlug === undefined && isWithoutOwn,
    isBackward: cursor?.isBackward ?? false,
  }
  return selectFound(db, { projectSlug, createdAt: cursor?.value, id: cursor?.id }, shape)
}

interface Shape {
  condition: ReleaseCondition | undefined
  limit: number
  isWithoutOwn: boolean
  isBackward: boolean
}

interface Values {
  projectSlug: string | undefined
  /** The cursor's time and id. Both are undefined on the first page. */
  createdAt: number | undefined
  id: number | undefined
}

const selectFound = prepareByShape((db, { projectSlug, createdAt, id }: Values, shape: Shape) => {
  const { condition, limit, isWithoutOwn, isBackward } = shape
  const asksForArchived =
    condition !== undefined && testsOf(condition).some(({ kind }) => kind === 'archived')
  const direction = isBackward ? 'asc' : 'desc'
  return selectReleases(db)
    .$if(projectSlug !== undefined, (query) => query.where('project.slug', '=', projectSlug ?? ''))
    .$if(isWithoutOwn, (query) => query.where('project.id', '<>', OWN_PROJECT_ID))
    .$if(!asksForArchived, (query) => query.where('project_release.archived_at', 'is', null))
    .$if(condition !== undefined, (query) => query.where(testRelease(condition ?? EVERYTHING)))
    .$if(createdAt !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('project_release.created_at', 'project_release.id'),
          isBackward ? '>' : '<',
          tuple(createdAt ?? 0, id ?? 0),
        ),
      ),
    )
    .orderBy('project_release.created_at', direction)
    .orderBy('project_release.id', direction)
    .limit(limit)
})
