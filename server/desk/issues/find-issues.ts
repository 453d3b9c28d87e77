import { isRowId } from '#server/desk/row-id.ts'
import type { IssueDetail, IssueHistory } from '#server/models/issues.ts'
import { parseShortId } from '#server/protocol/short-id.ts'
import { rememberPerStore } from '#server/store/engine/cached-reads-per-store.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findMergedInto } from '#server/store/issues/changes/merge.ts'
import { listSuggestedMerges } from '#server/store/issues/changes/merge-suggestions.ts'
import { findIssueByNumber } from '#server/store/issues/handling.ts'
import { listHistoryMarks, readHourlyCounts } from '#server/store/issues/history.ts'
import { findIssueRow } from '#server/store/issues/issues.ts'
import { readIssuePlatforms } from '#server/store/issues/search/platforms.ts'
import { listByMinutes } from '#server/store/issues/search/scope/minutes.ts'
import { countUsersInScope } from '#server/store/issues/search/scope/scope-users.ts'
import { listSimilarIssues, type SimilarIssue } from '#server/store/issues/similar.ts'
import { findHistoryChange, findIssueReleases } from './history-change.ts'
import { toIssueSummaries } from './summaries.ts'

/** An issue's page reads everything else by these fields. */
export interface IssuePlace {
  id: number
  projectSlug: string
  firstSeen: number
}

export interface IssueLookup {
  find(issueId: number): Promise<IssueDetail | undefined>
  /** Finds what is known of an issue before all that `find` answers. */
  findPlace(issueId: number): Promise<IssuePlace | undefined>
  /** Finds an issue's id by a short id such as `SHOP-418`, also that of an issue that was merged into it. */
  findByShortId(shortId: string): Promise<number | undefined>
  /** Reads the platform that each issue's events said first. */
  listPlatforms(issueIds: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** Finds the issue that another one was merged into; undefined when it was not merged. */
  findMergedInto(issueId: number): Promise<number | undefined>
  /** Lists issues that were seen lately in the same project, of the same type or from the same place. */
  listSimilar(issueId: number): Promise<SimilarIssue[]>
  /**
   * Counts an issue's events in bars of whole hours, the first of which begins with an hour (milliseconds since the epoch), or
   * of minutes. Where minutes cannot be counted, because of very many events or of some that have been deleted, it counts all
   * hours that the time has a part of. Undefined when there is no such issue.
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

/** The page of an issue asks for it several times, and what follows from it is remembered with it. */
const recallRow = rememberPerStore(({ db }, issueId: number) => findIssueRow(db, issueId))

export function createIssueLookup(store: Store, clock: () => number): IssueLookup {
  const { db } = store
  return {
    async find(issueId) {
      const row = isRowId(issueId) ? await recallRow(store, clock, issueId) : undefined
      if (!row) return undefined
      const [[summary], releases] = await Promise.all([
        toIssueSummaries(store, clock, [row]),
        findIssueReleases(db, row),
      ])
      const { fault, firstRelease, lastRelease } = row
      return summary && { ...summary, fault, firstRelease, lastRelease, ...releases }
    },
    async findPlace(issueId) {
      const row = isRowId(issueId) ? await recallRow(store, clock, issueId) : undefined
      return row && { id: row.id, projectSlug: row.projectSlug, firstSeen: row.firstSeen }
    },
    async findByShortId(shortId) {
      const parsed = parseShortId(shortId)
      return parsed && findIssueByNumber(db, parsed)
    },
    listPlatforms: (issueIds) => readIssuePlatforms(db, issueIds),
    async findMergedInto(issueId) {
      return (await findMergedInto(db, issueId))?.issueId
    },
    async listSimilar(issueId) {
      const issue = await recallRow(store, clock, issueId)
      if (!issue) return []
      const [suggested, similar] = await Promise.all([
        listSuggestedMerges(db, issueId),
        listSimilarIssues(db, issue, MOST_SIMILAR),
      ])
      return [...suggested, ...similar.filter(({ id }) => !suggested.some((one) => one.id === id))]
    },
    async readHistory(issueId, { start, barMs, bars }) {
      const issue = await recallRow(store, clock, issueId)
      if (!issue) return undefined
      const firstHour = Math.floor(start / HOUR_MS) * HOUR_MS
      const countedFrom = firstHour - HOURS_BEFORE * HOUR_MS
      const before = start + bars * barMs
      const readHours = async () => {
        const hourly = await readHourlyCounts(db, issue, {
          fromHour: countedFrom / HOUR_MS,
          hours: HOURS_BEFORE + Math.ceil((before - firstHour) / HOUR_MS),
        })
        const change = await findHistoryChange(db, issue, { counts: hourly, countedFrom, start: firstHour })
        return { hourly, change }
      }
      const [{ hourly, change }, minutes, marks, [users]] = await Promise.all([
        readHours(),
        barMs < HOUR_MS ? listByMinutes(db, [issue], { scope: {}, from: start, barMs, count: bars }) : [],
        listHistoryMarks(db, issue.projectId, { from: start, before }),
        countUsersInScope(db, [issue], { from: start, before }),
      ])
      const [counts = joinHours(hourly.slice(HOURS_BEFORE), barMs)] = minutes ?? []
      const shown = minutes === undefined ? { start: firstHour, barMs: HOUR_MS } : { start, barMs }
      return { ...shown, counts, users: users ?? { count: 0, isExact: true }, marks, change }
    },
  }
}

/** Adds up the hours of each bar, which has one at least. */
function joinHours(hours: readonly number[], barMs: number): number[] {
  const each = Math.max(1, barMs / HOUR_MS)
  return Array.from({ length: Math.ceil(hours.length / each) }, (_, bar) =>
    sumOf(hours.slice(bar * each, (bar + 1) * each)),
  )
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
