import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import type { Period } from '#server/models/period.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import type { Cell, Row } from '#server/search/tables/table-search.ts'
import { datasetOf } from './datasets.ts'
import { parseFunction, type TableFunction } from './functions.ts'
import { readRows } from './list-table.ts'

const UNITS_MS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS }
/** More points than a screen has pixels say nothing more. */
const MOST_POINTS = 4_000
/** Without an interval: as fine as some hundred points show. */
const OWN_INTERVALS: readonly [longest: number, intervalMs: number][] = [
  [2 * HOUR_MS, MINUTE_MS],
  [2 * DAY_MS, 15 * MINUTE_MS],
  [14 * DAY_MS, HOUR_MS],
]

/** Functions over time, one point for each interval, as Sentry's `events-stats` has them. */
export async function getEventsStats(request: ApiRequest): Promise<Answer> {
  const { params, query } = request
  if (!isOurOrganization(params)) return refuse(404, 'Cannot count events: the only organization is "desk"')
  const dataset = datasetOf(query.dataset)
  if (dataset === undefined || dataset === 'metrics')
    return refuse(400, 'Cannot count events: the dataset must be errors, spans, transactions or logs')
  if (query.topEvents !== undefined)
    return refuse(400, 'Cannot count events: there are no series of groups; use one query for each')
  const names = [query.yAxis ?? 'count()'].flat().map(String)
  const calls: { name: string; call: TableFunction }[] = []
  for (const name of new Set(names)) {
    const call = parseFunction(name)
    if (typeof call !== 'function')
      return refuse(400, `Cannot count events: ${call?.refusal ?? `${name} is not a function`}`)
    calls.push({ name, call })
  }
  const columns = calls.map(({ name, call }) => ({ name, call }))
  const read = await readRows(request, dataset, { columns, sort: { name: 'timestamp', isDescending: true } })
  if ('status' in read) return read
  const intervalMs = intervalOf(query.interval, read.period)
  if (intervalMs === undefined)
    return refuse(
      400,
      `Cannot count events: the interval must be like 1h, with at most ${MOST_POINTS} points`,
    )
  const points = pointsOf(read.rows, read.period, intervalMs)
  const series = calls.map(({ name, call }, order) => ({
    data: points.map(({ start, rows }) => [start / 1_000, [{ count: call(rows, intervalMs) ?? 0 }]]),
    start: Math.floor(read.period.start / 1_000),
    end: Math.floor(read.period.end / 1_000),
    order,
    isMetricsData: false,
    meta: { fields: { [name]: 'number' }, dataset, dataScanned: read.isWhole ? 'full' : 'partial' },
  }))
  const [only] = series
  return answer(
    series.length === 1 ? only : Object.fromEntries(calls.map(({ name }, index) => [name, series[index]])),
  )
}

function intervalOf(given: unknown, { start, end }: Period): number | undefined {
  const length = end - start
  if (given === undefined) return OWN_INTERVALS.find(([longest]) => length <= longest)?.[1] ?? 6 * HOUR_MS
  const [, count, unit] = (typeof given === 'string' && /^(\d{1,4})([mhdw])$/.exec(given)) || []
  const ms = Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS] // the pattern has no other unit
  return ms > 0 && length / ms <= MOST_POINTS ? ms : undefined
}

function pointsOf(rows: readonly Row[], { start, end }: Period, intervalMs: number) {
  const placeOf = (time: Cell) => Math.floor(Date.parse(String(time)) / intervalMs)
  const byPlace = Map.groupBy(rows, (row) => placeOf(row('timestamp')))
  const first = Math.floor(start / intervalMs)
  const length = Math.ceil(end / intervalMs) - first
  return Array.from({ length }, (_, index) => ({
    start: (first + index) * intervalMs,
    rows: byPlace.get(first + index) ?? [],
  }))
}
