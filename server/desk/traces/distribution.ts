import type {
  TraceDistribution,
  TraceGroup,
  TraceGrouping,
} from '#server/models/traces/trace-distribution.ts'
import type { TraceCondition } from '#server/search/dialects/traces.ts'
import type { SampledRow } from '#server/store/traces/list-traces.ts'

/** The edges of the bins within a power of ten: nearly equal on a logarithmic axis, and short to read. */
const STEPS = [1, 1.3, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8]
/** In milliseconds; what is shorter counts as this. */
const SHORTEST = 0.1
const MOST_GROUPS = 6

/** Takes out the durations that a whole search is limited to, so that those around them can be seen too. */
export function splitDurations(condition: TraceCondition) {
  const parts = condition.kind === 'all' ? condition.of : [condition]
  let range: TraceDistribution['range'] = null
  const others = parts.filter((part) => {
    if (part.kind !== 'duration') return true
    const { from, before } = part.range
    range = {
      from: latest(range?.from, from === undefined ? null : from / 1_000, Math.max),
      to: latest(range?.to, before === undefined ? null : before / 1_000, Math.min),
    }
    return false
  })
  return {
    others: { kind: 'all', of: others } satisfies TraceCondition,
    range: range as TraceDistribution['range'],
  }
}

function latest(
  one: number | null | undefined,
  other: number | null,
  pick: (one: number, other: number) => number,
): number | null {
  if (one === null || one === undefined) return other
  return other === null ? one : pick(one, other)
}

interface Sample {
  rows: readonly SampledRow[]
  isWhole: boolean
  oldestUs: number | null
}

export function distributionOf(
  { rows, isWhole, oldestUs }: Sample,
  {
    range,
    grouping,
    slugOf,
  }: {
    range: TraceDistribution['range']
    grouping: TraceGrouping
    slugOf: (projectId: number) => string
  },
): TraceDistribution {
  const sorted = rows.map(millisOf).toSorted((a, b) => a - b)
  const chosen = rows.filter((row) => isWithin(millisOf(row), range))
  const groups = groupBy(chosen, grouping, slugOf)
  return {
    sampled: rows.length,
    sampledSince: isWhole || oldestUs === null ? null : oldestUs / 1_000,
    range,
    chosen: chosen.length,
    bins: binsOf(rows),
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    groups: groups.slice(0, MOST_GROUPS),
    otherGroups: Math.max(0, groups.length - MOST_GROUPS),
  }
}

function millisOf({ durationUs }: SampledRow): number {
  return durationUs / 1_000
}

function isWithin(millis: number, range: TraceDistribution['range']): boolean {
  return range === null || (millis >= (range.from ?? 0) && millis < (range.to ?? Number.POSITIVE_INFINITY))
}

function binsOf(rows: readonly SampledRow[]): TraceDistribution['bins'] {
  if (rows.length === 0) return []
  const places = rows.map((row) => binAt(Math.max(SHORTEST, millisOf(row))))
  const first = places.reduce((least, place) => Math.min(least, place))
  const last = places.reduce((most, place) => Math.max(most, place))
  const bins = Array.from({ length: last - first + 1 }, (_, index) => ({
    from: edgeAt(first + index),
    to: edgeAt(first + index + 1),
    count: 0,
    failed: 0,
  }))
  for (const [index, row] of rows.entries()) {
    const bin = bins[(places[index] ?? 0) - first]
    if (bin === undefined) continue
    bin.count++
    if (row.status !== 'ok') bin.failed++
  }
  return bins
}

/** Rounded, because powers of ten below one are no exact numbers. */
function edgeAt(place: number): number {
  const power = Math.floor(place / STEPS.length)
  const step = STEPS[place - power * STEPS.length] ?? 1
  return Number((step * 10 ** power).toPrecision(2))
}

function binAt(millis: number): number {
  let place = Math.floor(Math.log10(millis) * STEPS.length) - 1
  while (edgeAt(place + 1) <= millis) place++
  return place
}

function groupBy(
  rows: readonly SampledRow[],
  grouping: TraceGrouping,
  slugOf: (projectId: number) => string,
): TraceGroup[] {
  const byKey = Map.groupBy(rows, (row) => JSON.stringify(keyOf(row, grouping, slugOf)))
  const groups = [...byKey].map(([key, members]) => {
    const [value, op] = JSON.parse(key) as [string | null, string | null] // it was made just above
    const sorted = members.map(millisOf).toSorted((a, b) => a - b)
    const failed = members.filter(({ status }) => status !== 'ok').length
    return {
      ...{ value, op, count: members.length },
      ...{ p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) },
      failureRate: failed / members.length,
    }
  })
  return groups.toSorted((a, b) => b.count - a.count || b.p95 - a.p95)
}

function keyOf(
  row: SampledRow,
  grouping: TraceGrouping,
  slugOf: (projectId: number) => string,
): [value: string | null, op: string | null] {
  switch (grouping) {
    case 'route':
      return [row.name, row.op]
    case 'release':
      return [row.release, null]
    case 'user':
      return [row.user, null]
    case 'status':
      return [row.httpStatus === null ? row.status : String(row.httpStatus), null]
    case 'project':
      return [slugOf(row.projectId), null]
  }
}

/** Of values in ascending order; zero without any. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}
