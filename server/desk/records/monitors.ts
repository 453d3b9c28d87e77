import type { Listing } from '#server/models/listing.ts'
import { type MonitorReport, type MonitorState, reportMonitor } from '#server/monitors/monitor-state.ts'
import { describeSchedule } from '#server/monitors/schedule.ts'
import type { MonitorConfig } from '#server/processing/record.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findProjectRow } from '#server/store/projects/projects.ts'
import { deleteMonitor } from '#server/store/records/monitors/delete-monitor.ts'
import {
  type CheckInRow,
  countCheckInRows,
  findMonitorRow,
  listCheckInRows,
  listMonitorRows,
  type MonitorRow,
} from '#server/store/records/read/check-ins.ts'
import { listPage, type Page } from './list-page.ts'
import { listMonitorRuns, type MonitorRun, toKnown } from './monitor-runs.ts'

/** A strip has room for so many runs. */
const STRIP_RUNS = 40
/** So many check-ins are read for the strips of a monitor's environments. */
const READ_CHECK_INS = 120

export interface MonitorSummary {
  id: number
  slug: string
  projectId: number
  projectSlug: string
  createdAt: number
  /** Null when no SDK has sent one. */
  config: MonitorConfig | null
  /** `every 2 hours`, or the crontab's line with its time zone; null when no SDK has sent one. */
  schedule: string | null
  /** One for each environment that checks in, the worst first; `lastAt` is null when none has. */
  environments: (MonitorReport & { name: string; lastAt: number | null })[]
}

export interface DeskMonitors {
  /** Lists pages of monitors by name; within a page the worst come first. */
  list(filter: {
    project: string | undefined
    /** Leaves out Crumbtrail's own project. */
    isWithoutOwn?: boolean
    environment: string | undefined
    cursor: string | undefined
    limit: number
  }): Promise<Listing<MonitorSummary>>
  find(projectSlug: string, slug: string, environment?: string): Promise<MonitorSummary | undefined>
  /** Lists pages of a monitor's check-ins, the newest first, with the runs that were missed between them. */
  listRuns(projectId: number, slug: string, page: Page): Promise<Listing<MonitorRun> | undefined>
  /** Lists a monitor's check-ins, the newest first; undefined when the project has no such monitor. */
  listCheckIns(projectId: number, slug: string, page: Page): Promise<Listing<CheckInRow> | undefined>
  /** Counts check-ins up to 10,000; where there are more, it is one more. */
  countCheckIns(monitorId: number): Promise<number>
  /** Deletes a monitor with its check-ins; false when there is none. */
  delete(projectSlug: string, slug: string): Promise<boolean>
}

export function createDeskMonitors(store: Store, clock: () => number): DeskMonitors {
  const { db } = store
  async function summarize(row: MonitorRow, environment: string | undefined): Promise<MonitorSummary> {
    const checkIns = await listCheckInRows(db, row.id, { limit: READ_CHECK_INS })
    const byEnvironment = Map.groupBy(checkIns, (checkIn) => checkIn.environment)
    const environments = [...byEnvironment]
      .filter(([name]) => environment === undefined || name === environment)
      .map(([name, ofOne]) => ({ name, ...reportOf(row, ofOne, clock()) }))
      .toSorted((a, b) => rankOf(a.state) - rankOf(b.state) || (a.name < b.name ? -1 : 1))
    const { id, slug, projectId, projectSlug, createdAt, config } = row
    const schedule = config && describeSchedule(config)
    return { id, slug, projectId, projectSlug, createdAt, config, schedule, environments }
  }

  return {
    async list({ project, isWithoutOwn, environment, cursor, limit }) {
      const rows = await listMonitorRows(db, {
        projectSlug: project,
        isWithoutOwn,
        after: parseMonitorCursor(cursor),
        limit: limit + 1,
      })
      const page = await Promise.all(rows.slice(0, limit).map((row) => summarize(row, environment)))
      const items = page
        .filter(({ environments }) => environment === undefined || environments.length > 0)
        .toSorted((a, b) => rankOf(stateOf(a)) - rankOf(stateOf(b)))
      const last = rows[limit - 1]
      return { items, nextCursor: rows.length > limit && last ? `${last.id}:${last.slug}` : null }
    },
    async find(projectSlug, slug, environment) {
      const after = { slug, id: 0 }
      const rows = await listMonitorRows(db, { projectSlug, after, limit: 1 })
      const [row] = rows
      return row?.slug === slug ? summarize(row, environment) : undefined
    },
    async listCheckIns(projectId, slug, page) {
      const monitor = await findMonitorRow(db, projectId, slug)
      return monitor && listPage(page, (asked) => listCheckInRows(db, monitor.id, asked))
    },
    listRuns: (projectId, slug, page) => listMonitorRuns(store, { projectId, slug, page, now: clock() }),
    countCheckIns: (monitorId) => countCheckInRows(db, monitorId),
    async delete(projectSlug, slug) {
      const project = await findProjectRow(db, projectSlug)
      return project !== undefined && deleteMonitor(store, project.id, slug)
    },
  }
}

function reportOf({ config }: MonitorRow, checkIns: readonly CheckInRow[], now: number) {
  const known = checkIns.map(toKnown)
  return { ...reportMonitor(known, { config, now, limit: STRIP_RUNS }), lastAt: known[0]?.time ?? null }
}

const RANKS: readonly MonitorState[] = ['error', 'timed_out', 'missed', 'running', 'waiting', 'ok']

function rankOf(state: MonitorState): number {
  return RANKS.indexOf(state)
}

/** The state of a monitor is that of its worst environment. */
function stateOf({ environments }: MonitorSummary): MonitorState {
  return environments[0]?.state ?? 'waiting'
}

/** Reads a cursor of monitors; undefined for what is none. */
export function parseMonitorCursor(text: string | undefined): { slug: string; id: number } | undefined {
  const match = /^(\d{1,15}):(.+)$/s.exec(text ?? '')
  return match ? { id: Number(match[1]), slug: match[2] ?? '' } : undefined
}
