import type { Kysely } from 'kysely'
import { fieldKey } from '#server/processing/search-fields.ts'
import type { Database } from '#server/store/schema/schema.ts'

const PLATFORM = fieldKey('platform')

/**
 * Reads the platform of each issue: the first that its events said, as Sentry. Fields are not counted event by event, so that
 * the most frequent one is not known. An issue whose values are not kept has none.
 */
export async function readIssuePlatforms(
  db: Kysely<Database>,
  issueIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('issue')
    .innerJoin('issue_tag', (join) =>
      join
        .onRef('issue_tag.project_id', '=', 'issue.project_id')
        .onRef('issue_tag.issue_id', '=', 'issue.id')
        .on('issue_tag.key', '=', PLATFORM),
    )
    .select(['issue.id', 'issue_tag.value'])
    .where('issue.id', 'in', [0, ...issueIds]) // no issue is the first, and a list needs one
    .orderBy('issue_tag.first_seen', 'desc')
    .orderBy('issue_tag.value', 'desc')
    .execute()
  return new Map(rows.map(({ id, value }) => [id, value])) // the last one stays
}

/** Reads the platform of each project: that of its first issue, as Sentry takes that of the first event. */
export async function readProjectPlatforms(db: Kysely<Database>): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('project')
    .select((project) => [
      'project.id',
      project
        .selectFrom('issue_tag')
        .select('issue_tag.value')
        .whereRef('issue_tag.project_id', '=', 'project.id')
        .where('issue_tag.issue_id', '=', (tag) =>
          tag
            .selectFrom('issue')
            .select('issue.id')
            .whereRef('issue.project_id', '=', 'project.id')
            .where('issue.deleted_at', 'is', null)
            .orderBy('issue.number')
            .limit(1),
        )
        .where('issue_tag.key', '=', PLATFORM)
        .orderBy('issue_tag.first_seen')
        .orderBy('issue_tag.value')
        .limit(1)
        .as('platform'),
    ])
    .execute()
  return new Map(rows.flatMap(({ id, platform }) => (platform === null ? [] : [[id, platform]])))
}
