import { type RandomBytes, randomHex } from '../random.ts'
import { attempt } from '../transport/attempt.ts'
import type { IncomingTrace, SpanOptions } from './span.ts'

/** The data that is known when a root starts. */
export interface SamplingContext extends SpanOptions {
  /** The incoming trace; `sampled` is its decision, if there was one. */
  from?: IncomingTrace | undefined
}

/** From 0 (never) to 1 (always). True and false stand for these. */
export type SampleRate = number | boolean

export interface SamplingOptions {
  /**
   * The rate for traces that begin here. Without it and a sampler nothing is recorded, whatever others
   * decided: see tracing.ts.
   */
  sampleRate?: SampleRate
  /** Decides for each root, including those of incoming traces. If it throws, it is ignored. */
  sampler?: (context: SamplingContext) => SampleRate
}

export interface SamplingDecision {
  /** Undefined if nobody decides. */
  sampled: boolean | undefined
  /** Undefined while tracing is off: nothing is recorded, and nothing is counted as dropped. */
  recording: boolean | undefined
  /** The rate that was applied here. Undefined if the decision was inherited. */
  sampleRate?: number
}

/**
 * Decides as Sentry does: by the sampler, else by the incoming decision, else by the rate. `rand` is the
 * trace's number from 0 to 1.
 */
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

/** Parses a rate from an option or a header; undefined if it is not valid. */
export function parseRate(value: unknown): number | undefined {
  const rate = Number(value)
  return rate >= 0 && rate <= 1 ? rate : undefined
}

/** A random number from 0 to just below 1 with six digits, as `sample_rand` requires. */
export function randomFraction(random: RandomBytes): number {
  return Math.floor(Number(`0x${randomHex(random, 3)}`) / 16.777216) / 1e6
}
