import { type Kysely, sql } from 'kysely'
import type { IssueCondition } from '#server/search/dialects/issue-condition.ts'
import { OTHER_KEYS } from '#server/store/issues/tag-limits.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { like, rows } from '#server/store/words.ts'
import { type SearchTerms, testIssue } from './conditions.ts'
import { selectListed } from './listed-issues.ts'

/** Values of tags that are read at once: two hundred issues have some eight thousand. */
const MOST_READ = 20_000
const MOST_VALUES = 50

/** Values of a tag that begin so, which are left out of what is found. */
export interface ValuePlace {
  tag: string
  prefix: string
}

/** How many values the tags of some issues have, and whether some were not counted. `issues` is JSON of their keys. */
export async function countListedKeys(
  db: Kysely<Database>,
  issues: string,
): Promise<{ counts: Map<string, number>; isPart: boolean }> {
  const found = await db
    .selectFrom(
      selectListed(db, issues)
        .crossJoin('issue_tag')
        .whereRef('issue_tag.project_id', '=', 'listed.project_id')
        .whereRef('issue_tag.issue_id', '=', 'listed.issue_id')
        .where('issue_tag.key', '<>', OTHER_KEYS)
        .select(['issue_tag.key', 'issue_tag.value'])
        .limit(MOST_READ)
        .as('found'),
    )
    .groupBy('key')
    .select(({ fn }) => [
      'key',
      fn.count<number>('value').distinct().as('valueCount'),
      fn.countAll<number>().as('rowCount'),
    ])
    .execute()
  const read = found.reduce((sum, { rowCount }) => sum + rowCount, 0)
  return {
    counts: new Map(found.map(({ key, valueCount }) => [key, valueCount])),
    isPart: read >= MOST_READ,
  }
}

/** Values of some tags that some issues have and that contain a text: those of the most issues first. */
export function listListedValues(
  db: Kysely<Database>,
  issues: string,
  { places, part }: { places: readonly ValuePlace[]; part: string },
): Promise<{ value: string; issueCount: number }[]> {
  const asked = places.map(({ tag, prefix }) => [tag, prefix, prefix + LAST, prefix.length + 1])
  const columns = { tag: 'text', first: 'text', last: 'text', start: 'integer' } as const
  const value = sql<string>`substr(${sql.ref('issue_tag.value')}, cast(${sql.ref('place.start')} as integer))`
  return db
    .selectFrom(
      selectListed(db, issues)
        .crossJoin(rows(JSON.stringify(asked), columns).as('place'))
        .crossJoin('issue_tag')
        .whereRef('issue_tag.project_id', '=', 'listed.project_id')
        .whereRef('issue_tag.issue_id', '=', 'listed.issue_id')
        .whereRef('issue_tag.key', '=', 'place.tag')
        .whereRef('issue_tag.value', '>=', 'place.first')
        .whereRef('issue_tag.value', '<=', 'place.last')
        .$if(part !== '', (query) => query.where(like(value, ['', part, ''])))
        .select(['issue_tag.issue_id as issueId', value.as('value')])
        .limit(MOST_READ)
        .as('found'),
    )
    .groupBy('value')
    .select(({ fn }) => ['value', fn.count<number>('issueId').distinct().as('issueCount')])
    .orderBy('issueCount', 'desc')
    .orderBy('value')
    .limit(MOST_VALUES)
    .execute()
}

/** After all values that begin with the same text. */
const LAST = '\u{10ffff}'

/** How many of some issues meet each condition. */
export async function countListedTests(
  db: Kysely<Database>,
  ids: readonly number[],
  conditions: readonly IssueCondition[],
  terms: SearchTerms,
): Promise<number[]> {
  if (ids.length === 0) return conditions.map(() => 0)
  const counts = await db
    .selectFrom('issue')
    .where('issue.id', 'in', ids)
    .select((eb) =>
      conditions.map((condition, index) =>
        eb.fn.count<number>(sql`case when ${testIssue(eb, condition, terms)} then 1 end`).as(`count${index}`),
      ),
    )
    .executeTakeFirst()
  return conditions.map((_, index) => counts?.[`count${index}`] ?? 0)
}
