import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { buckets, type OpenMetrics, openMetrics, START } from './open-metrics.ts'
import { toPoint } from './otlp-points.ts'

describe.each(ENGINES)('a busy metric, on %s', (engine) => {
  let desk: OpenMetrics

  beforeAll(async () => {
    desk = await openMetrics(engine)
    // 600 values in each of six minutes: more than the 3,000 that a page reads.
    for (let minute = 0; minute < 6; minute++) {
      const dataPoints = Array.from({ length: 600 }, (_, index) =>
        toPoint({ atMs: START + minute * 60_000 + index * 90, asInt: '2' }),
      )
      await desk.send([{ name: 'hits', sum: { dataPoints, aggregationTemporality: 1, isMonotonic: true } }])
    }
  })
  afterAll(() => desk.close())

  it('is read in part, 3,000 values at most, and its sums are estimated from these', async () => {
    const detail = await desk.find('hits')
    expect(detail).toMatchObject({ read: { points: 3_000, isSample: true } })
    if (detail === undefined || 'refusal' in detail) throw new Error('Cannot find the metric')
    expect(detail.all.byBucket.map((part) => Math.round(part?.sum ?? 0))).toEqual(new Array(6).fill(1_200))
    expect(Math.round(detail.all.total.sum ?? 0)).toBe(7_200)
  })

  it('is estimated too where one part of the period has more than 1,000 values', async () => {
    const whole = { start: buckets.start, stepMs: 360_000, count: 1 }
    const detail = await desk.find('hits', { buckets: whole })
    if (detail === undefined || 'refusal' in detail) throw new Error('Cannot find the metric')
    expect(detail.read).toEqual({ points: 3_000, isSample: true })
    const sum = detail.all.total.sum ?? 0
    expect(sum).toBeGreaterThan(6_500)
    expect(sum).toBeLessThan(8_000)
  })
})
