import { describe, expect, it } from 'vitest'
import { createReservoirSampler } from '#telemetry/trace/reservoir-sampler.ts'
import { decideSampling } from '#telemetry/trace/sampling.ts'

function reservoir(tracesPerSecond: number) {
  const state = { now: 5_000 }
  const sampler = createReservoirSampler({ tracesPerSecond, clock: () => state.now })
  return {
    state,
    sampled: (sampled?: boolean) => decideSampling({ sampler }, root(sampled), 0.999_999).sampled,
  }
}

function root(sampled: boolean | undefined) {
  const from = {
    traceId: 'a'.repeat(32),
    parentSpanId: undefined,
    samplingContext: {},
    sampleRand: undefined,
  }
  return { op: 'http.server', name: 'GET /', from: { ...from, sampled } }
}

describe('createReservoirSampler()', () => {
  it('keeps the first roots of each second', () => {
    const { state, sampled } = reservoir(2)
    expect([sampled(), sampled(), sampled()]).toEqual([true, true, false])
    state.now += 999
    expect(sampled()).toBe(false)
    state.now += 1
    expect([sampled(), sampled(), sampled()]).toEqual([true, true, false])
  })

  it('begins anew when the clock is set back', () => {
    const { state, sampled } = reservoir(1)
    expect([sampled(), sampled()]).toEqual([true, false])
    state.now -= 3_000
    expect([sampled(), sampled()]).toEqual([true, false])
  })

  it('follows who decided against a trace, and bounds who asks for one', () => {
    const { sampled } = reservoir(2)
    expect(sampled(false)).toBe(false)
    expect([sampled(true), sampled(true), sampled(true)]).toEqual([true, true, false])
  })

  it('keeps one root in 20 s at 0.05', () => {
    const { state, sampled } = reservoir(0.05)
    state.now = 20_000
    expect([sampled(), sampled()]).toEqual([true, false])
    state.now += 19_999
    expect(sampled()).toBe(false)
    state.now += 1
    expect([sampled(), sampled()]).toEqual([true, false])
  })

  it('keeps nothing at 0', () => {
    expect(reservoir(0).sampled()).toBe(false)
  })
})
