import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** Of the project's issues that were seen last: so many are looked at, by the index of the list. */
const LOOKED_AT = 300

export type SimilarIssue = Awaited<ReturnType<typeof listSimilarIssues>>[number] & {
  /** The short id of an issue that has the same source, after late source maps: it may be merged. */
  mergeInto?: string
}

/** Issues with the same type or the same culprit, those with the same culprit first. */
export async function listSimilarIssues(
  db: Kysely<Database>,
  issue: { id: number; projectId: number; type: string; culprit: string },
  limit: number,
) {
  const recent = db
    .selectFrom('issue')
    .select(['id', 'type', 'value', 'culprit', 'level', 'status', 'last_seen as lastSeen'])
    .select(['event_count as eventCount', 'deleted_at as deletedAt'])
    .where('project_id', '=', issue.projectId)
    .orderBy('last_seen', 'desc')
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
    .as('recent')
  const rows = await db
    .selectFrom(recent)
    .select(['id', 'type', 'value', 'culprit', 'level', 'status', 'lastSeen', 'eventCount'])
    .where('deletedAt', 'is', null)
    .where('id', '!=', issue.id)
    .where((eb) =>
      eb.or([
        eb('type', '=', issue.type),
        ...(issue.culprit === '' ? [] : [eb('culprit', '=', issue.culprit)]),
      ]),
    )
    .execute()
  const isSamePlace = ({ culprit }: { culprit: string }) => issue.culprit !== '' && culprit === issue.culprit
  return rows
    .toSorted((a, b) => Number(isSamePlace(b)) - Number(isSamePlace(a)) || b.lastSeen - a.lastSeen)
    .slice(0, limit)
}
