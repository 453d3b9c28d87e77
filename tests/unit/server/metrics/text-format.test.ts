import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCounter, createHistogram, gauge } from '#server/metrics/counters.ts'
import { formatMetrics } from '#server/metrics/text-format.ts'
import { createWriterMetrics } from '#server/metrics/writer-metrics.ts'
import { anyText } from '#tests/support/fuzz/any-text.ts'

/** One line, as https://prometheus.io/docs/instrumenting/exposition_formats/#comments-help-text-and-type-information reads it. */
const SAMPLE =
  /^[a-zA-Z_:][a-zA-Z0-9_:]*(?:\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*\})? (?:[+-]Inf|NaN|-?[\d.]+(?:e[+-]?\d+)?)$/

describe('formatMetrics()', () => {
  it('writes a family with its help and type', () => {
    const counter = createCounter('items_total', 'Items\nof a \\ kind.')
    counter.add({ project: '1', reason: 'say "no"\n\\' })
    counter.add({ project: '1', reason: 'say "no"\n\\' }, 4)
    counter.add({ project: '2', reason: '' })
    expect(formatMetrics([counter.family(), gauge('depth', 'Depth.', 0.5)])).toBe(
      [
        '# HELP items_total Items\\nof a \\\\ kind.',
        '# TYPE items_total counter',
        'items_total{project="1",reason="say \\"no\\"\\n\\\\"} 5',
        'items_total{project="2",reason=""} 1',
        '# HELP depth Depth.',
        '# TYPE depth gauge',
        'depth 0.5',
        '',
      ].join('\n'),
    )
  })

  it('writes a histogram, each bucket with those below it', () => {
    const histogram = createHistogram('took_seconds', 'Time.', [0.5, 1])
    for (const value of [0.25, 0.5, 0.75, 3]) histogram.observe(value)
    expect(formatMetrics([histogram.family()]).split('\n').slice(2)).toEqual([
      'took_seconds_bucket{le="0.5"} 2',
      'took_seconds_bucket{le="1"} 3',
      'took_seconds_bucket{le="+Inf"} 4',
      'took_seconds_sum 4.5',
      'took_seconds_count 4',
      '',
    ])
  })

  it('stays readable whatever labels and values are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), anyText(), fc.double(), (a, b, value) => {
        const samples = [{ labels: { a, b }, value }]
        const text = formatMetrics([{ name: 'x_total', help: a + b, type: 'counter', samples }])
        const [help, type, sample, ...rest] = text.split('\n')
        expect(help?.startsWith('# HELP x_total ')).toBe(true)
        expect(type).toBe('# TYPE x_total counter')
        expect(sample).toMatch(SAMPLE)
        expect(rest).toEqual([''])
      }),
    )
  })
})

describe('createWriterMetrics()', () => {
  it('adds up what commits and batches bring', () => {
    const metrics = createWriterMetrics()
    const outcome = { projectId: 1, keyId: 1, hour: 1, category: 'error', outcome: 'accepted' } as const
    metrics.noteCommit({ outcomes: [{ ...outcome, reason: '', quantity: 3 }] })
    metrics.noteCommit({ outcomes: [{ ...outcome, keyId: 2, hour: 2, reason: '', quantity: 2 }] })
    metrics.noteBatch(3, 2)
    metrics.noteBatch(0, 1)
    metrics.noteRestart()
    const lines = formatMetrics(metrics.families()).split('\n')
    expect(lines).toContain(
      'crumbtrail_outcomes_total{project="1",category="error",outcome="accepted",reason=""} 5',
    )
    expect(lines).toContain('crumbtrail_batch_envelopes_count 1')
    expect(lines).toContain('crumbtrail_batch_duration_seconds_count 2')
    expect(lines).toContain('crumbtrail_writer_restarts_total 1')
  })
})
