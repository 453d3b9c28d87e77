import type { Kysely } from 'kysely'
import { reportMonitor } from '#server/monitors/monitor-state.ts'
import { type Away, judgeRuns, type MonitorVerdict } from '#server/monitors/verdict.ts'
import { listToldMonitors } from '#server/store/records/monitors/told-monitors.ts'
import { type CheckInRow, listCheckInRows, listMonitorRows } from '#server/store/records/read/check-ins.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** A monitor that fails now, or recovered, in one environment. */
export interface MonitorChange {
  projectId: number
  projectSlug: string
  monitorId: number
  slug: string
  environment: string
  verdict: MonitorVerdict
  /** False where the state is only noted: nobody is told of it. */
  isNews: boolean
}

type MonitorRow = Awaited<ReturnType<typeof listMonitorRows>>[number]

const PAGE = 200
/** The same that a monitor's page reads, so that both say the same. */
const READ_CHECK_INS = 120

/** Finds the monitors whose state is not what was noted last. */
export async function findChanges(
  db: Kysely<Database>,
  { now, away }: { now: number; away: Away },
): Promise<MonitorChange[]> {
  const told = await listToldMonitors(db)
  const states = new Map(told.map((row) => [`${row.monitorId}:${row.environment}`, row.state]))
  const changes: MonitorChange[] = []
  for await (const monitor of eachMonitor(db)) {
    const checkIns = await listCheckInRows(db, monitor.id, { limit: READ_CHECK_INS })
    for (const [environment, own] of Map.groupBy(checkIns, (checkIn) => checkIn.environment)) {
      const verdict = judge(monitor, own, { now, away })
      const state = states.get(`${monitor.id}:${environment}`)
      if (verdict === undefined || (state !== undefined && (state !== 'ok') === verdict.isFailing)) continue
      const { projectId, projectSlug, id: monitorId, slug } = monitor
      const isNews = verdict.isFailing
        ? state !== undefined || verdict.run.time > away.awayUntil // it failed before the first look
        : state === 'failed'
      changes.push({ projectId, projectSlug, monitorId, slug, environment, verdict, isNews })
    }
  }
  return changes
}

async function* eachMonitor(db: Kysely<Database>): AsyncGenerator<MonitorRow> {
  let after: { slug: string; id: number } | undefined
  for (;;) {
    const rows = await listMonitorRows(db, { projectSlug: undefined, after, limit: PAGE })
    yield* rows
    after = rows.at(-1)
    if (rows.length < PAGE) return
  }
}

function judge(
  { config }: MonitorRow,
  checkIns: readonly CheckInRow[],
  { now, away }: { now: number; away: Away },
): MonitorVerdict | undefined {
  const known = checkIns.map(({ id, timestamp: time, status, durationMs }) => ({
    ...{ id, time, status, durationMs },
  }))
  const { runs } = reportMonitor(known, { config, now, limit: READ_CHECK_INS })
  return judgeRuns(runs, { config, away })
}
