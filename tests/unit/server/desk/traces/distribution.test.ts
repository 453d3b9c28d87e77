import { describe, expect, it } from 'vitest'
import { distributionOf, splitDurations } from '#server/desk/traces/distribution.ts'
import { parseTraceSearch } from '#server/search/dialects/traces.ts'
import type { SampledRow } from '#server/store/traces/list-traces.ts'

const row = (millis: number, more: Partial<SampledRow> = {}): SampledRow => ({
  ...{ projectId: 1, op: 'http.server', name: 'GET /cart', status: 'ok', release: null },
  ...{ startUs: 1_000_000, durationUs: millis * 1_000, user: null, httpStatus: null },
  ...more,
})
const options = { range: null, grouping: 'route' as const, slugOf: (id: number) => `project-${id}` }
const whole = (rows: SampledRow[]) => ({ rows, isWhole: true, oldestUs: null })

describe('distributionOf()', () => {
  it('counts by bins without gaps, and what failed in each', () => {
    const rows = [row(105), row(125, { status: 'internal_error' }), row(210)]
    const { bins, sampled, chosen, sampledSince } = distributionOf(whole(rows), options)
    expect(bins).toEqual([
      { from: 100, to: 130, count: 2, failed: 1 },
      { from: 130, to: 160, count: 0, failed: 0 },
      { from: 160, to: 200, count: 0, failed: 0 },
      { from: 200, to: 250, count: 1, failed: 0 },
    ])
    expect([sampled, chosen, sampledSince]).toEqual([3, 3, null])
  })

  it.each([0, 0.1, 0.99, 1, 1.3, 9.99, 10, 999, 1_000, 63_000, 1e7])('has a bin for %d ms', (millis) => {
    const [bin] = distributionOf(whole([row(millis)]), options).bins
    expect(bin?.count).toBe(1)
    expect(bin?.from).toBeLessThanOrEqual(Math.max(0.1, millis))
    expect(bin?.to).toBeGreaterThan(millis)
  })

  it('groups what is within the range, the largest group first', () => {
    const rows = [
      ...[100, 200, 300].map((millis) => row(millis, { release: 'a' })),
      ...[150, 5_000].map((millis) => row(millis, { release: 'b', status: 'internal_error' })),
      row(10, { release: 'c' }),
    ]
    const range = { from: 100, to: 1_000 }
    const found = distributionOf(whole(rows), { ...options, range, grouping: 'release' })
    expect([found.sampled, found.chosen]).toEqual([6, 4])
    expect(found.groups).toEqual([
      { value: 'a', op: null, count: 3, p50: 200, p95: 300, failureRate: 0 },
      { value: 'b', op: null, count: 1, p50: 150, p95: 150, failureRate: 1 },
    ])
  })

  it('groups by status of HTTP or else by how the span ended, by project, and counts the rest', () => {
    const rows = [row(1, { httpStatus: 500 }), row(1, { status: 'aborted' }), row(1, { projectId: 2 })]
    const valuesBy = (grouping: 'status' | 'project') =>
      distributionOf(whole(rows), { ...options, grouping }).groups.map(({ value }) => value)
    expect(valuesBy('status').toSorted()).toEqual(['500', 'aborted', 'ok'])
    expect(valuesBy('project')).toEqual(['project-1', 'project-2'])
    const many = Array.from({ length: 9 }, (_, index) => row(1, { name: `GET /${index}` }))
    expect(distributionOf(whole(many), options).otherGroups).toBe(3)
  })

  it('says since when, if it is of the newest only', () => {
    expect(distributionOf({ rows: [row(5)], isWhole: false, oldestUs: 7_000 }, options).sampledSince).toBe(7)
  })
})

describe('splitDurations()', () => {
  const split = (query: string) => {
    const read = parseTraceSearch(query)
    if ('error' in read) throw new Error(read.error.message)
    return splitDurations(read.condition)
  }

  it('takes the limits of a whole search out of it', () => {
    expect(split('is:root duration:>=1s duration:<4s')).toEqual({
      others: { kind: 'all', of: [{ kind: 'root' }] },
      range: { from: 1_000, to: 4_000 },
    })
    expect(split('duration:1s').range).toEqual({ from: 1_000, to: null })
    expect(split('').range).toBeNull()
  })

  it('leaves those of an alternative or a negation', () => {
    expect(split('is:failed OR duration:1s').range).toBeNull()
    expect(split('!duration:1s').range).toBeNull()
  })
})
