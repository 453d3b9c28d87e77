import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countVisible,
  indexOf,
  isCollapsed,
  toggle,
  visibleOf,
} from '#renderer/views/trace/waterfall/visible-rows.ts'
import { countBelow } from '#server/traces/waterfall/build-waterfall.ts'
import { filterRows, listCollapsedGroups } from '#server/traces/waterfall/pick-rows.ts'
import { showTrace } from '#server/traces/waterfall/show-trace.ts'
import type { Waterfall, WaterfallRow } from '#server/traces/waterfall/waterfall.ts'
import { aWaterfall } from '#tests/support/builders/a-waterfall.ts'

/** Rows of any shape: each at most one deeper than the one before. */
const waterfalls = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 100 }), fc.boolean()), {
    minLength: 1,
    maxLength: 60,
  })
  .map((list) => {
    const rows: WaterfallRow[] = []
    for (const [index, [depth, durationUs, isBad]] of list.entries()) {
      const deepest = rows.length === 0 ? 0 : (rows.at(-1)?.depth ?? 0) + 1
      rows.push(
        aWaterfall.row({
          key: `k${index}`,
          depth: Math.min(depth, deepest),
          durationUs,
          tone: isBad ? 'error' : 'server',
        }),
      )
    }
    return aWaterfall({ rows: countBelow(rows), durationUs: 200 })
  })

const aboveOf = (rows: readonly WaterfallRow[], index: number): string[] => {
  const keys: string[] = []
  let depth = rows[index]?.depth ?? 0
  for (let above = index - 1; above >= 0; above--) {
    const row = rows[above]
    if (row && row.depth < depth) {
      keys.push(row.key)
      depth = row.depth
    }
  }
  return keys
}

describe('filterRows()', () => {
  it('keeps what passes and all that it stands below, and nothing else', () => {
    fc.assert(
      fc.property(waterfalls, (waterfall) => {
        const kept = filterRows(waterfall, { only: 'errors' })
        const wanted = new Set(
          waterfall.rows.flatMap((row, index) =>
            row.tone === 'error' ? [row.key, ...aboveOf(waterfall.rows, index)] : [],
          ),
        )
        expect(kept.map(({ key }) => key)).toEqual(
          waterfall.rows.map(({ key }) => key).filter((key) => wanted.has(key)),
        )
      }),
    )
  })

  it('counts what is left below each', () => {
    fc.assert(
      fc.property(waterfalls, (waterfall) => {
        const kept = filterRows(waterfall, { only: 'slow', fromUs: 1, toUs: 150 })
        for (const [index, { key, size }] of kept.entries()) {
          const below = kept.filter((_, other) => aboveOf(kept, other).includes(key))
          expect(size).toBe(below.length)
          expect(kept.slice(index + 1, index + 1 + size)).toEqual(below)
        }
      }),
    )
  })

  it('looks at one service, and at a part of the time', () => {
    const rows = countBelow([
      aWaterfall.row({ key: 'a', durationUs: 100 }),
      aWaterfall.row({ key: 'b', depth: 1, projectSlug: 'api', durationUs: 20 }),
      aWaterfall.row({ key: 'c', depth: 1, startUs: 60, durationUs: 20 }),
    ])
    const waterfall = aWaterfall({ rows, durationUs: 100 })
    const keys = (filter: Parameters<typeof filterRows>[1]) =>
      filterRows(waterfall, filter).map(({ key }) => key)
    expect(keys({ service: 'api' })).toEqual(['a', 'b'])
    expect(keys({ fromUs: 50 })).toEqual(['a', 'c'])
    expect(keys({ toUs: 50 })).toEqual(['a', 'b'])
    expect(keys({ service: 'nobody' })).toEqual([])
  })
})

describe('folding', () => {
  const folding = fc.record({
    collapsed: fc
      .uniqueArray(fc.integer({ min: 0, max: 59 }))
      .map((list) => new Set(list.map((one) => `k${one}`))),
    open: fc
      .uniqueArray(fc.integer({ min: 0, max: 59 }))
      .map((list) => new Set(list.map((one) => `k${one}`))),
    depth: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
  })

  it('counts the same on both sides: server and browser', () => {
    fc.assert(
      fc.property(waterfalls, folding, (waterfall: Waterfall, view) => {
        const { rows } = waterfall
        const folds = listCollapsedGroups(rows, view)
        const shown = showTrace(waterfall, { ...view, at: 0 })
        expect(shown.visibleCount).toBe(countVisible(folds, rows.length))
        expect(shown.rows.map(({ index }) => index)).toEqual(
          Array.from({ length: shown.visibleCount }, (_, visible) => indexOf(folds, visible)),
        )
        for (const [visible, { index }] of shown.rows.entries()) expect(visibleOf(folds, index)).toBe(visible)
      }),
    )
  })

  it('finds a hidden row in the one that it is folded into', () => {
    fc.assert(
      fc.property(waterfalls, folding, (waterfall, view) => {
        const folds = listCollapsedGroups(waterfall.rows, view)
        for (const [at, size] of folds) {
          expect(isCollapsed(folds, at)).toBe(true)
          for (let index = at; index <= at + size; index++)
            expect(visibleOf(folds, index)).toBe(visibleOf(folds, at))
        }
      }),
    )
  })

  it('is taken back by folding once more', () => {
    fc.assert(
      fc.property(waterfalls, fc.nat(59), ({ rows }, place) => {
        const index = place % rows.length
        const size = rows[index]?.size ?? 0
        if (size === 0) return
        const folded = toggle([], [index, size])
        expect(countVisible(folded, rows.length)).toBe(rows.length - size)
        expect(toggle(folded, [index, size])).toEqual([])
      }),
    )
  })

  it('opens all below a row that is named, whatever the depth', () => {
    const rows = countBelow(
      [0, 1, 2, 3, 1, 2].map((depth, index) => aWaterfall.row({ key: `k${index}`, depth })),
    )
    expect(listCollapsedGroups(rows, { collapsed: new Set(), open: new Set(['k1']), depth: 1 })).toEqual([
      [4, 1],
    ])
    expect(
      listCollapsedGroups(rows, { collapsed: new Set(['k2']), open: new Set(['k1']), depth: 1 }),
    ).toEqual([
      [2, 1],
      [4, 1],
    ])
  })
})

describe('showTrace()', () => {
  it('gives a page of rows from a place, and no place behind the last one', () => {
    const rows = Array.from({ length: 250 }, (_, index) => aWaterfall.row({ key: `k${index}` }))
    const view = { collapsed: new Set<string>(), open: new Set<string>() }
    const shown = showTrace(aWaterfall({ rows }), { ...view, at: 240 })
    expect(shown.rows).toHaveLength(10)
    expect(shown).toMatchObject({ at: 240, rowCount: 250, visibleCount: 250 })
    expect(showTrace(aWaterfall({ rows }), { ...view, at: 9_999 }).rows).toHaveLength(1)
    expect(showTrace(aWaterfall({ rows }), { ...view, at: 0, chunk: 0 }).rows).toHaveLength(250)
    expect(showTrace(aWaterfall({ rows }), { ...view, at: 0, chunk: -1 }).rows).toEqual([])
  })
})

it('finds rows by a part of their names or operations, with those above them', () => {
  const row = (key: string, depth: number, op: string, name: string) =>
    aWaterfall.row({ key, depth, op, name })
  const waterfall = aWaterfall({
    rows: countBelow([
      row('a', 0, 'http.server', 'GET /cart'),
      row('b', 1, 'middleware', 'session'),
      row('c', 1, 'http.client', 'POST /charges'),
      row('d', 2, 'db.query', 'SELECT stock'),
    ]),
  })
  const found = (find: string) => filterRows(waterfall, { find }).map(({ key }) => key)
  expect(found('select')).toEqual(['a', 'c', 'd'])
  expect(found('SESSION')).toEqual(['a', 'b'])
  expect(found('db.query sel')).toEqual(['a', 'c', 'd'])
  expect(found('nothing like it')).toEqual([])
})
