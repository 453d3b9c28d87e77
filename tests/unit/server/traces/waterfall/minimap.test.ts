import fc from 'fast-check'
import { expect, it } from 'vitest'
import { drawMinimap } from '#server/traces/waterfall/minimap.ts'
import type { SpanTone } from '#server/traces/waterfall/waterfall.ts'
import { aWaterfall } from '#tests/support/builders/a-waterfall.ts'

const BAR = /M(\d+) ([\d.]+)h(\d+)v([\d.]+)H(\d+)z/g

function barsOf(d: string) {
  return [...d.matchAll(BAR)].map(([, from, top, width, height]) => ({
    ...{ from: Number(from), width: Number(width) },
    ...{ top: Number(top), height: Number(height) },
  }))
}

const anyRow = fc.record({
  startUs: fc.integer({ min: 0, max: 1_000 }),
  durationUs: fc.integer({ min: 0, max: 1_000 }),
  tone: fc.constantFrom<SpanTone>('server', 'database', 'error'),
})

it('draws in each lane and colour bars that do not touch, within the box', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { minLength: 1, maxLength: 60 }), (given) => {
      const durationUs = Math.max(1, ...given.map((row) => row.startUs + row.durationUs))
      const map = drawMinimap({ rows: given.map(aWaterfall.row), durationUs })
      expect(new Set(map.paths.map(({ tone }) => tone))).toEqual(new Set(given.map(({ tone }) => tone)))
      for (const { d } of map.paths) {
        const bars = barsOf(d)
        expect(d.replaceAll(BAR, '')).toBe('')
        for (const lane of Map.groupBy(bars, ({ top }) => top).values()) {
          const sorted = lane.toSorted((a, b) => a.from - b.from)
          for (const [place, bar] of sorted.entries()) {
            const before = sorted[place - 1]
            if (before) expect(bar.from).toBeGreaterThan(before.from + before.width)
            expect(bar.width).toBeGreaterThanOrEqual(2)
            expect(bar.from + bar.width).toBeLessThanOrEqual(map.width + 2)
            expect(bar.top + bar.height).toBeLessThanOrEqual(map.height)
          }
        }
      }
    }),
  )
})

it('is small for ten thousand spans', () => {
  const rows = Array.from({ length: 10_000 }, (_, place) =>
    aWaterfall.row({ startUs: place * 100, durationUs: 90, tone: place % 3 ? 'database' : 'server' }),
  )
  const { paths } = drawMinimap({ rows, durationUs: 1_000_000 })
  expect(paths.reduce((sum, { d }) => sum + d.length, 0)).toBeLessThan(5_000)
})

it('leaves logs and gaps out', () => {
  const rows = [
    aWaterfall.row({ kind: 'log', tone: 'log' }),
    aWaterfall.row({ kind: 'gap', tone: 'nothing' }),
  ]
  expect(drawMinimap({ rows, durationUs: 1 }).paths).toEqual([])
})
