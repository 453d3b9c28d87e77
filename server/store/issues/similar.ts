import type { Kysely } from 'kysely'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** Of the project's issues that were seen last: so many are looked at, by the index of the list. */
const LOOKED_AT = 300

export type SimilarIssue = Awaited<ReturnType<typeof listSimilarIssues>>[number] & {
  /** The short id of an issue that has the same source, after late source maps: it may be merged. */
  mergeInto?: string
}

/** Issues with the same type or the same culprit, those with the same culprit first. */
export async function listSimilarIssues(db: Kysely<Database>, issue: Compared, limit: number) {
  const { id, projectId, type, culprit } = issue
  const rows = await (culprit === '' ? selectSameType : selectSame)(db, { id, projectId, type, culprit })
  const isSamePlace = ({ culprit }: { culprit: string }) => issue.culprit !== '' && culprit === issue.culprit
  return rows
    .toSorted((a, b) => Number(isSamePlace(b)) - Number(isSamePlace(a)) || b.lastSeen - a.lastSeen)
    .slice(0, limit)
}

interface Compared {
  id: number
  projectId: number
  type: string
  culprit: string
}

const selectSame = prepareSimilar({ comparesPlace: true })
const selectSameType = prepareSimilar({ comparesPlace: false })

function prepareSimilar({ comparesPlace }: { comparesPlace: boolean }) {
  return prepareQuery((db, { id, projectId, type, culprit }: Compared) => {
    const recent = db
      .selectFrom('issue')
      .select(['id', 'type', 'value', 'culprit', 'level', 'status', 'last_seen as lastSeen'])
      .select(['event_count as eventCount', 'deleted_at as deletedAt'])
      .where('project_id', '=', projectId)
      .orderBy('last_seen', 'desc')
      .orderBy('id', 'desc')
      .limit(LOOKED_AT)
      .as('recent')
    return db
      .selectFrom(recent)
      .select(['id', 'type', 'value', 'culprit', 'level', 'status', 'lastSeen', 'eventCount'])
      .where('deletedAt', 'is', null)
      .where('id', '!=', id)
      .where((eb) => eb.or([eb('type', '=', type), ...(comparesPlace ? [eb('culprit', '=', culprit)] : [])]))
  })
}
