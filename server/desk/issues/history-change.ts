import type { HistoryChange, HistoryMark, IssueRelease } from '#server/models/issues.ts'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  didRunBefore,
  findFirstOrigin,
  findMainOrigin,
  findMarkBefore,
  findRegression,
} from '#server/store/issues/causes.ts'
import { listHistoryMarks } from '#server/store/issues/history.ts'
import type { IssueRow } from '#server/store/issues/issues.ts'
import { findRise } from './rise.ts'

type Db = Store['db']

interface CountedHours {
  /** Events in each hour, with those of the week before `start`. */
  counts: readonly number[]
  /** When the first of them begins, in milliseconds since the epoch. */
  countedFrom: number
  /** When the shown time begins. */
  start: number
}

/**
 * Finds what changed last in the shown time: a rise, or else the first event. It names a release or deploy only where
 * that can be the cause. For the first event it is the last one before it of the event's own release and environment;
 * for a rise, one of those that most events are of since then, in the day before. An issue that is as old as all that is
 * known of its project was not caused by anything known.
 */
export async function findHistoryChange(
  db: Db,
  issue: IssueRow,
  { counts, countedFrom, start }: CountedHours,
): Promise<HistoryChange | null> {
  const hourOf = (time: number) => Math.floor((time - countedFrom) / HOUR_MS)
  const rise = findRise(counts, { firstSeen: hourOf(issue.firstSeen), from: hourOf(start) })
  if (rise) {
    const time = countedFrom + rise.hour * HOUR_MS
    const cause = await findCauseOfRise(db, issue, time)
    const wasQuiet = cause === null && (await isWithoutMarks(db, issue.projectId, time))
    return { kind: 'rise', time, factor: rise.factor, cause, isWithoutMarks: wasQuiet }
  }
  const end = countedFrom + counts.length * HOUR_MS
  if (issue.firstSeen < start || issue.firstSeen >= end) return null
  const cause = await findCauseOfFirst(db, issue)
  return cause && { kind: 'first', time: issue.firstSeen, cause }
}

/** Finds the release that an issue was first seen in, and the one in which it regressed last. */
export async function findIssueReleases(
  db: Db,
  issue: IssueRow,
): Promise<{ introducedIn: IssueRelease | null; regressedIn: IssueRelease | null }> {
  const [mark, regressedIn] = await Promise.all([
    findCauseOfFirst(db, issue),
    issue.substatus === 'regressed' ? readRegression(db, issue) : null,
  ])
  const version = mark?.version ?? issue.firstRelease
  return {
    introducedIn: version === null ? null : { version, time: issue.firstSeen, mark },
    regressedIn,
  }
}

async function readRegression(db: Db, issue: IssueRow): Promise<IssueRelease | null> {
  const regression = await findRegression(db, issue.id)
  return (
    regression && {
      version: regression.release,
      time: regression.time,
      mark: await findMarkBefore(db, issue.projectId, regression),
    }
  )
}

const causes = new WeakMap<IssueRow, Promise<HistoryMark | null>>()

/** A row that is remembered until something is written has the same cause for as long. */
function findCauseOfFirst(db: Db, issue: IssueRow): Promise<HistoryMark | null> {
  const known = causes.get(issue)
  if (known) return known
  const cause = readCauseOfFirst(db, issue)
  causes.set(issue, cause)
  cause.catch(() => causes.delete(issue))
  return cause
}

async function readCauseOfFirst(db: Db, issue: IssueRow): Promise<HistoryMark | null> {
  const origin = await findFirstOrigin(db, issue)
  const mark = origin && (await findMarkBefore(db, issue.projectId, { ...origin, time: issue.firstSeen }))
  return mark && (await didRunBefore(db, issue.projectId, mark)) ? mark : null
}

async function findCauseOfRise(db: Db, issue: IssueRow, time: number): Promise<HistoryMark | null> {
  const origin = await findMainOrigin(db, issue.id, { from: time, before: time + DAY_MS })
  // The rise began within the hour, perhaps at its end.
  const before = time + HOUR_MS - 1
  const mark = origin && (await findMarkBefore(db, issue.projectId, { ...origin, time: before }))
  return mark && mark.time >= time - DAY_MS ? mark : null
}

async function isWithoutMarks(db: Db, projectId: number, time: number): Promise<boolean> {
  const period = { from: time - DAY_MS, before: time + HOUR_MS }
  return (await listHistoryMarks(db, projectId, period)).length === 0
}
