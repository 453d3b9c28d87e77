import type { DigestMatch, IssueSummary, Listing } from './desk.ts'
import type { Condition } from './search/condition.ts'
import { formatSearchFault } from './search/fault.ts'
import { readSearch } from './search/meaning.ts'
import { ISSUE_SORTS, type IssueSort, isIssueSort } from './search/sort.ts'
import { readTarget } from './search/target.ts'
import { findAnyEvent, findNumberedIssue } from './store/find-target.ts'
import { searchIssueRows } from './store/issue-search.ts'
import type { IssueRow } from './store/issues.ts'
import { listTagKeys, listTagValues } from './store/search-values.ts'
import type { Store } from './store/store.ts'
import { parseTwoWayCursor } from './store/two-way-cursor.ts'

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
}

export interface IssueListing extends Listing<IssueSummary> {
  previousCursor: string | null
}

export interface DeskSearch {
  /** All there are, last seen first. */
  listIssues(page: IssuePage): Promise<IssueListing>
  /** Refuses what can't be understood, in a sentence that names the word. */
  searchIssues(filter: IssueFilter): Promise<IssueListing | { refusal: string }>
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
  toIssueSummaries: (rows: IssueRow[]) => Promise<IssueSummary[]>
}

const LONGEST_PAGE = 100

export function createDeskSearch({ db }: Store, options: SearchOptions): DeskSearch {
  const { viewer, clock, findByDigest, toIssueSummaries } = options
  // A token is a viewer without an account.
  const accountId = viewer && viewer.id > 0 ? viewer.id : undefined

  async function list(
    { limit, cursor, projectSlug }: IssuePage,
    search: { sort: IssueSort; condition?: Condition; now: number },
  ): Promise<IssueListing> {
    const { items, ...cursors } = await searchIssueRows(db, {
      limit: Math.min(Math.max(limit, 1), LONGEST_PAGE),
      cursor: parseTwoWayCursor(cursor),
      projectSlug,
      ...search,
    })
    return { items: await toIssueSummaries(items), ...cursors }
  }

  return {
    listTagKeys: () => listTagKeys(db),
    listTagValues: (key) => listTagValues(db, key),
    listIssues: (page) => list(page, { sort: 'date', now: clock() }),
    async searchIssues({ query = '', sort = 'date', ...page }) {
      const now = clock()
      if (!isIssueSort(sort)) return { refusal: unknownSort(sort) }
      const read = readSearch(query, { now, accountId })
      if ('fault' in read) return { refusal: formatSearchFault(read.fault) }
      return list(page, { sort, condition: read.condition, now })
    },
    async findSearchTarget(query) {
      const target = readTarget(query)
      switch (target?.kind) {
        case undefined:
          return undefined
        case 'event':
          return findAnyEvent(db, target.id)
        case 'short-id':
          return (await findNumberedIssue(db, target)) ?? findByDigest(target.text)
        case 'digest':
          return findByDigest(target.text)
      }
    },
  }
}

function unknownSort(sort: string): string {
  const sorts = Object.keys(ISSUE_SORTS).join(', ')
  return `Cannot search: the sort ${JSON.stringify(sort.slice(0, 60))} is none of ${sorts}`
}
