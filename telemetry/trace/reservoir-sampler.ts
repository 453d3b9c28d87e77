import type { Clock } from '../clock.ts'
import type { SampleRate, SamplingContext } from './sampling.ts'

export interface ReservoirOptions {
  /**
   * The number of roots that are recorded in one second; below one, a single root in as many seconds as it
   * takes to make one. Further roots are not recorded.
   */
  tracesPerSecond: number
  clock: Clock
}

/**
 * Records all of little traffic and a limited part of much, as AWS X-Ray's reservoir does
 * (https://docs.aws.amazon.com/xray/latest/devguide/xray-console-sampling.html). A flood of requests costs
 * no more than its first traces, whatever its own headers ask for.
 */
export function createReservoirSampler({
  tracesPerSecond,
  clock,
}: ReservoirOptions): (context: SamplingContext) => SampleRate {
  const windowMs = tracesPerSecond >= 1 ? 1_000 : 1_000 / tracesPerSecond
  const most = tracesPerSecond > 0 ? Math.max(1, Math.floor(tracesPerSecond)) : 0
  let window = Number.NaN
  let taken = 0
  return ({ from }) => {
    if (from?.sampled === false) return false // The service that started the trace has decided.
    const now = Math.floor(clock() / windowMs)
    if (now !== window) {
      window = now
      taken = 0
    }
    return taken++ < most
  }
}
