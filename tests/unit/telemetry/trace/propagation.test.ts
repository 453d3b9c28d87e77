import {
  extractTraceparentData,
  generateSentryTraceHeader,
  generateTraceparentHeader,
  propagationContextFromHeaders,
} from '@sentry/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTraceHeaders } from '#telemetry/trace/incoming.ts'
import { continueTrace, formatTraceHeaders, injectTrace, metaTags } from '#telemetry/trace/propagation.ts'
import { anyText } from '#tests/support/fuzz/any-text.ts'
import { runs } from '#tests/support/run/doses.ts'
import { createCountedRandom } from '#tests/support/store/traced-telemetry.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'
const context = (sampled?: boolean) => ({ traceId, spanId, sampled })
const parse = (headers: Parameters<typeof parseTraceHeaders>[0]) =>
  parseTraceHeaders(headers, createCountedRandom())

describe('parseTraceHeaders()', () => {
  it.each([
    [`${traceId}-${spanId}-1`, spanId, true],
    [`${traceId}-${spanId}-0`, spanId, false],
    [`${traceId}-${spanId}`, spanId, undefined],
    [` ${traceId} `, undefined, undefined],
  ])('reads sentry-trace %j', (header, parentSpanId, sampled) => {
    expect(parse({ 'sentry-trace': header })).toMatchObject({ traceId, parentSpanId, sampled })
  })

  it.each([
    '',
    '-',
    `${spanId}-1`,
    traceId.toUpperCase(),
    `${traceId}-${spanId}-2`,
    `${traceId}-${spanId}-1,x`,
  ])('finds no trace in sentry-trace %j', (header) => {
    expect(parse({ 'sentry-trace': header })).toBeUndefined()
  })

  it('finds none in baggage alone', () => {
    expect(parse({ baggage: `sentry-trace_id=${traceId}` })).toBeUndefined()
    expect(parse({})).toBeUndefined()
  })

  it.each([
    [`00-${traceId}-${spanId}-01`, true],
    [`00-${traceId}-${spanId}-00`, false],
    [`00-${traceId}-${spanId}-ff`, true],
    [`cc-${traceId}-${spanId}-01-what-comes-later`, true],
  ])('reads traceparent %j', (header, sampled) => {
    expect(parse({ traceparent: header })).toMatchObject({ traceId, parentSpanId: spanId, sampled })
  })

  it.each([
    `ff-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${spanId}`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
  ])('finds no trace in traceparent %j', (header) => {
    expect(parse({ traceparent: header })).toBeUndefined()
  })

  it('believes sentry-trace before traceparent', () => {
    const other = traceId.replaceAll('0', 'f')
    expect(
      parse({ 'sentry-trace': `${traceId}-${spanId}`, traceparent: `00-${other}-${spanId}-01` }),
    ).toMatchObject({ traceId, sampled: undefined })
  })

  it('takes what the trace began with as it is', () => {
    const baggage = ['vendor=1,sentry-release=shop%402', 'sentry-sample_rand=0.25']
    expect(parse({ 'sentry-trace': `${traceId}-${spanId}-1`, baggage })).toMatchObject({
      samplingContext: { release: 'shop@2', sample_rand: '0.25' },
      sampleRand: 0.25,
    })
  })

  it('hands on a sample_rand alone where no baggage came: only the head of a trace may say more', () => {
    expect(parse({ 'sentry-trace': `${traceId}-${spanId}-1` })?.samplingContext).toEqual({
      sample_rand: '0',
    })
    expect(parse({ traceparent: `00-${traceId}-${spanId}-01` })?.samplingContext).toEqual({
      sample_rand: '0',
    })
  })

  it('makes up a fraction by which the same would have been decided', () => {
    const fractions = fc.record({
      sampled: fc.boolean(),
      rate: fc.integer({ min: 1, max: 99 }),
      seed: fc.uint8Array({ minLength: 3, maxLength: 3 }),
    })
    fc.assert(
      fc.property(fractions, ({ sampled, rate, seed }) => {
        const headers = {
          'sentry-trace': `${traceId}-${spanId}-${sampled ? 1 : 0}`,
          baggage: `sentry-sample_rate=${rate / 100}`,
        }
        const incoming = parseTraceHeaders(headers, () => seed)
        expect((incoming?.sampleRand ?? 0) < rate / 100).toBe(sampled)
        expect(incoming?.samplingContext.sample_rand).toBe(`${incoming?.sampleRand}`)
      }),
    )
  })

  it('never throws, whatever the headers', () => {
    const part = fc.oneof(
      anyText(),
      fc.stringMatching(/^[0-9a-f -]{0,60}$/),
      fc.stringMatching(/^[sentry\-=,%;0-9]{0,60}$/),
    )
    const header = fc.oneof(part, fc.array(part), fc.constant(null), fc.constant(undefined))
    fc.assert(
      fc.property(header, header, header, (sentryTrace, baggage, traceparent) => {
        const incoming = parse({ 'sentry-trace': sentryTrace, baggage, traceparent })
        if (incoming) expect(incoming.traceId).toMatch(/^[0-9a-f]{32}$/)
      }),
      { numRuns: runs(300) },
    )
  })

  it('answers at once to a header made to be slow', () => {
    const startedAt = process.cpuUsage().user
    parse({ 'sentry-trace': ' '.repeat(200_000), traceparent: `00-${'0'.repeat(200_000)}` })
    parse({ 'sentry-trace': `${traceId}-`, baggage: 'sentry-a=1,'.repeat(20_000) })
    expect(process.cpuUsage().user - startedAt).toBeLessThan(1_000_000)
  })
})

describe('formatTraceHeaders()', () => {
  it.each([
    [true, '-1', '01'],
    [false, '-0', '00'],
    [undefined, '', '00'],
  ])('says sampled %s both ways', (sampled, flag, flags) => {
    expect(formatTraceHeaders(context(sampled), { release: '1' })).toEqual({
      'sentry-trace': `${traceId}-${spanId}${flag}`,
      baggage: 'sentry-release=1',
      traceparent: `00-${traceId}-${spanId}-${flags}`,
    })
  })

  it('is read as it was written', () => {
    const hex = (length: number) => fc.stringMatching(new RegExp(`^[1-9a-f]{${length}}$`))
    fc.assert(
      fc.property(
        hex(32),
        hex(16),
        fc.option(fc.boolean(), { nil: undefined }),
        (traceId, spanId, sampled) => {
          const written = formatTraceHeaders({ traceId, spanId, sampled }, { release: '1' })
          expect(parse({ ...written })).toMatchObject({ traceId, parentSpanId: spanId, sampled })
          expect(parse({ traceparent: written.traceparent })).toMatchObject({
            traceId,
            sampled: sampled ?? false,
          })
        },
      ),
    )
  })
})

describe('injectTrace()', () => {
  const trace = formatTraceHeaders(context(true), { release: '1' })

  it('adds all three, and merges baggage', () => {
    const headers = new Headers({ baggage: 'vendor=1,sentry-old=1' })
    injectTrace(headers, trace)
    expect(Object.fromEntries(headers)).toEqual({ ...trace, baggage: 'vendor=1,sentry-release=1' })
  })

  it('leaves a request alone that has a trace already', () => {
    const headers = new Headers({ 'sentry-trace': 'theirs', baggage: 'vendor=1' })
    injectTrace(headers, trace)
    expect(Object.fromEntries(headers)).toEqual({ 'sentry-trace': 'theirs', baggage: 'vendor=1' })
  })

  it('leaves a traceparent of another tracer', () => {
    const headers = new Headers({ traceparent: 'theirs' })
    injectTrace(headers, trace)
    expect(headers.get('traceparent')).toBe('theirs')
    expect(headers.get('sentry-trace')).toBe(trace['sentry-trace'])
  })

  it('adds no empty baggage, and leaves what is there', () => {
    const headers = new Headers()
    injectTrace(headers, formatTraceHeaders(context(), {}))
    expect(headers.has('baggage')).toBe(false)
    const theirs = new Headers({ baggage: 'sentry-release=0,vendor=1' })
    injectTrace(theirs, formatTraceHeaders(context(), {}))
    expect(theirs.get('baggage')).toBe('sentry-release=0,vendor=1')
  })
})

it('continueTrace() goes on from what metaTags() wrote', () => {
  const tags = metaTags(formatTraceHeaders(context(true), { release: 'shop@2', sample_rand: '0.25' }))
  const [sentryTrace = '', baggage = ''] = tags.map(({ content }) => content)
  expect(continueTrace(sentryTrace, baggage)).toEqual({
    traceId,
    parentSpanId: spanId,
    sampled: true,
    samplingContext: { release: 'shop@2', sample_rand: '0.25' },
    sampleRand: 0.25,
  })
  expect(continueTrace('', baggage)).toBeUndefined()
})

it('metaTags() are what a page load goes on from, without empty ones', () => {
  expect(metaTags(formatTraceHeaders(context(true), { release: '1' }))).toEqual([
    { name: 'sentry-trace', content: `${traceId}-${spanId}-1` },
    { name: 'baggage', content: 'sentry-release=1' },
  ])
  expect(metaTags(formatTraceHeaders(context(), {}))).toHaveLength(1)
})

describe('propagation and @sentry/core', () => {
  const sentryTrace = fc.oneof(
    fc.stringMatching(/^[ \t]?([0-9a-f]{32})?-?([0-9a-f]{16})?-?[012]?[ \t]?$/),
    fc.stringMatching(/^[0-9a-f]{32}(-[0-9a-f]{16}(-[01])?)?$/),
    fc.string(),
  )

  it('read the same of sentry-trace', () => {
    fc.assert(
      fc.property(sentryTrace, (header) => {
        const sentrys = extractTraceparentData(header)
        const expected = sentrys?.traceId && {
          traceId: sentrys.traceId,
          parentSpanId: sentrys.parentSpanId,
          sampled: sentrys.parentSampled,
        }
        const ours = parse({ 'sentry-trace': header })
        expect(
          ours && { traceId: ours.traceId, parentSpanId: ours.parentSpanId, sampled: ours.sampled },
        ).toEqual(expected || undefined)
      }),
      { numRuns: runs(500) },
    )
  })

  it('go on with the same trace', () => {
    const baggage = fc.oneof(
      fc.constant(undefined),
      fc.constant(`sentry-trace_id=${traceId},sentry-sample_rand=0.5,vendor=1`),
      fc.stringMatching(/^(sentry-[a-c]=[0-9a-z]{1,3},?){0,3}$/),
    )
    fc.assert(
      fc.property(sentryTrace, baggage, (header, members) => {
        const sentrys = propagationContextFromHeaders(header, members)
        const ours = parse({ 'sentry-trace': header, baggage: members })
        const { sample_rand: _made, ...frozen } = ours?.samplingContext ?? {}
        const { sample_rand: _theirs, ...sentrysFrozen } = sentrys.dsc ?? {}
        expect(frozen).toEqual(sentrysFrozen)
        expect(ours === undefined).toBe(sentrys.dsc === undefined)
        if (ours && members?.includes('sample_rand')) expect(ours.sampleRand).toBe(sentrys.sampleRand)
      }),
      { numRuns: runs(500) },
    )
  })

  it.each([true, false, undefined])('write the same where sampled is %s', (sampled) => {
    const ours = formatTraceHeaders(context(sampled), {})
    expect(ours['sentry-trace']).toBe(generateSentryTraceHeader(traceId, spanId, sampled))
    expect(ours.traceparent).toBe(generateTraceparentHeader(traceId, spanId, sampled))
  })
})
