import { asImmutable } from '#server/desk/immutable.ts'
import type { Completed, MissingValue, OfferedKeys, OfferedValues } from '#server/models/completion.ts'
import type {
  IssueFilter,
  IssueListing,
  IssuePage,
  IssueSearchResult,
  IssueSummary,
  TrendBars,
} from '#server/models/issues.ts'
import { testsOf } from '#server/search/condition.ts'
import type { IssueCondition } from '#server/search/dialects/issue-condition.ts'
import { parseIssueSearch } from '#server/search/dialects/issues.ts'
import { formatSearchError } from '#server/search/search-error.ts'
import { ISSUE_SORTS, type IssueSort, isIssueSort } from '#server/search/sort.ts'
import { rememberPerStore } from '#server/store/engine/cached-reads-per-store.ts'
import type { Store } from '#server/store/engine/store.ts'
import { parseTwoWayCursor } from '#server/store/engine/two-way-cursor.ts'
import type { IssueRow } from '#server/store/issues/issues.ts'
import { countNewIssues, type NewIssuesAsked } from '#server/store/issues/new-issues.ts'
import { type Facets, readFacets } from '#server/store/issues/search/facets.ts'
import type { EventScope } from '#server/store/issues/search/scope/scope-counts.ts'
import { searchIssueRows } from '#server/store/issues/search/search.ts'
import { countIssueTabs, type TabCounts } from '#server/store/issues/search/tab-counts.ts'
import type { ProjectsAsked } from '#server/store/projects/own-project.ts'
import { type ListFilter, MOST_LOOKED_AT, offerKeys, offerValues } from './complete.ts'
import { findMissingValue } from './missing-values.ts'
import { toIssueSummaries } from './summaries.ts'
import { readTrends } from './trends.ts'
import { findUnknownTag } from './unknown-tags.ts'

export interface IssueLists {
  /** Lists all issues, the last seen first. */
  list(page: IssuePage): Promise<IssueListing>
  /** Refuses a search that it cannot read, in a sentence that names the word. */
  search(filter: IssueFilter): Promise<IssueSearchResult>
  /** Counts what the latest issues of a search have in common; nothing when the search is refused. */
  listFacets(filter: Omit<IssueFilter, 'limit' | 'cursor'>): Promise<Facets>
  /** Lists what a search of these issues can begin with. A search that is refused limits nothing. */
  offerKeys(filter: ListFilter): Promise<OfferedKeys>
  /** Lists what can follow a key's colon, with how many of the latest issues have it. */
  offerValues(filter: ListFilter, completed: Completed): Promise<OfferedValues>
  /** Finds the term that no issue meets, in any project and at any time; undefined when each has an issue. */
  findMissingValue(query: string): Promise<MissingValue | undefined>
  /**
   * Counts the events of each issue in each bar of a time, as the filter limits them, oldest first. Undefined where bars of
   * minutes cannot be counted: of very many events, and of some that have been deleted.
   */
  listTrends(
    issues: readonly IssueSummary[],
    bars: TrendBars,
    filter?: Pick<IssueFilter, 'query' | 'environment'>,
  ): Promise<number[][] | undefined>
  /** Counts the issues of the usual lists, up to a hundred each. */
  countTabs(projects: ProjectsAsked): Promise<TabCounts>
  /** Counts the open issues that began after a time, up to a hundred. */
  countNew(since: number, asked: NewIssuesAsked): Promise<number>
}

interface ListOptions {
  viewer: { id: number } | undefined
  clock: () => number
}

const LONGEST_PAGE = 100
/** A remembered search takes up to some 100 kB. */
const MOST_REMEMBERED = 40
/** A facet counts so many issues; rarer values are found by searching. */
const FACETED_ISSUES = 500

export function createIssueLists(store: Store, { viewer, clock }: ListOptions): IssueLists {
  const { db } = store
  // A token is a viewer without an account.
  const accountId = viewer && viewer.id > 0 ? viewer.id : undefined

  /** The latest issues that a search finds; undefined when it is refused. */
  async function listLatest(
    { query = '', environment, lastSeen, projectSlug, isWithoutOwn }: ListFilter,
    limit: number,
  ): Promise<IssueRow[] | undefined> {
    const now = clock()
    const read = parseIssueSearch(query, { now, accountId })
    if ('error' in read) return undefined
    const condition = within(read.condition, { environment, lastSeen })
    const projects = { projectSlug, isWithoutOwn: isWithoutOwn === true && !namesProject(read.condition) }
    return (await searchIssueRows(db, { limit, sort: 'date', condition, ...projects, now })).items
  }

  /** While a search is being typed, it is often no search yet. */
  async function listAll(filter: ListFilter): Promise<IssueRow[]> {
    return (await listLatest({ ...filter, query: '' }, MOST_LOOKED_AT)) ?? []
  }

  return {
    list: (page) => readListing(store, clock, page, { sort: 'date' }),
    search: (filter) => rememberedSearch(store, clock, JSON.stringify({ ...filter, accountId })),
    async listFacets(filter) {
      return readFacets(db, (await listLatest(filter, FACETED_ISSUES)) ?? [])
    },
    findMissingValue: (query) => findMissingValue(store, query, { now: clock(), accountId }),
    async offerKeys(filter) {
      const latest = await listLatest(filter, MOST_LOOKED_AT)
      return offerKeys(store, latest ?? (await listAll(filter)))
    },
    async offerValues(filter, completed) {
      const latest = (await listLatest(filter, MOST_LOOKED_AT)) ?? (await listAll(filter))
      const values = await offerValues(store, latest, completed, { now: clock(), accountId })
      return { values, total: latest.length, isPart: latest.length === MOST_LOOKED_AT }
    },
    async listTrends(issues, bars, { query = '', environment } = {}) {
      const read = parseIssueSearch(query, { now: clock(), accountId })
      const scope = 'error' in read ? undefined : scopeOf(read.condition, { environment })
      const ids = issues.map(({ id }) => id)
      if (ids.length === 0) return []
      return readTrends(store, ids, bars, scope)
    },
    countTabs: (projects) => countIssueTabs(store, clock, JSON.stringify(projects)),
    countNew: (since, asked) => countNewIssues(store.db, since, asked),
  }
}

/** A search that is asked for again is answered from memory until something is written. */
const rememberedSearch = rememberPerStore(
  (store, search: string, clock) => searchIssues(store, clock, JSON.parse(search) as AccountsFilter), // written above
  { most: MOST_REMEMBERED },
)

interface AccountsFilter extends IssueFilter {
  /** The account that `me` means; undefined when the viewer has none. */
  accountId?: number | undefined
}

/** @internal */
export async function searchIssues(
  store: Store,
  clock: () => number,
  { query = '', sort = 'date', environment, lastSeen, accountId, ...page }: AccountsFilter,
): Promise<IssueSearchResult> {
  if (!isIssueSort(sort)) return { refusal: unknownSort(sort) }
  const read = parseIssueSearch(query, { now: clock(), accountId })
  if ('error' in read) return { refusal: formatSearchError(read.error) }
  const condition = within(read.condition, { environment, lastSeen })
  const scope = scopeOf(read.condition, { environment, lastSeen })
  const isWithoutOwn = page.isWithoutOwn === true && !namesProject(read.condition)
  const [unknown, listing] = await Promise.all([
    findUnknownTag(store, query),
    readListing(store, clock, { ...page, isWithoutOwn }, { sort, condition, scope }),
  ])
  return unknown ? { refusal: formatSearchError(unknown) } : listing
}

async function readListing(
  store: Store,
  clock: () => number,
  { limit, cursor, projectSlug, isWithoutOwn }: IssuePage,
  search: { sort: IssueSort; condition?: IssueCondition; scope?: EventScope | undefined },
): Promise<IssueListing> {
  const { items, ...cursors } = await searchIssueRows(store.db, {
    limit: Math.min(Math.max(limit, 1), LONGEST_PAGE),
    cursor: parseTwoWayCursor(cursor),
    projectSlug,
    isWithoutOwn,
    now: clock(),
    ...search,
  })
  const summaries = await toIssueSummaries(store, clock, items, search.scope)
  return { items: asImmutable(summaries.map((summary) => Object.freeze(summary))), ...cursors }
}

/** Finds which events the numbers of a list are of; undefined where nothing limits them, so that they are totals. */
function scopeOf(
  condition: IssueCondition,
  { environment, lastSeen }: Pick<IssueFilter, 'environment' | 'lastSeen'>,
): EventScope | undefined {
  const release = releaseOf(condition)
  if (environment === undefined && lastSeen === undefined && release === undefined) return undefined
  return { ...lastSeen, environment, release }
}

/** The release that all found issues must have been seen in: a whole one, in a search that is not an alternative. */
function releaseOf(condition: IssueCondition): string | undefined {
  const parts = condition.kind === 'all' ? condition.of : [condition]
  const named = parts.flatMap((part) =>
    part.kind === 'tag' && part.key === 'release' && part.pattern.length === 1 ? part.pattern : [],
  )
  return named.length === 1 ? named[0] : undefined
}

/** A search that names a project, or an issue of one, chooses it: Crumbtrail's own too. */
function namesProject(condition: IssueCondition): boolean {
  return testsOf(condition).some(
    (test) => test.kind === 'numbered' || (test.kind === 'text' && test.field === 'projectSlug'),
  )
}

/** Adds what the switches of the page's frame say. */
function within(
  condition: IssueCondition,
  { environment, lastSeen }: Pick<IssueFilter, 'environment' | 'lastSeen'>,
): IssueCondition {
  if (environment === undefined && lastSeen === undefined) return condition
  const of: IssueCondition[] = [condition]
  if (environment !== undefined) of.push({ kind: 'tag', key: 'environment', pattern: [environment] })
  if (lastSeen !== undefined) {
    const { from, before } = lastSeen
    if (from !== undefined) of.push({ kind: 'time', field: 'lastSeen', from })
    if (before !== undefined) of.push({ kind: 'time', field: 'firstSeen', before })
    // The last event alone does not say that one was in a time that is over, or in the environment.
    if (before !== undefined || environment !== undefined) {
      of.push({ kind: 'happened', ...lastSeen, ...(environment !== undefined && { environment }) })
    }
  }
  return { kind: 'all', of }
}

function unknownSort(sort: string): string {
  const sorts = Object.keys(ISSUE_SORTS).join(', ')
  return `Cannot search: the sort ${JSON.stringify(sort.slice(0, 60))} is not one of ${sorts}`
}
