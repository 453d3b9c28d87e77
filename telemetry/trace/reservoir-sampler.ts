import type { Clock } from '../clock.ts'
import type { SampleRate, SamplingContext } from './sampling.ts'

export interface ReservoirOptions {
  /** Roots of one second that are kept whole; those beyond it are not recorded. */
  tracesPerSecond: number
  clock: Clock
}

/**
 * Keeps all of little traffic and a bounded part of much, as AWS X-Ray's reservoir does
 * (https://docs.aws.amazon.com/xray/latest/devguide/xray-console-sampling.html): a flood costs no more than its first
 * traces, whatever the flood's own headers ask for.
 */
export function createReservoirSampler({
  tracesPerSecond,
  clock,
}: ReservoirOptions): (context: SamplingContext) => SampleRate {
  let second = Number.NaN
  let taken = 0
  return ({ from }) => {
    if (from?.sampled === false) return false // whoever began the trace has decided
    const now = Math.floor(clock() / 1000)
    if (now !== second) {
      second = now
      taken = 0
    }
    return taken++ < tracesPerSecond
  }
}
