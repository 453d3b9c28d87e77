import type { Listing } from '#server/models/listing.ts'
import { type RunState, reportMonitor } from '#server/monitors/monitor-state.ts'
import type { CheckInStatus, MonitorConfig } from '#server/processing/record.ts'
import { parseCursor } from '#server/store/engine/cursor.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  type CheckInRow,
  findMonitorRow,
  listCheckInRows,
  listLaterCheckInRows,
} from '#server/store/records/read/check-ins.ts'
import { listPage, type Page } from './list-page.ts'

/** One run of a monitor as a table shows it: a check-in, or one that did not come. */
export interface MonitorRun {
  /** The check-in's id; of a missed run, its environment and when it was due. */
  key: string
  environment: string
  /** When it began, or was due, in milliseconds since the epoch. */
  time: number
  state: RunState
  durationMs: number | null
  release: string | null
  traceId: string | null
}

/** So many check-ins on either side of a page say which runs were missed at its ends. */
const READ_AROUND = 120
/** A job of every minute that is down for a day would fill the table with nothing else: the last of them are shown. */
const MOST_MISSED = 100

/**
 * Lists pages of check-ins, the newest first, with the missed runs between them: those from a page's oldest check-in to
 * before the oldest one of the page before it. Undefined when the project has no such monitor.
 */
export async function listMonitorRuns(
  { db }: Store,
  { projectId, slug, page, now }: { projectId: number; slug: string; page: Page; now: number },
): Promise<Listing<MonitorRun> | undefined> {
  const monitor = await findMonitorRow(db, projectId, slug)
  if (monitor === undefined) return undefined
  const { items, nextCursor } = await listPage(page, (asked) => listCheckInRows(db, monitor.id, asked))
  const cursor = parseCursor(page.cursor)
  const next = parseCursor(nextCursor ?? undefined)
  const [later, earlier] = await Promise.all([
    cursor ? listLaterCheckInRows(db, monitor.id, { limit: READ_AROUND, cursor }) : [],
    next ? listCheckInRows(db, monitor.id, { limit: READ_AROUND, cursor: next }) : [],
  ])
  const from = next ? (items.at(-1)?.timestamp ?? 0) : 0
  const before = later[0]?.timestamp ?? Number.POSITIVE_INFINITY
  const known = Map.groupBy([...later, ...items, ...earlier], ({ environment }) => environment)
  const runs = [...known].flatMap(([name, ofOne]) => runsOf(name, ofOne, { config: monitor.config, now }))
  const shown = new Set(items.map(({ id }) => String(id)))
  const missed = runs
    .filter(({ state, time }) => state === 'missed' && time >= from && time < before)
    .toSorted(byNewest)
    .slice(0, MOST_MISSED)
  return { items: [...runs.filter(({ key }) => shown.has(key)), ...missed].toSorted(byNewest), nextCursor }
}

function runsOf(
  environment: string,
  checkIns: readonly CheckInRow[],
  { config, now }: { config: MonitorConfig | null; now: number },
): MonitorRun[] {
  const byKey = new Map(checkIns.map((checkIn) => [String(checkIn.id), checkIn]))
  const known = checkIns.map(toKnown)
  const { runs } = reportMonitor(known, { config, now, limit: Number.POSITIVE_INFINITY })
  return runs.map(({ key, time, state, durationMs }) => {
    const { release = null, traceId = null } = byKey.get(key) ?? {}
    return {
      key: byKey.has(key) ? key : `${environment}:${key}`,
      environment,
      time,
      state,
      durationMs,
      release,
      traceId,
    }
  })
}

/** What a report asks of a check-in. */
export function toKnown({ id, timestamp, status, durationMs }: CheckInRow): {
  id: number
  time: number
  status: CheckInStatus
  durationMs: number | null
} {
  return { id, time: timestamp, status, durationMs }
}

function byNewest(a: MonitorRun, b: MonitorRun): number {
  return b.time - a.time
}
