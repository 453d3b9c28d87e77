import type { Kysely } from 'kysely'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { IssueRow } from '#server/store/issues/issues.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { selectListed } from './listed-issues.ts'

/** How many of some issues are so. */
export interface FacetValue {
  value: string
  issueCount: number
}

export interface Facets {
  level: FacetValue[]
  project: FacetValue[]
  environment: FacetValue[]
  release: FacetValue[]
}

const MOST_VALUES = 8

/** What the issues of a list have in common, most first: of those that are given, never of all that there are. */
export async function readFacets(db: Kysely<Database>, rows: readonly IssueRow[]): Promise<Facets> {
  const keys = JSON.stringify(rows.map(({ projectId, id }) => [projectId, id]))
  const tags = await queryTags(db, { keys })
  const ofTag = (key: string) =>
    tags
      .filter((tag) => tag.key === key)
      .map(({ value, issueCount }) => ({ value, issueCount }))
      .slice(0, MOST_VALUES)
  return {
    level: countValues(rows.map(({ level }) => level)),
    project: countValues(rows.map(({ projectSlug }) => projectSlug)),
    environment: ofTag('environment'),
    release: ofTag('release'),
  }
}

function countValues(values: readonly string[]): FacetValue[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, issueCount]) => ({ value, issueCount }))
    .sort((a, b) => b.issueCount - a.issueCount || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_VALUES)
}

/** A cross join: on its own, SQLite reads all releases of all issues, and for each of them all that are listed. */
const queryTags = prepareQuery((db, { keys }: { keys: string }) =>
  selectListed(db, keys)
    .crossJoin('issue_tag')
    .whereRef('issue_tag.project_id', '=', 'listed.project_id')
    .whereRef('issue_tag.issue_id', '=', 'listed.issue_id')
    .where('issue_tag.key', 'in', ['environment', 'release'])
    .groupBy(['issue_tag.key', 'issue_tag.value'])
    .select(({ fn }) => ['issue_tag.key', 'issue_tag.value', fn.countAll<number>().as('issueCount')])
    .orderBy('issueCount', 'desc')
    .orderBy('issue_tag.value')
    .limit(200),
)
