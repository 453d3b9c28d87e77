import { isRowId } from '#server/desk/row-id.ts'
import type { IssueDetail, IssueHistory } from '#server/models/issues.ts'
import { parseShortId } from '#server/protocol/short-id.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findMergedInto } from '#server/store/issues/changes/merge.ts'
import { listSuggestedMerges } from '#server/store/issues/changes/merge-suggestions.ts'
import { findIssueByNumber } from '#server/store/issues/handling.ts'
import { listHistoryMarks, readHourlyCounts } from '#server/store/issues/history.ts'
import { findIssueRow } from '#server/store/issues/issues.ts'
import { countUsersInScope } from '#server/store/issues/search/scope/scope-users.ts'
import { listSimilarIssues, type SimilarIssue } from '#server/store/issues/similar.ts'
import { findHistoryChange, findIssueReleases } from './history-change.ts'
import { toIssueSummaries } from './summaries.ts'

export interface IssueLookup {
  find(issueId: number): Promise<IssueDetail | undefined>
  /** Finds an issue's id by a short id such as `SHOP-418`, also that of an issue that was merged into it. */
  findByShortId(shortId: string): Promise<number | undefined>
  /** Finds the issue that another one was merged into; undefined when it was not merged. */
  findMergedInto(issueId: number): Promise<number | undefined>
  /** Lists issues that were seen lately in the same project, of the same type or from the same place. */
  listSimilar(issueId: number): Promise<SimilarIssue[]>
  /**
   * Counts an issue's events in bars of whole hours, the first of which begins with one (milliseconds since the epoch).
   * Undefined when there is no such issue.
   */
  readHistory(
    issueId: number,
    range: { start: number; barMs: number; bars: number },
  ): Promise<IssueHistory | undefined>
}

const HOUR_MS = 3_600_000
/** A rise is one above the usual of the week before. */
const HOURS_BEFORE = 7 * 24
const MOST_SIMILAR = 5

export function createIssueLookup(store: Store, clock: () => number): IssueLookup {
  const { db } = store
  return {
    async find(issueId) {
      const row = isRowId(issueId) ? await findIssueRow(db, issueId) : undefined
      const [summary] = await toIssueSummaries(store, clock, row ? [row] : [])
      if (!row || !summary) return undefined
      const { fault, firstRelease, lastRelease } = row
      return { ...summary, fault, firstRelease, lastRelease, ...(await findIssueReleases(db, row)) }
    },
    async findByShortId(shortId) {
      const parsed = parseShortId(shortId)
      return parsed && findIssueByNumber(db, parsed)
    },
    async findMergedInto(issueId) {
      return (await findMergedInto(db, issueId))?.issueId
    },
    async listSimilar(issueId) {
      const issue = await findIssueRow(db, issueId)
      if (!issue) return []
      const [suggested, similar] = await Promise.all([
        listSuggestedMerges(db, issueId),
        listSimilarIssues(db, issue, MOST_SIMILAR),
      ])
      return [...suggested, ...similar.filter(({ id }) => !suggested.some((one) => one.id === id))]
    },
    async readHistory(issueId, { start, barMs, bars }) {
      const issue = await findIssueRow(db, issueId)
      if (!issue) return undefined
      const barHours = barMs / HOUR_MS
      const countedFrom = start - HOURS_BEFORE * HOUR_MS
      const before = start + bars * barMs
      const [hourly, marks, [users]] = await Promise.all([
        readHourlyCounts(db, issue, {
          fromHour: countedFrom / HOUR_MS,
          hours: HOURS_BEFORE + bars * barHours,
        }),
        listHistoryMarks(db, issue.projectId, { from: start, before }),
        countUsersInScope(db, [issue], { from: start, before }),
      ])
      const shown = hourly.slice(HOURS_BEFORE)
      const counts = Array.from({ length: bars }, (_, bar) =>
        sumOf(shown.slice(bar * barHours, (bar + 1) * barHours)),
      )
      const change = await findHistoryChange(db, issue, { counts: hourly, countedFrom, start })
      return { start, barMs, counts, users: users ?? { count: 0, isExact: true }, marks, change }
    },
  }
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
