import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decideSampling,
  parseRate,
  randomFraction,
  type SampleRate,
  type SamplingOptions,
} from '#telemetry/trace/sampling.ts'

function decide(options: SamplingOptions, rand = 0.5, sampled?: boolean) {
  const from = sampled === undefined ? undefined : { ...incoming, sampled }
  return decideSampling(options, { op: 'http.server', name: 'GET /', from }, rand)
}

const incoming = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  parentSpanId: 'b7ad6b7169203331',
  samplingContext: {},
  sampleRand: undefined,
}

describe('decideSampling() by rate', () => {
  it.each<[SampleRate, number, boolean]>([
    [1, 0.999_999, true],
    [0, 0, false],
    [0.5, 0.499, true],
    [0.5, 0.5, false],
    [true, 0.999_999, true],
    [false, 0, false],
  ])('%s with %s: %s', (sampleRate, rand, sampled) => {
    expect(decide({ sampleRate }, rand)).toMatchObject({ sampled, sampleRate: Number(sampleRate) })
  })

  it.each([Number.NaN, -0.1, 1.1, 'often'])('records nothing at a rate of %s, which is none', (rate) => {
    // as an option read from somewhere may be
    expect(decide({ sampleRate: rate as number }, 0)).toMatchObject({ sampled: false, sampleRate: 0 })
  })

  it('takes the share that the rate says', () => {
    const rands = Array.from({ length: 1_000 }, (_, index) => index / 1_000)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000 }), (permille) => {
        const taken = rands.filter((rand) => decide({ sampleRate: permille / 1_000 }, rand).sampled)
        expect(taken).toHaveLength(permille)
      }),
    )
  })

  it.each([true, false])('leaves an incoming decision alone: %s', (parentSampled) => {
    expect(decide({ sampleRate: 0.5 }, 0, parentSampled)).toMatchObject({ sampled: parentSampled })
    expect(decide({ sampleRate: 0.5 }, 0.9, parentSampled)).toMatchObject({ sampled: parentSampled })
  })
})

describe('decideSampling() without rate and function', () => {
  it('decides nothing, and leaves what others decided', () => {
    expect([true, false, undefined].map((sampled) => decide({}, 0, sampled))).toMatchObject([
      { sampled: true },
      { sampled: false },
      { sampled: undefined },
    ])
  })
})

describe('decideSampling() by function', () => {
  it('is told what is known, and beats both rate and incoming decision', () => {
    const seen: unknown[] = []
    const sampler = (context: unknown) => {
      seen.push(context)
      return 0.25
    }
    expect(decide({ sampler, sampleRate: 0 }, 0.2, false)).toMatchObject({ sampled: true, sampleRate: 0.25 })
    expect(seen).toEqual([{ op: 'http.server', name: 'GET /', from: { ...incoming, sampled: false } }])
  })

  it('takes false for a decision', () => {
    expect(decide({ sampler: () => false }, 0, true)).toMatchObject({ sampled: false, sampleRate: 0 })
  })

  it('is as if absent when it throws', () => {
    const sampler = () => {
      throw new Error('no idea')
    }
    expect(decide({ sampler, sampleRate: 1 })).toMatchObject({ sampled: true, sampleRate: 1 })
    expect(decide({ sampler, sampleRate: 1 }, 0, false)).toMatchObject({ sampled: false })
    expect(decide({ sampler })).toMatchObject({ sampled: undefined })
  })

  it.each([Number.NaN, 2, 'x'])('records nothing where it returns %s', (rate) => {
    expect(decide({ sampler: () => rate as number }, 0).sampled).toBe(false)
  })
})

it('parseRate() reads options and headers', () => {
  expect(['0.25', '1', 0.5, true, false].map(parseRate)).toEqual([0.25, 1, 0.5, 1, 0])
  expect(['x', undefined, '-1', 2, Number.NaN, {}].map(parseRate)).toEqual(Array(6).fill(undefined))
})

it('randomFraction() has six digits, from 0 to just below 1', () => {
  const fractionOf = (...bytes: number[]) => randomFraction(() => Uint8Array.from(bytes))
  expect(fractionOf(0, 0, 0)).toBe(0)
  expect(fractionOf(128, 0, 0)).toBe(0.5)
  expect(fractionOf(255, 255, 255)).toBe(0.999_999)
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 3, maxLength: 3 }), (bytes) => {
      expect(`${randomFraction(() => bytes)}`).toMatch(/^0(\.\d{1,6})?$/)
    }),
  )
})
