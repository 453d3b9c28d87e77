import { type Kysely, sql } from 'kysely'
import { prepareByShape } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** How an issue belongs to a release: it was first seen in it, or regressed in it last. */
const COLUMNS = { new: 'first_release', regressed: 'regressed_release' } as const

export type ReleaseIssueKind = keyof typeof COLUMNS

const MOST_ISSUES = 50

/** Lists the issues that are new in a release, or regressed in it, the latest first. */
export function listReleaseIssueRows(
  db: Kysely<Database>,
  projectId: number,
  { version, kind }: { version: string; kind: ReleaseIssueKind },
) {
  return db
    .selectFrom('issue')
    .select(['id', 'number', 'type', 'value', 'first_seen as firstSeen', 'event_count as eventCount'])
    .select('user_count as userCount')
    .where('project_id', '=', projectId)
    .where(COLUMNS[kind], '=', version)
    .where('deleted_at', 'is', null)
    .orderBy(kind === 'new' ? 'first_seen' : 'regressed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_ISSUES)
    .execute()
}

/** Counts the issues of some releases of a project, by version. */
export async function countReleaseIssues(
  db: Kysely<Database>,
  projectId: number,
  { versions, kind }: { versions: readonly string[]; kind: ReleaseIssueKind },
): Promise<ReadonlyMap<string, number>> {
  const counts = await selectCounts(db, { projectId, versions }, kind)
  return new Map(
    counts.flatMap(({ version, issueCount }) => (version === null ? [] : [[version, issueCount]])),
  )
}

const selectCounts = prepareByShape(
  (db, { projectId, versions }: { projectId: number; versions: readonly string[] }, kind: ReleaseIssueKind) =>
    db
      .selectFrom('issue')
      .select([`${COLUMNS[kind]} as version`, sql<number>`count(*)`.as('issueCount')])
      .where('project_id', '=', projectId)
      .where(COLUMNS[kind], 'in', versions)
      .where('deleted_at', 'is', null)
      .groupBy(COLUMNS[kind]),
)
