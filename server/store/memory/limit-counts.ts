/** What a limit counts in one of its windows. */
export interface LimitWindowCount {
  /** Names the limit: whose, over which time, of which category. */
  name: string
  /** When the window begins and ends, in milliseconds since the epoch. */
  start: number
  endsAt: number
}

/** Counts that several processes share. */
export interface LimitCounts {
  /** Begins a count, or continues the one of other processes; it is `past` at least. Returns what it is. */
  begin(count: LimitWindowCount, past: number): Promise<number>
  /** Adds what this process took, and returns what all have taken, in the same order. */
  add(counts: readonly (LimitWindowCount & { taken: number })[]): Promise<number[]>
}
