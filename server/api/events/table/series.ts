import { type Answer, type ApiRequest, isOurOrganization, refuse } from '#server/api/answer.ts'
import type { Period } from '#server/models/period.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import type { Cell, Row } from '#server/search/tables/table-search.ts'
import { datasetOf } from './datasets.ts'
import { parseFunction, type TableFunction } from './functions.ts'
import { type Dataset, readRows } from './list-table.ts'

const UNITS_MS = { s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS }
/** More points than a screen has pixels say nothing more. */
const MOST_POINTS = 4_000
/** As many as Grafana and Sentry's pages ask for. */
const MOST_GROUPS = 10
/** Without an interval: as fine as some hundred points show. */
const OWN_INTERVALS: readonly [longest: number, intervalMs: number][] = [
  [2 * HOUR_MS, MINUTE_MS],
  [2 * DAY_MS, 15 * MINUTE_MS],
  [14 * DAY_MS, HOUR_MS],
]

interface Call {
  name: string
  call: TableFunction
}

interface Group {
  /** What the rows have in common, in the order of the fields. */
  values: Cell[]
  /** The value of each function at each point. */
  at(call: TableFunction): { time: number; value: Exclude<Cell, null> }[]
}

export interface Series {
  dataset: Dataset
  isWhole: boolean
  period: Period
  intervalMs: number
  calls: Call[]
  /** The largest first; one without values where nothing is grouped. */
  groups: Group[]
}

/** Reads functions over time, of all rows or of the largest groups of them. */
export async function readSeries(request: ApiRequest, fields: readonly string[]): Promise<Series | Answer> {
  const { params, query } = request
  if (!isOurOrganization(params)) return refuse(404, 'Cannot count events: the only organization is "desk"')
  const dataset = datasetOf(query.dataset)
  if (dataset === undefined || dataset === 'metrics')
    return refuse(400, 'Cannot count events: the dataset must be errors, spans, transactions or logs')
  const calls: Call[] = []
  for (const name of new Set([query.yAxis ?? 'count()'].flat().map(String))) {
    const call = parseFunction(name)
    if (typeof call !== 'function')
      return refuse(400, `Cannot count events: ${call?.refusal ?? `${name} is not a function`}`)
    calls.push({ name, call })
  }
  const most = Number(query.topEvents ?? MOST_GROUPS)
  if (!(most >= 1 && most <= MOST_GROUPS))
    return refuse(400, `Cannot count events: topEvents must be a number from 1 to ${MOST_GROUPS}`)
  const columns = [...calls, ...fields.map((name) => ({ name, call: undefined }))]
  const read = await readRows(request, dataset, { columns, sort: { name: 'timestamp', isDescending: true } })
  if ('status' in read) return read
  const { rows, isWhole, period } = read
  const intervalMs = intervalOf(query.interval, period)
  if (intervalMs === undefined)
    return refuse(
      400,
      `Cannot count events: the interval must be like 1h, with at most ${MOST_POINTS} points`,
    )
  const largest = orderOf(query.sort, { calls, fields }, period)
  const byValues = Map.groupBy(rows, (row) => JSON.stringify(fields.map(row)))
  const groups = fields.length === 0 ? [{ values: [], rows }] : [...byValues.values()].map(toGroup)
  function toGroup(own: Row[]) {
    return { values: fields.map((field) => own[0]?.(field) ?? null), rows: own }
  }
  return {
    ...{ dataset, isWhole, period, intervalMs, calls },
    groups: groups
      .sort(largest)
      .slice(0, most)
      .map((group) => {
        const points = pointsOf(group.rows, period, intervalMs)
        const at = (call: TableFunction) =>
          points.map(({ start, rows: own }) => ({ time: start, value: call(own, intervalMs) ?? 0 }))
        return { values: group.values, at }
      }),
  }
}

type Sorted = { values: Cell[]; rows: Row[] }

/** The order that `sort` names, of a function or a field; or that of the first function, the greatest first. */
function orderOf(
  sort: unknown,
  { calls, fields }: { calls: readonly Call[]; fields: readonly string[] },
  { start, end }: Period,
): (one: Sorted, other: Sorted) => number {
  const name = typeof sort === 'string' ? sort.replace(/^-/, '') : ''
  const place = fields.indexOf(name)
  const call = (calls.find((each) => each.name === name) ?? calls[0])?.call
  const keyOf = (group: Sorted): Cell =>
    place >= 0 ? (group.values[place] ?? null) : (call?.(group.rows, end - start) ?? null)
  const sign = typeof sort === 'string' && sort !== '' && !sort.startsWith('-') ? 1 : -1
  return (one, other) => {
    const [a, b] = [keyOf(one) ?? '', keyOf(other) ?? '']
    return a === b ? 0 : (a < b ? -1 : 1) * sign
  }
}

function intervalOf(given: unknown, { start, end }: Period): number | undefined {
  const length = end - start
  if (given === undefined) return OWN_INTERVALS.find(([longest]) => length <= longest)?.[1] ?? 6 * HOUR_MS
  const [, count, unit = 's'] = (typeof given === 'string' && /^(\d{1,7})([smhdw]?)$/.exec(given)) || []
  const ms = Number(count) * UNITS_MS[(unit || 's') as keyof typeof UNITS_MS] // the pattern has no other unit
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
