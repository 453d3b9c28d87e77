import { type MonitorReport, type MonitorState, reportMonitor } from '#server/monitors/monitor-state.ts'
import { describeSchedule } from '#server/monitors/schedule.ts'
import type { MonitorConfig } from '#server/processing/record.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findProjectRow } from '#server/store/projects/projects.ts'
import { deleteMonitor } from '#server/store/records/monitors/delete-monitor.ts'
import {
  type CheckInRow,
  listCheckInRows,
  listMonitorRows,
  type MonitorRow,
} from '#server/store/records/read/check-ins.ts'

/** Runs that a strip has room for. */
const STRIP_RUNS = 40
/** Check-ins that are read for the strips of a monitor's environments. */
const READ_CHECK_INS = 120

export interface MonitorSummary {
  id: number
  slug: string
  projectId: number
  projectSlug: string
  createdAt: number
  config: MonitorConfig | null
  /** `every 2 hours`, or the line of the crontab with its zone; null where no SDK has said. */
  schedule: string | null
  /** One for each that checks in, the worst first. */
  environments: (MonitorReport & { name: string; lastAt: number | null })[]
}

export interface DeskMonitors {
  /** By name, a page at a time; in each the worst first. */
  listMonitors(filter: {
    project: string | undefined
    environment: string | undefined
    cursor: string | undefined
    limit: number
  }): Promise<{ items: MonitorSummary[]; nextCursor: string | null }>
  findMonitor(projectSlug: string, slug: string, environment?: string): Promise<MonitorSummary | undefined>
  /** With its check-ins; false when there is none. */
  deleteMonitor(projectSlug: string, slug: string): Promise<boolean>
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
    async listMonitors({ project, environment, cursor, limit }) {
      const rows = await listMonitorRows(db, {
        projectSlug: project,
        after: parseCursor(cursor),
        limit: limit + 1,
      })
      const page = await Promise.all(rows.slice(0, limit).map((row) => summarize(row, environment)))
      const items = page
        .filter(({ environments }) => environment === undefined || environments.length > 0)
        .toSorted((a, b) => rankOf(stateOf(a)) - rankOf(stateOf(b)))
      const last = rows[limit - 1]
      return { items, nextCursor: rows.length > limit && last ? `${last.id}:${last.slug}` : null }
    },
    async findMonitor(projectSlug, slug, environment) {
      const after = { slug, id: 0 }
      const rows = await listMonitorRows(db, { projectSlug, after, limit: 1 })
      const [row] = rows
      return row?.slug === slug ? summarize(row, environment) : undefined
    },
    async deleteMonitor(projectSlug, slug) {
      const project = await findProjectRow(db, projectSlug)
      return project !== undefined && deleteMonitor(store, project.id, slug)
    },
  }
}

function reportOf({ config }: MonitorRow, checkIns: readonly CheckInRow[], now: number) {
  const known = checkIns.map(({ id, timestamp, status, durationMs }) => ({
    id,
    time: timestamp,
    status,
    durationMs,
  }))
  return { ...reportMonitor(known, { config, now, limit: STRIP_RUNS }), lastAt: known[0]?.time ?? null }
}

const RANKS: readonly MonitorState[] = ['error', 'timed_out', 'missed', 'running', 'waiting', 'ok']

function rankOf(state: MonitorState): number {
  return RANKS.indexOf(state)
}

/** Of its worst environment. */
function stateOf({ environments }: MonitorSummary): MonitorState {
  return environments[0]?.state ?? 'waiting'
}

function parseCursor(text: string | undefined): { slug: string; id: number } | undefined {
  const match = /^(\d{1,15}):(.+)$/s.exec(text ?? '')
  return match ? { id: Number(match[1]), slug: match[2] ?? '' } : undefined
}
