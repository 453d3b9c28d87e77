import type { DigestMatch, IssueSummary, Listing } from '#server/desk/desk.ts'
import { asUnchanging } from '#server/desk/immutable.ts'
import type { Condition } from '#server/search/condition.ts'
import { formatSearchFault } from '#server/search/fault.ts'
import { readSearch } from '#server/search/meaning.ts'
import { ISSUE_SORTS, type IssueSort, isIssueSort } from '#server/search/sort.ts'
import { readTarget } from '#server/search/target.ts'
import { rememberPerStore } from '#server/store/engine/cached-reads-per-store.ts'
import type { Store } from '#server/store/engine/store.ts'
import { parseTwoWayCursor } from '#server/store/engine/two-way-cursor.ts'
import { readIssueDays } from '#server/store/issues/search/days.ts'
import { type Facets, readFacets } from '#server/store/issues/search/facets.ts'
import { findAnyEvent, findNumberedIssue } from '#server/store/issues/search/find-target.ts'
import { searchIssueRows } from '#server/store/issues/search/search.ts'
import { listTagKeys, listTagValues } from '#server/store/issues/search/search-values.ts'
import { countIssueTabs, type TabCounts } from '#server/store/issues/search/tab-counts.ts'
import { toIssueSummaries } from './summaries.ts'

export interface IssuePage {
  limit: number
  /** A `nextCursor` or `previousCursor` of an earlier page. */
  cursor?: string | undefined
  projectSlug?: string | undefined
}

export interface IssueFilter extends IssuePage {
  /** What must be true of the issues, as people type it; all of them without. */
  query?: string | undefined
  /** One of ISSUE_SORTS; `date` without. */
  sort?: string | undefined
  environment?: string | undefined
  /** When they were seen last, milliseconds since the epoch; `before` is not included. */
  lastSeen?: { from?: number; before?: number } | undefined
}

export interface IssueListing extends Listing<IssueSummary> {
  previousCursor: string | null
}

/** Remembered, so nobody may change it. */
export type IssueSearchResult = IssueListing | { refusal: string }

export interface DeskSearch {
  /** All there are, last seen first. */
  listIssues(page: IssuePage): Promise<IssueListing>
  /** Refuses what can't be understood, in a sentence that names the word. */
  searchIssues(filter: IssueFilter): Promise<IssueSearchResult>
  /** What the latest issues of a search have in common; nothing of one that is refused. */
  listFacets(filter: Omit<IssueFilter, 'limit' | 'cursor'>): Promise<Facets>
  /** Events of each issue in the last days, oldest first; today is the last. */
  listDailyCounts(issues: readonly IssueSummary[], days: number): Promise<number[][]>
  /** How many issues the usual lists hold, up to a hundred. */
  countIssueTabs(projectSlug: string | undefined): Promise<TabCounts>
  /** What a search leads to that is nothing but a digest, an event's id or an issue's short id. */
  findSearchTarget(query: string): Promise<DigestMatch | undefined>
  /** Tags that can be searched for, and values of one; those of the most issues first. */
  listTagKeys(): ReturnType<typeof listTagKeys>
  listTagValues(key: string): ReturnType<typeof listTagValues>
}

interface SearchOptions {
  viewer: { id: number } | undefined
  clock: () => number
  findByDigest: (digest: string) => Promise<DigestMatch | undefined>
}

const LONGEST_PAGE = 100
/** Up to some 100 kB each. */
const MOST_REMEMBERED = 40
/** A facet counts these; what is rarer is found by searching. */
const FACETED_ISSUES = 500
const DAY_MS = 86_400_000

export function createDeskSearch(store: Store, options: SearchOptions): DeskSearch {
  const { db } = store
  const { viewer, clock, findByDigest } = options
  // A token is a viewer without an account.
  const accountId = viewer && viewer.id > 0 ? viewer.id : undefined

  async function findFirst(digests: readonly string[]): Promise<DigestMatch | undefined> {
    for (const digest of digests) {
      const match = await findByDigest(digest)
      if (match) return match
    }
    return undefined
  }

  return {
    listTagKeys: () => listTagKeys(db),
    listTagValues: (key) => listTagValues(db, key),
    listIssues: (page) => readListing(store, clock, page, { sort: 'date' }),
    searchIssues: (filter) => rememberedSearch(store, clock, JSON.stringify({ ...filter, accountId })),
    async listFacets({ query = '', environment, lastSeen, projectSlug }) {
      const now = clock()
      const read = readSearch(query, { now, accountId })
      if ('fault' in read) return readFacets(db, [])
      const condition = within(read.condition, { environment, lastSeen })
      const search = { limit: FACETED_ISSUES, sort: 'date', condition, projectSlug, now } as const
      return readFacets(db, (await searchIssueRows(db, search)).items)
    },
    listDailyCounts(issues, days) {
      const fromDay = Math.floor(clock() / DAY_MS) - days + 1
      return readIssueDays(
        db,
        issues.map(({ id }) => id),
        { fromDay, days },
      )
    },
    countIssueTabs: (projectSlug) => countIssueTabs(store, clock, projectSlug),
    async findSearchTarget(query) {
      const target = readTarget(query)
      switch (target?.kind) {
        case undefined:
          return undefined
        case 'event':
          return findAnyEvent(db, target.id)
        case 'short-id':
          return (await findNumberedIssue(db, target)) ?? findFirst(target.digests)
        case 'digests':
          return findFirst(target.digests)
      }
    },
  }
}

/** A search that is asked for again is answered from memory until something is written. */
const rememberedSearch = rememberPerStore(
  (store, search: string, clock) => searchIssues(store, clock, JSON.parse(search) as AccountsFilter), // written above
  { most: MOST_REMEMBERED },
)

interface AccountsFilter extends IssueFilter {
  /** Who "me" is. */
  accountId?: number | undefined
}

export async function searchIssues(
  store: Store,
  clock: () => number,
  { query = '', sort = 'date', environment, lastSeen, accountId, ...page }: AccountsFilter,
): Promise<IssueSearchResult> {
  if (!isIssueSort(sort)) return { refusal: unknownSort(sort) }
  const read = readSearch(query, { now: clock(), accountId })
  if ('fault' in read) return { refusal: formatSearchFault(read.fault) }
  const condition = within(read.condition, { environment, lastSeen })
  return readListing(store, clock, page, { sort, condition })
}

async function readListing(
  store: Store,
  clock: () => number,
  { limit, cursor, projectSlug }: IssuePage,
  search: { sort: IssueSort; condition?: Condition },
): Promise<IssueListing> {
  const { items, ...cursors } = await searchIssueRows(store.db, {
    limit: Math.min(Math.max(limit, 1), LONGEST_PAGE),
    cursor: parseTwoWayCursor(cursor),
    projectSlug,
    now: clock(),
    ...search,
  })
  const summaries = await toIssueSummaries(store, clock, items)
  return { items: asUnchanging(summaries.map((summary) => Object.freeze(summary))), ...cursors }
}

/** What the frame's switches add to a search. */
function within(
  condition: Condition,
  { environment, lastSeen }: Pick<IssueFilter, 'environment' | 'lastSeen'>,
): Condition {
  if (environment === undefined && lastSeen === undefined) return condition
  const of: Condition[] = [condition]
  if (environment !== undefined) of.push({ kind: 'tag', key: 'environment', pattern: [environment] })
  if (lastSeen !== undefined) of.push({ kind: 'time', field: 'lastSeen', ...lastSeen })
  return { kind: 'all', of }
}

function unknownSort(sort: string): string {
  const sorts = Object.keys(ISSUE_SORTS).join(', ')
  return `Cannot search: the sort ${JSON.stringify(sort.slice(0, 60))} is not one of ${sorts}`
}
