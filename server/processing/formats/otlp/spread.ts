import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import { limits } from '#server/protocol/limits.ts'
import { finiteIn, listIn, memberOf } from './values.ts'

/** How the measurements of one point are spread: bounds and counts of buckets, or quantiles, as many as fit. */
export function spreadOf(point: unknown): JsonObject {
  const quantiles = listIn(point, 'quantileValues')
    .slice(0, limits.otlpBuckets)
    .map((each) => [finiteIn(each, 'quantile') ?? 0, finiteIn(each, 'value') ?? null])
  if (quantiles.length > 0) return { 'otel.quantiles': quantiles }
  const bounds = numbersIn(point, 'explicitBounds').slice(0, limits.otlpBuckets)
  if (bounds.length > 0) {
    const counts = numbersIn(point, 'bucketCounts').slice(0, limits.otlpBuckets)
    return { 'otel.bounds': bounds, 'otel.counts': counts }
  }
  return memberOf(point, 'positive') === undefined ? {} : exponentialSpread(point)
}

function numbersIn(message: unknown, name: string): (number | null)[] {
  return listIn(message, name).map((number) => finiteIn({ number }, 'number') ?? null)
}

/**
 * The buckets of an exponential histogram as bounds and counts. Where there are too many, neighbours are joined as a
 * lower scale joins them, so that points of one series have the same bounds and can be subtracted.
 * https://opentelemetry.io/docs/specs/otel/metrics/data-model/#exponentialhistogram
 */
function exponentialSpread(point: unknown): JsonObject {
  const [positive, negative] = [sideOf(point, 'positive'), sideOf(point, 'negative')]
  const most = (limits.otlpBuckets - 4) / 2
  const longest = Math.max(positive.counts.length, negative.counts.length)
  const joined = longest === 0 ? 0 : Math.max(0, Math.ceil(Math.log2(longest / most)))
  const scale = (finiteIn(point, 'scale') ?? 0) - joined
  const boundOf = (index: number) => 2 ** (index * 2 ** -scale)
  const bounds: number[] = []
  const counts: number[] = []
  const add = (bound: number, count: number) => {
    bounds.push(bound)
    counts.push(count)
  }
  const below = joinNeighbours(negative, joined)
  if (below.length > 0) add(-boundOf((below.at(-1)?.index ?? 0) + 1), 0)
  for (const { index, count } of below.toReversed()) add(-boundOf(index), count)
  const above = joinNeighbours(positive, joined)
  add(0, finiteIn(point, 'zeroCount') ?? 0)
  if (above[0]) add(boundOf(above[0].index), 0)
  for (const { index, count } of above) add(boundOf(index + 1), count)
  if (!bounds.every(Number.isFinite) || bounds.length >= limits.otlpBuckets) return {}
  return { 'otel.bounds': bounds, 'otel.counts': [...counts, 0] }
}

interface Side {
  offset: number
  counts: number[]
}

function sideOf(point: unknown, name: 'positive' | 'negative'): Side {
  const side = memberOf(point, name)
  return {
    offset: finiteIn(side, 'offset') ?? 0,
    counts: listIn(side, 'bucketCounts').map((number) => finiteIn({ number }, 'number') ?? 0),
  }
}

/** Joins 2, 4, 8 … neighbours; every bucket between the first and the last one is there. */
function joinNeighbours({ offset, counts }: Side, joined: number): { index: number; count: number }[] {
  const size = 2 ** joined
  const buckets: { index: number; count: number }[] = []
  for (const [place, count] of counts.entries()) {
    const index = Math.floor((offset + place) / size)
    const last = buckets.at(-1)
    if (last?.index === index) last.count += count
    else buckets.push({ index, count })
  }
  return buckets
}
