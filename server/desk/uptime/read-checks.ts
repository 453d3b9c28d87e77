import type { Kysely } from 'kysely'
import type { Listing } from '#server/models/listing.ts'
import type { CheckDetail, CheckIncident, ListedCheck, ListedResult } from '#server/models/uptime/checks.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { type CheckRow, listChecks } from '#server/store/uptime/checks.ts'
import { listIncidents } from '#server/store/uptime/incidents.ts'
import { countEventsWithin, findStoredTraces } from '#server/store/uptime/joined.ts'
import { type HourRow, listHours, listResults } from '#server/store/uptime/results.ts'
import { hourStarts, toShare, toStrip } from './strips.ts'

const DAYS = 90
const SHARE_DAYS = [1, 7, 30, 90]
const MOST_INCIDENTS = 10
/** Nobody needs to know of more. */
const MOST_ERRORS = 1_000

export async function listChecksOf(
  db: Kysely<Database>,
  filter: Parameters<typeof listChecks>[1],
  now: number,
): Promise<ListedCheck[]> {
  const rows = await listChecks(db, filter)
  const starts = hourStarts(now, 24)
  const ids = rows.map(({ id }) => id)
  const hours = Map.groupBy(await listHours(db, ids, hourOf(starts)), ({ checkId }) => checkId)
  const listed = rows.map((row) => ({ ...toListed(row), day: toStrip(hours.get(row.id) ?? [], starts) }))
  return listed.toSorted((a, b) => rankOf(a) - rankOf(b)) // those of one rank stay by name
}

export async function readDetail(db: Kysely<Database>, row: CheckRow, now: number): Promise<CheckDetail> {
  const { method, headers, body, expects, contains, lacks, timeoutMs } = row.target
  const starts = hourStarts(now, DAYS * 24)
  const [hours, incidents] = await Promise.all([
    listHours(db, [row.id], hourOf(starts)),
    readIncidents(db, row, now),
  ])
  const days = starts.filter((_, index) => index % 24 === 0)
  const day = hourStarts(now, 24)
  return {
    ...toListed(row),
    ...{ method, body, expects, contains, lacks, timeoutMs, incidents, version: row.version },
    headerNames: headers.map(([name]) => name),
    day: toStrip(hours, day),
    days: toStrip(hours, days),
    shares: SHARE_DAYS.map((count) => toShare(hours, count, now)),
    meanMs: meanOf(hours.filter(({ hour }) => hour >= hourOf(day))),
  }
}

async function readIncidents(db: Kysely<Database>, row: CheckRow, now: number): Promise<CheckIncident[]> {
  const since = now - DAYS * DAY_MS
  const incidents = await listIncidents(db, [row.id], { since, limit: MOST_INCIDENTS })
  return Promise.all(
    incidents.map(async ({ checkId: _checkId, ...incident }) => {
      const around = { from: incident.beganAt - MINUTE_MS, until: incident.beganAt + MINUTE_MS }
      const counted = { projectId: row.projectId, ...around, most: MOST_ERRORS }
      return { ...incident, errors: await countEventsWithin(db, counted) }
    }),
  )
}

/** Lists results; those whose trace is stored have its id. */
export async function listResultsOf(
  db: Kysely<Database>,
  checkId: number,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Listing<ListedResult>> {
  const [, at, id] = /^(\d{1,15}):(\d{1,15})$/.exec(cursor ?? '') ?? []
  const before = at === undefined ? undefined : { at: Number(at), id: Number(id) }
  const rows = await listResults(db, checkId, { limit: limit + 1, before })
  const shown = rows.slice(0, limit)
  const known = await findStoredTraces(
    db,
    shown.map(({ traceId }) => traceId),
  )
  const items = shown.map(({ isUp, traceId, ...rest }) => ({
    ...rest,
    isUp: isUp === 1,
    traceId: known.has(traceId) ? traceId : undefined,
  }))
  const last = shown.at(-1)
  return { items, nextCursor: rows.length > limit && last ? `${last.at}:${last.id}` : null }
}

function toListed(row: CheckRow): Omit<ListedCheck, 'day'> {
  const { id, name, projectSlug, projectName, target, everyMinutes, isPaused, state, stateSince } = row
  const { checkedAt, nextAt, certificateEndsAt } = row
  return {
    ...{ id, name, everyMinutes, isPaused, state, stateSince, checkedAt, nextAt, certificateEndsAt },
    project: { slug: projectSlug, name: projectName },
    url: target.url,
    isSuspected: row.suspectedAt !== null,
  }
}

function rankOf({ state, isPaused }: ListedCheck): number {
  if (isPaused) return 2
  return state === 'down' ? 0 : 1
}

function hourOf([first = 0]: readonly number[]): number {
  return first / HOUR_MS
}

function meanOf(hours: readonly HourRow[]): number | undefined {
  const up = hours.reduce((sum, { upCount }) => sum + upCount, 0)
  return up === 0 ? undefined : hours.reduce((sum, { totalMs }) => sum + totalMs, 0) / up
}
