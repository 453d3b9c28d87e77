import { describe, expect, it } from 'vitest'
import { parseGrouping, showDistribution } from '#pages/traces/distribution.ts'
import {
  durationToken,
  filterOf,
  searchBase,
  withFilter,
  withoutDuration,
} from '#pages/traces/trace-query.ts'
import type { TraceDistribution } from '#server/models/traces/trace-distribution.ts'
import { parseTraceSearch } from '#server/search/dialects/traces.ts'

describe('a search that a range is chosen in', () => {
  it.each([
    ['is:root', 'is:root'],
    ['is:root duration:1s..4s', 'is:root'],
    ['duration:>500ms cart duration:<2s', 'cart'],
    ['name:"a duration:5s" is:root', 'name:"a duration:5s" is:root'],
    ['duration:1s OR is:failed', 'duration:1s OR is:failed'],
  ])('%s loses its own limits of duration', (query, rest) => {
    expect(withoutDuration(query)).toBe(rest)
  })

  it('keeps its meaning when a filter is added', () => {
    expect(withFilter('', 'status:"500"')).toBe('status:"500"')
    expect(withFilter('is:root', 'status:"500"')).toBe('is:root status:"500"')
    expect(withFilter('cart OR is:failed', 'status:"500"')).toBe('(cart OR is:failed) status:"500"')
    expect(searchBase('a OR b')).toBe('(a OR b)')
  })

  it('is read with what is added to it', () => {
    const query = withFilter('is:root', `duration:${durationToken(250)}..${durationToken(4200)}`)
    expect(query).toBe('is:root duration:250ms..4.2s')
    expect(parseTraceSearch(query)).toMatchObject({
      condition: {
        of: [{ kind: 'root' }, { kind: 'duration', range: { from: 250_000, before: 4_200_001 } }],
      },
    })
    expect(parseTraceSearch(filterOf('user', 'a "b" *\\'))).toMatchObject({
      condition: { kind: 'text', field: 'user', pattern: ['a "b" *\\'] },
    })
  })
})

describe('showDistribution()', () => {
  const distribution: TraceDistribution = {
    ...{ sampled: 3, sampledSince: null, range: { from: 100, to: 130.001 }, chosen: 2, p50: 110, p95: 150 },
    bins: [
      { from: 100, to: 130, count: 2, failed: 1 },
      { from: 130, to: 160, count: 1, failed: 0 },
    ],
    groups: [
      { value: 'shop@1', op: null, count: 1, p50: 110, p95: 110, failureRate: 0 },
      { value: null, op: null, count: 1, p50: 120, p95: 120, failureRate: 1 },
    ],
    otherGroups: 0,
  }
  const query = 'is:root duration:100ms..130ms'
  const shown = showDistribution(distribution, {
    query,
    params: { query, by: 'release' },
    grouping: 'release',
  })

  it('draws the chosen durations apart, and what failed', () => {
    expect(shown.chart.bars.map(({ tone }) => tone)).toEqual(['quiet', 'trail', 'error'])
    expect(shown.chart.rows).toEqual([
      { range: '100 ms – 130 ms', count: '2', failed: '1' },
      { range: '130 ms – 160 ms', count: '1', failed: '0' },
    ])
    expect(shown.tokens).toEqual(['100ms', '130ms', '160ms'])
    expect(shown.clear).toBe('/traces?query=is%3Aroot&by=release')
  })

  it('leads from a group to its traces, unless they have nothing of the kind', () => {
    const [first, second] = shown.groups
    const params = new URL(first?.href ?? '', 'http://desk.invalid').searchParams
    expect(params.get('query')).toBe('is:root duration:100ms..130ms release:"shop@1"')
    expect(second?.href).toBeUndefined()
  })

  it('groups by route unless the address names another way', () => {
    expect([parseGrouping(null), parseGrouping('user'), parseGrouping('constructor')]).toEqual([
      'route',
      'user',
      'route',
    ])
    expect(shown.groupings[0]?.href).not.toContain('by=')
  })
})
