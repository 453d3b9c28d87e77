import { countValues } from '#server/desk/count-offered.ts'
import type { Completed, OfferedKeys, OfferedValues } from '#server/models/completion.ts'
import type { IssueFilter } from '#server/models/issues.ts'
import { isFieldKey } from '#server/processing/search-fields.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import type { SearchContext } from '#server/search/dialects/issue-condition.ts'
import { parseIssueSearch } from '#server/search/dialects/issues.ts'
import { ISSUE_KEY_NAMES } from '#server/search/dialects/known-keys.ts'
import { offeredValues } from '#server/search/dialects/offered-values.ts'
import { placesOf } from '#server/search/dialects/tag-places.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { IssueRow } from '#server/store/issues/issues.ts'
import {
  countListedKeys,
  countListedTests,
  listListedValues,
  type ValuePlace,
} from '#server/store/issues/search/listed-values.ts'

/** The latest issues of a list are what its values are counted of. */
export const MOST_LOOKED_AT = 200
const MOST_KEYS = 120

/** Lists the keys of a search, those that everyone has first, and the tags of some issues. */
export async function offerKeys({ db }: Store, listed: readonly IssueRow[]): Promise<OfferedKeys> {
  const { counts, isPart } = await countListedKeys(db, keysOf(listed))
  const known = new Set<string>(ISSUE_KEY_NAMES)
  const ours = ISSUE_KEY_NAMES.map((key) => ({ key, isTag: false, valueCount: countOf(key, counts) }))
  const tags = [...counts]
    .filter(([key]) => !known.has(key) && !isFieldKey(key))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, valueCount]) => ({ key, isTag: true, valueCount }))
  return { keys: [...ours, ...tags].slice(0, MOST_KEYS), isPart }
}

/** Values that were counted under one name are as many; others would need a look at each. */
function countOf(key: string, counts: ReadonlyMap<string, number>): number | null {
  const [place = { tag: key }] = placesOf(key)
  return 'before' in place ? null : (counts.get(place.tag) ?? null)
}

/** Lists the values of a key that some issues have. */
export async function offerValues(
  { db }: Store,
  listed: readonly IssueRow[],
  { key, part }: Completed,
  context: SearchContext,
): Promise<OfferedValues['values']> {
  const offered = offeredValues(key)
  if (offered !== undefined) {
    const values = offered.flatMap((value) => {
      const read = parseIssueSearch(`${key}:${value}`, context)
      return 'error' in read ? [] : [{ value, condition: read.condition }] // a token has no `me`
    })
    const { now } = context
    const counts = await countListedTests(
      db,
      listed.map(({ id }) => id),
      values.map(({ condition }) => condition),
      { now, dayAgo: now - DAY_MS, latestReleases: '', hasLapsed: true },
    )
    return values.map(({ value }, index) => ({ value, count: counts[index] ?? 0 }))
  }
  const column = columnOf(key)
  if (column !== undefined) return countColumn(listed, column, part)
  const found = await listListedValues(db, keysOf(listed), { places: valuePlaces(key), part })
  return found.map(({ value, issueCount }) => ({ value, count: issueCount }))
}

const COLUMNS = {
  project: 'projectSlug',
  type: 'type',
  firstrelease: 'firstRelease',
  'first-release': 'firstRelease',
} as const satisfies Record<string, keyof IssueRow>

type Column = (typeof COLUMNS)[keyof typeof COLUMNS]

function columnOf(key: string): Column | undefined {
  const name = key.toLowerCase()
  return isColumn(name) ? COLUMNS[name] : undefined
}

function isColumn(name: string): name is keyof typeof COLUMNS {
  return Object.hasOwn(COLUMNS, name)
}

function countColumn(listed: readonly IssueRow[], column: Column, part: string): OfferedValues['values'] {
  const values = listed.flatMap((row) => row[column] ?? [])
  return countValues(values, part)
}

/** Whole values where a key has them: `user` has ids with and without their kind, and one of them is enough. */
export function valuePlaces(key: string): ValuePlace[] {
  const places = placesOf(key)
  if (places.length === 0) return [{ tag: key, prefix: '' }]
  const whole = places.filter(({ before }) => before === undefined)
  if (whole.length > 0) return whole.map(({ tag }) => ({ tag, prefix: '' }))
  return places.flatMap(({ tag, before }) => (before?.length === 1 ? [{ tag, prefix: before[0] ?? '' }] : []))
}

function keysOf(listed: readonly IssueRow[]): string {
  return JSON.stringify(listed.map(({ projectId, id }) => [projectId, id]))
}

export type ListFilter = Pick<
  IssueFilter,
  'query' | 'environment' | 'lastSeen' | 'projectSlug' | 'isWithoutOwn'
>
