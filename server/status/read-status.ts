import type { Kysely } from 'kysely'
import type { StatusPageDetail } from '#server/models/uptime/status-pages.ts'
import { reportMonitor } from '#server/monitors/monitor-state.ts'
import type { MonitorConfig } from '#server/processing/record.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import { listCheckInRows } from '#server/store/records/read/check-ins.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { listIncidents } from '#server/store/uptime/incidents.ts'
import { countByDay, readCheckStates, readMonitorConfigs } from '#server/store/uptime/public-status.ts'
import { findStatusPage } from '#server/store/uptime/status-pages.ts'

export type PublicState = 'up' | 'down' | 'unknown'

/** All that strangers are told. */
export interface PublicStatus
  extends Pick<StatusPageDetail, 'title' | 'announcement' | 'timezone' | 'isIndexed'> {
  at: number
  services: PublicService[]
  incidents: { name: string; beganAt: number; endedAt: number | null }[]
}

export interface PublicService {
  name: string
  state: PublicState
  /** A check has a part for each of 90 days, a job one for each of its last runs. */
  kind: 'check' | 'job'
  /** The oldest first. */
  parts: { at: number; up: number; down: number }[]
}

const DAYS = 90
const MOST_INCIDENTS = 20
const RUNS = 40
const READ_CHECK_INS = 120

/** Reads a page that is on, in few queries that grow with its items alone; undefined where there is none. */
export async function readStatus(
  db: Kysely<Database>,
  slug: string,
  now: number,
): Promise<PublicStatus | undefined> {
  const page = await findStatusPage(db, { slug })
  if (page === undefined || !page.isEnabled) return undefined
  const { title, announcement, timezone, isIndexed, items } = page
  const nameOf = new Map(items.map(({ key, name }) => [key, name]))
  const idsOf = (kind: string) =>
    items.flatMap(({ key }) => (key.startsWith(`${kind}:`) ? [Number(key.slice(kind.length + 1))] : []))
  const services = new Map([
    ...(await readChecks(db, idsOf('check'), { timezone, now })),
    ...(await readJobs(db, idsOf('monitor'), now)),
  ])
  const since = now - DAYS * DAY_MS
  const incidents = await listIncidents(db, idsOf('check'), { since, limit: MOST_INCIDENTS })
  return {
    ...{ title, announcement, timezone, isIndexed, at: now },
    services: items.flatMap(({ key, name }) => {
      const service = services.get(key)
      return service === undefined ? [] : [{ name, ...service }]
    }),
    incidents: incidents.map(({ checkId, beganAt, endedAt }) => {
      return { name: nameOf.get(`check:${checkId}`) ?? '', beganAt, endedAt }
    }),
  }
}

type Service = Omit<PublicService, 'name'>

async function readChecks(
  db: Kysely<Database>,
  ids: readonly number[],
  { timezone, now }: { timezone: string; now: number },
): Promise<[string, Service][]> {
  const offsetHours = Math.round(offsetOf(timezone, now) / HOUR_MS)
  const today = Math.floor((Math.floor(now / HOUR_MS) + offsetHours) / 24)
  const first = today - DAYS + 1
  const fromHour = first * 24 - offsetHours
  const [states, counts] = await Promise.all([
    readCheckStates(db, ids),
    countByDay(db, ids, { fromHour, offsetHours }),
  ])
  const byDay = new Map(counts.map((count) => [`${count.checkId}:${count.day}`, count]))
  return states.map(({ id, state, isPaused, checkedAt, everyMinutes }) => {
    const isOld = checkedAt === null || now - checkedAt > (2 * everyMinutes + 2) * MINUTE_MS
    const parts = Array.from({ length: DAYS }, (_, index) => {
      const { up = 0, down = 0 } = byDay.get(`${id}:${first + index}`) ?? {}
      return { at: (first + index) * DAY_MS - offsetHours * HOUR_MS, up, down }
    })
    const known = isPaused || isOld || state === 'waiting' ? ('unknown' as const) : state
    return [`check:${id}`, { kind: 'check', state: known, parts }]
  })
}

async function readJobs(
  db: Kysely<Database>,
  ids: readonly number[],
  now: number,
): Promise<[string, Service][]> {
  const monitors = await readMonitorConfigs(db, ids)
  return Promise.all(
    monitors.map(async ({ id, config }): Promise<[string, Service]> => {
      const checkIns = await listCheckInRows(db, id, { limit: READ_CHECK_INS })
      const byEnvironment = Map.groupBy(checkIns, ({ environment }) => environment)
      const reports = [...byEnvironment.values()].map((ofOne) => reportOf(ofOne, config, now))
      const states = reports.map(({ state }) => state)
      const isDown = states.some((state) => state === 'error' || state === 'missed' || state === 'timed_out')
      const isUp = states.some((state) => state === 'ok' || state === 'running')
      const runs = reports.flatMap((report) => report.runs).toSorted((a, b) => a.time - b.time)
      const parts = runs.slice(-RUNS).map(({ time, state }) => {
        const isBad = state === 'error' || state === 'missed' || state === 'timed_out'
        return { at: time, up: isBad ? 0 : 1, down: isBad ? 1 : 0 }
      })
      return [`monitor:${id}`, { kind: 'job', state: isDown ? 'down' : isUp ? 'up' : 'unknown', parts }]
    }),
  )
}

function reportOf(
  checkIns: Awaited<ReturnType<typeof listCheckInRows>>,
  config: MonitorConfig | null,
  now: number,
) {
  const known = checkIns.map(({ id, timestamp, status, durationMs }) => ({
    id,
    time: timestamp,
    status,
    durationMs,
  }))
  return reportMonitor(known, { config, now, limit: RUNS })
}

/** How far a zone is before UTC at a time, in milliseconds. */
function offsetOf(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(at)
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  const wall = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  )
  return wall - Math.floor(at / 1_000) * 1_000
}
