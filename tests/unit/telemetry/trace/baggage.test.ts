import {
  dynamicSamplingContextToSentryBaggageHeader,
  mergeBaggageHeaders,
  parseBaggageHeader,
} from '@sentry/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '#telemetry/limits.ts'
import { formatBaggage, joinBaggage, parseBaggage } from '#telemetry/trace/baggage.ts'
import { anyText } from '#tests/support/fuzz/any-text.ts'
import { runs } from '#tests/support/run/doses.ts'

/** A context whose header has exactly this many characters, of which `sentry-a=` takes nine. */
const ofLength = (length: number) => ({ a: 'x'.repeat(length - 9) })

/** As a request's headers are merged. */
const merge = (existing: string, ours: string) => joinBaggage(existing, ours.split(','))

// Names as sampling contexts have them; any text as a value.
const context = fc.dictionary(fc.stringMatching(/^[a-z][a-z_]{0,8}$/), anyText({ maxLength: 40 }))
const longContext = fc.dictionary(
  fc.stringMatching(/^[a-z][a-z_]{0,8}$/),
  fc.integer({ min: 0, max: 9_000 }).map((length) => 'v'.repeat(length)),
  { maxKeys: 8 },
)

describe('formatBaggage()', () => {
  it('writes the id first, the others in their order, and none for what is not known', () => {
    expect(formatBaggage({ environment: 'staging', release: '', trace_id: 'abc' })).toBe(
      'sentry-trace_id=abc,sentry-environment=staging',
    )
    expect(formatBaggage({})).toBe('')
  })

  it('escapes what would end a member', () => {
    expect(formatBaggage({ transaction: 'GET /a,b;c=d é' })).toBe(
      'sentry-transaction=GET%20%2Fa%2Cb%3Bc%3Dd%20%C3%A9',
    )
  })

  it('leaves out what cannot be encoded', () => {
    expect(formatBaggage({ transaction: 'half \ud83d', release: '1' })).toBe('sentry-release=1')
  })

  it('keeps to the limit that the specification fixes', () => {
    expect(limits.baggageLength).toBe(8192)
    expect(formatBaggage(ofLength(8192))).toHaveLength(8192)
    expect(formatBaggage(ofLength(8193))).toBe('')
  })

  it('leaves out whole members, and lets smaller ones after them in', () => {
    const long = 'x'.repeat(9_000)
    expect(formatBaggage({ release: '1', transaction: long, sampled: 'true' })).toBe(
      'sentry-release=1,sentry-sampled=true',
    )
    // Where the first is too large, the SDK's header begins with a comma.
    expect(formatBaggage({ transaction: long, sampled: 'true' })).toBe('sentry-sampled=true')
  })

  it('never writes too much, a cut member or a stray comma', () => {
    fc.assert(
      fc.property(longContext, (written) => {
        const header = formatBaggage(written)
        expect(header.length).toBeLessThanOrEqual(limits.baggageLength)
        for (const [key, value] of Object.entries(parseBaggage(header))) expect(value).toBe(written[key])
        expect(header).not.toMatch(/^,|,,|,$/)
      }),
    )
  })

  it('is read as it was written', () => {
    fc.assert(
      fc.property(context, (written) => {
        const said = Object.entries(written).filter(([, value]) => value.trim() && value.isWellFormed())
        const read = parseBaggage(formatBaggage(Object.fromEntries(said)))
        expect(read).toEqual(Object.fromEntries(said))
      }),
    )
  })
})

describe('parseBaggage()', () => {
  it("takes what is Sentry's, with white space and in any order", () => {
    expect(parseBaggage('a=1 , sentry-release = shop%402 ,sentry-sampled=true;prop=1')).toEqual({
      release: 'shop@2',
      sampled: 'true;prop=1',
    })
  })

  it.each(['', ',', '=', 'sentry-a', 'sentry-a=', 'a=1', 'sentry-a=%', 'sentry-%=1'])(
    'finds nothing in %j',
    (header) => {
      expect(parseBaggage(header)).toEqual({})
    },
  )

  it('never throws, whatever the header', () => {
    const hostile = fc.oneof(fc.string(), anyText(), fc.stringMatching(/^[sentry\-=,%;\s0-9a-f]{0,60}$/))
    fc.assert(
      fc.property(hostile, hostile, (one, two) => {
        parseBaggage(one)
        expect(joinBaggage(one, two.split(','))).toBeTypeOf('string')
      }),
    )
  })
})

describe('joinBaggage()', () => {
  it("replaces all that was Sentry's, and lets the others stay and come first", () => {
    expect(merge('sentry-release=0, vendor=1;ttl=5 ,sentry-old=1', 'sentry-release=1')).toBe(
      'vendor=1;ttl=5,sentry-release=1',
    )
    expect(merge('%73entry-release=0,a=b', 'sentry-release=1')).toBe('a=b,sentry-release=1')
  })

  it('makes room for nobody: what was there first stays', () => {
    const vendor = `vendor=${'x'.repeat(8_170)}`
    const merged = merge(vendor, 'sentry-transaction=checkout,sentry-a=1')
    expect(merged).toBe(`${vendor},sentry-a=1`)
  })
})

describe('baggage and @sentry/core', () => {
  it('write the same, whole members left out', () => {
    fc.assert(
      fc.property(fc.oneof(context, longContext), (written) => {
        const encodable = Object.fromEntries(
          Object.entries(written).filter(([, value]) => value.isWellFormed()),
        )
        const sentrys = dynamicSamplingContextToSentryBaggageHeader(encodable) ?? ''
        // Wanted difference: where the first member is too large the SDK begins with a stray comma, and has
        // room for one character less.
        fc.pre(!sentrys.startsWith(',') || formatBaggage(encodable).length < limits.baggageLength)
        expect(formatBaggage(encodable)).toBe(sentrys.replace(/^,/, ''))
      }),
      { numRuns: runs(500) },
    )
  })

  it('read the same', () => {
    const member = fc.oneof(
      fc.stringMatching(/^ ?(sentry-)?[a-z_]{1,4} ?= ?[a-z0-9%=;, ]{0,8}$/),
      fc.string({ maxLength: 6 }),
    )
    fc.assert(
      fc.property(fc.array(member), (members) => {
        const header = members.join(',')
        const sentrys = Object.entries(parseBaggageHeader(header) ?? {}).flatMap(([key, value]) =>
          key.startsWith('sentry-') ? [[key.slice(7), value]] : [],
        )
        expect(parseBaggage(header)).toEqual(Object.fromEntries(sentrys))
      }),
      { numRuns: runs(500) },
    )
  })

  it('merge the same', () => {
    const members = fc.dictionary(
      fc.stringMatching(/^(sentry-)?[a-z]{1,3}$/),
      fc.stringMatching(/^[a-z0-9]{1,9}$/),
    )
    const header = (entries: Record<string, string>) =>
      Object.entries(entries)
        .map(([key, value]) => `${key}=${value}`)
        .join()
    fc.assert(
      fc.property(members, context, (existing, ours) => {
        const written = formatBaggage(
          Object.fromEntries(Object.entries(ours).filter(([, value]) => value.isWellFormed())),
        )
        if (!written) return // then nothing is merged: see injectTrace
        const sentrys = mergeBaggageHeaders(header(existing), written)
        expect(merge(header(existing), written)).toBe(sentrys)
      }),
      { numRuns: runs(500) },
    )
  })

  it('differ in what others wrote: the SDK encodes it anew, and their properties become values', () => {
    const ours = 'sentry-a=1'
    expect(merge('vendor=1;ttl=5,vendor=2', ours)).toBe('vendor=1;ttl=5,vendor=2,sentry-a=1')
    expect(mergeBaggageHeaders('vendor=1;ttl=5,vendor=2', ours)).toBe('vendor=2,sentry-a=1')
    expect(mergeBaggageHeaders('vendor=1;ttl=5', ours)).toBe('vendor=1%3Bttl%3D5,sentry-a=1')
  })
})
