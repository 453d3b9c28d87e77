import { expect, it } from 'vitest'
import { readVitalMarks } from '#server/traces/waterfall/vital-marks.ts'
import { aTraceSpan } from '#tests/support/builders/a-waterfall.ts'

const inBrowser = (measurements: Record<string, { value: number; unit: string }> | null) =>
  readVitalMarks(aTraceSpan({ side: 'browser', measurements }), 1_000)

it('places moments since the beginning of the trace, in any unit', () => {
  const marks = inBrowser({
    ttfb: { value: 120, unit: 'millisecond' },
    fcp: { value: 0.5, unit: 'second' },
    lcp: { value: 610, unit: '' },
  })
  expect(marks).toEqual([
    { name: 'TTFB', atUs: 121_000 },
    { name: 'FCP', atUs: 501_000 },
    { name: 'LCP', atUs: 611_000 },
  ])
})

it('leaves out what is no moment, or none that can be', () => {
  expect(inBrowser({ cls: { value: 0.1, unit: '' }, inp: { value: 80, unit: 'millisecond' } })).toEqual([])
  expect(
    inBrowser({ lcp: { value: -1, unit: 'millisecond' }, fcp: { value: Number.NaN, unit: '' } }),
  ).toEqual([])
  expect(inBrowser({ lcp: { value: 1, unit: 'byte' } })).toEqual([])
  expect(inBrowser(null)).toEqual([])
})

it('knows none of a server', () => {
  const measurements = { lcp: { value: 610, unit: 'millisecond' } }
  expect(readVitalMarks(aTraceSpan({ side: 'server', measurements }), 0)).toEqual([])
})
