import type { TwoWayListing } from '#server/models/listing.ts'
import type { Refusal } from '#server/models/refusal.ts'
import type { ReleaseOrder } from '#server/models/releases/releases.ts'
import { compareReleases, parseRelease } from '#server/processing/release-order.ts'
import { parseReleaseSearch } from '#server/search/dialects/releases.ts'
import { formatSearchError } from '#server/search/search-error.ts'
import type { Store } from '#server/store/engine/store.ts'
import { parseTwoWayCursor, toTwoWayPage } from '#server/store/engine/two-way-cursor.ts'
import type { HealthPeriod } from '#server/store/releases/release-health.ts'
import { searchReleaseRows } from '#server/store/releases/release-search.ts'
import type { ReleaseRow } from '#server/store/releases/releases.ts'
import { type ReleaseSummary, withHealth } from './releases.ts'

export interface ReleasePageSearch {
  /**
   * Lists releases by when they became known, or by version: then the first hundred of the newest five hundred. Refuses a
   * search that it cannot read, in a sentence that names the word.
   */
  search(filter: {
    project: string | undefined
    /** Leaves out Crumbtrail's own project. */
    isWithoutOwn?: boolean
    query: string
    order: ReleaseOrder
    period: HealthPeriod
    cursor: string | undefined
    limit: number
  }): Promise<TwoWayListing<ReleaseSummary> | Refusal>
  /**
   * Finds what a release is compared with, over another period: the next smaller version, else the one that became
   * known before it. Undefined when there is neither.
   */
  findPrevious(release: ReleaseRow, period: HealthPeriod): Promise<ReleaseSummary | undefined>
}

/** Few releases of a project matter; older ones are compared with nothing. */
const MOST_COMPARED = 500
const MOST_BY_VERSION = 100

export function createReleaseSearch({ db }: Store): ReleasePageSearch {
  return {
    async search({ project, isWithoutOwn, query, order, period, cursor, limit }) {
      const read = parseReleaseSearch(query)
      if ('error' in read) return { refusal: formatSearchError(read.error) }
      const { condition } = read
      if (order === 'version') {
        const all = { limit: MOST_COMPARED, cursor: undefined }
        const search = { projectSlug: project, isWithoutOwn, condition, ...all }
        const rows = byVersion(await searchReleaseRows(db, search)).slice(0, MOST_BY_VERSION)
        return { items: await withHealth(db, rows, period), nextCursor: null, previousCursor: null }
      }
      const place = parseTwoWayCursor(cursor)
      const search = { projectSlug: project, isWithoutOwn, condition, limit: limit + 1, cursor: place }
      const rows = await searchReleaseRows(db, search)
      const page = toTwoWayPage(rows, limit, place, ({ createdAt, id }) => ({ value: createdAt, id }))
      return { ...page, items: await withHealth(db, page.items, period) }
    },
    async findPrevious(release, period) {
      const search = { projectSlug: release.projectSlug, limit: MOST_COMPARED, cursor: undefined }
      const others = (await searchReleaseRows(db, search)).filter(({ id }) => id !== release.id)
      const smaller = others.filter(({ version }) => (compareReleases(version, release.version) ?? 0) < 0)
      const before =
        byVersion(smaller)[0] ??
        others.find(
          ({ createdAt, version }) =>
            createdAt <= release.createdAt && compareReleases(version, release.version) === undefined,
        )
      return before && (await withHealth(db, [before], period))[0]
    },
  }
}

/**
 * Sorts the greatest version first; versions without an order come last, by when they became known.
 * @internal
 */
export function byVersion<Row extends { version: string }>(rows: readonly Row[]): Row[] {
  const ordered = rows.filter(({ version }) => parseRelease(version).order?.kind === 'dotted')
  const others = rows.filter((row) => !ordered.includes(row))
  const packageOf = ({ version }: Row) => parseRelease(version).package ?? ''
  const sorted = ordered.toSorted(
    (a, b) => compareTexts(packageOf(a), packageOf(b)) || (compareReleases(b.version, a.version) ?? 0),
  )
  return [...sorted, ...others]
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
