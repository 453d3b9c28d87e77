import { type RandomBytes, randomHex } from '../random.ts'
import { attempt } from '../transport/attempt.ts'
import type { IncomingTrace, SpanOptions } from './span.ts'

/** What is known when a root starts. */
export interface SamplingContext extends SpanOptions {
  /** The trace that it goes on with: `sampled` is what was decided there, if it was. */
  from?: IncomingTrace | undefined
}

/** From 0, never, to 1, always; true and false stand for these. */
export type SampleRate = number | boolean

export interface SamplingOptions {
  /** Of traces that begin here. Without it and a sampler nothing is recorded, whatever others decided: see tracing.ts. */
  sampleRate?: SampleRate
  /** Decides each root, those of incoming traces too; when it throws, it is as if it were absent. */
  sampler?: (context: SamplingContext) => SampleRate
}

export interface SamplingDecision {
  /** Undefined where nobody decides. */
  sampled: boolean | undefined
  /** Undefined where tracing is off: nothing is recorded, and nothing is counted as left out. */
  recording: boolean | undefined
  /** The rate that was applied here; undefined where the decision was inherited. */
  sampleRate?: number
}

/** As Sentry: the sampler, else the incoming decision, else the rate. `rand` is the trace's, from 0 to 1. */
export function decideSampling(
  { sampleRate, sampler }: SamplingOptions,
  context: SamplingContext,
  rand: number,
): SamplingDecision {
  const inherited = context.from?.sampled
  const own = attempt(() => sampler?.(context)) ?? (inherited === undefined ? sampleRate : undefined)
  // A stranger's header must not turn tracing on.
  if (own === undefined)
    return { sampled: inherited, recording: sampler || sampleRate != null ? inherited : undefined }
  const rate = parseRate(own) ?? 0
  const sampled = rand < rate
  return { sampled, recording: sampled, sampleRate: rate }
}

/** A rate as an option or a header gives it, undefined where it is none. */
export function parseRate(value: unknown): number | undefined {
  const rate = Number(value)
  return rate >= 0 && rate <= 1 ? rate : undefined
}

/** From 0 to just below 1 with six digits, as `sample_rand` wants it. */
export function randomFraction(random: RandomBytes): number {
  return Math.floor(Number(`0x${randomHex(random, 3)}`) / 16.777216) / 1e6
}
