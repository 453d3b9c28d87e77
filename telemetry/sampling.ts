import { attempt } from './attempt.ts'
import type { RandomBytes } from './random.ts'
import type { SpanOptions } from './span.ts'

/** What is known when a root starts. */
export interface SamplingContext extends SpanOptions {
  /** What the incoming trace has decided, if there is one and it has. */
  parentSampled: boolean | undefined
  /** The rate it was decided by. */
  parentSampleRate: number | undefined
}

/** From 0, never, to 1, always; true and false stand for these. */
export type SampleRate = number | boolean

export interface SamplingOptions {
  /** Of traces that begin here. Without it and a sampler nothing is recorded. */
  sampleRate?: SampleRate
  /** Decides each root, those of incoming traces too; when it throws, it is as if it were absent. */
  sampler?: (context: SamplingContext) => SampleRate
}

export interface SamplingDecision {
  sampled: boolean | undefined
  /** The rate that was applied here; undefined where the decision was inherited. */
  sampleRate?: number | undefined
}

/** As Sentry: the sampler, else the incoming decision, else the rate. `rand` is the trace's, from 0 to 1. */
export function decideSampling(
  { sampleRate, sampler }: SamplingOptions,
  context: SamplingContext,
  rand: number,
): SamplingDecision {
  const { parentSampled } = context
  const chosen = attempt(() => sampler?.(context))
  if (chosen === undefined && parentSampled !== undefined) return { sampled: parentSampled }
  const rate = parseRate(chosen ?? sampleRate)
  return { sampled: rate !== undefined && rand < rate, sampleRate: rate }
}

/** A rate as an option or a header gives it, undefined where it is none. */
export function parseRate(value: unknown): number | undefined {
  const rate = typeof value === 'string' ? Number.parseFloat(value) : Number(value)
  return rate >= 0 && rate <= 1 ? rate : undefined
}

/** From 0 to just below 1 with six digits, as `sample_rand` wants it. */
export function randomFraction(random: RandomBytes): number {
  const [high = 0, middle = 0, low = 0] = random(3)
  return Math.floor(((high << 16) | (middle << 8) | low) / 16.777216) / 1e6
}
