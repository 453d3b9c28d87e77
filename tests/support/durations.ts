/** A few numbers for many durations in milliseconds. */
export function summarize(durations: readonly number[]): {
  p50: number
  p95: number
  p99: number
  longest: number
} {
  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) }
}

export async function measure<Sample>(
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
