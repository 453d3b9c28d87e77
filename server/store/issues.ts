import type { Kysely } from 'kysely'
import type { Cursor } from './cursor.ts'
import type { Database } from './schema.ts'

export type IssueRow = Awaited<ReturnType<typeof listIssueRows>>[number]

/** Last seen first. */
export function listIssueRows(
  db: Kysely<Database>,
  filter: { limit: number; cursor?: Cursor | undefined; projectSlug?: string | undefined },
) {
  const { limit, cursor, projectSlug } = filter
  return selectIssues(db)
    .$if(projectSlug !== undefined, (query) =>
      // By id, so that the index on the project serves the order too.
      query.where('issue.project_id', '=', (eb) =>
        eb
          .selectFrom('project as wanted')
          .select('wanted.id')
          .where('wanted.slug', '=', projectSlug ?? ''),
      ),
    )
    .$if(cursor !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('issue.last_seen', 'issue.id'), '<', tuple(cursor?.time ?? 0, cursor?.id ?? 0)),
      ),
    )
    .orderBy('issue.last_seen', 'desc')
    .orderBy('issue.id', 'desc')
    .limit(limit)
    .execute()
}

export function findIssueRow(db: Kysely<Database>, issueId: number) {
  return selectIssues(db).where('issue.id', '=', issueId).executeTakeFirst()
}

function selectIssues(db: Kysely<Database>) {
  return db
    .selectFrom('issue')
    .innerJoin('project', 'project.id', 'issue.project_id')
    .select([
      'issue.id',
      'issue.project_id as projectId',
      'issue.number',
      'project.slug as projectSlug',
      'issue.type',
      'issue.value',
      'issue.culprit',
      'issue.level',
      'issue.status',
      'issue.is_unhandled as isUnhandled',
      'issue.fault',
      'issue.first_seen as firstSeen',
      'issue.last_seen as lastSeen',
      'issue.event_count as eventCount',
    ])
}

/** Counts by hour since `fromHour` for all the issues in one query, whatever their projects. */
export async function listHourlyCounts(
  db: Kysely<Database>,
  issues: { id: number; projectId: number }[],
  fromHour: number,
): Promise<{ issueId: number; hour: number; eventCount: number }[]> {
  if (issues.length === 0) return []
  return db
    .selectFrom('issue_hour')
    .select(['issue_id as issueId', 'hour', 'event_count as eventCount'])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('project_id', 'issue_id'),
        'in',
        issues.map((issue) => tuple(issue.projectId, issue.id)),
      ),
    )
    .where('hour', '>=', fromHour)
    .execute()
}
