interface Summary {
  p50: number
  p95: number
  p99: number
  longest: number
}

/** A few numbers for many durations in milliseconds. */
export function summarize(durations: readonly number[]): Summary {
  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) }
}

/** The best of some rounds, each over all samples: what else a machine does adds to a round, and takes from none. */
export async function measureRounds<Sample>(
  samples: readonly Sample[],
  rounds: number,
  run: (sample: Sample) => Promise<unknown>,
): Promise<Summary> {
  const summaries: Summary[] = []
  for (let round = 0; round < rounds; round++) summaries.push(summarize(await measure(samples, run)))
  return summaries.reduce((best, summary) =>
    summary.p95 + summary.p99 < best.p95 + best.p99 ? summary : best,
  )
}

async function measure<Sample>(
  samples: readonly Sample[],
  run: (sample: Sample) => Promise<unknown>,
): Promise<number[]> {
  const durations: number[] = []
  for (const sample of samples) {
    const startedAt = performance.now()
    await run(sample)
    durations.push(performance.now() - startedAt)
  }
  return durations
}
