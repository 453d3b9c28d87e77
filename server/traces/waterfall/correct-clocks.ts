/** A span as its own process timed it. */
export interface TimedSpan {
  /** The clock that timed it. */
  clock: string
  /** The parent's place in the list of spans; undefined for a span without a stored parent. */
  parent: number | undefined
  startUs: number
  durationUs: number
  /** The parent waited for the span to end, so the span ran within it. */
  isAwaited: boolean
}

/** How far one clock must be put forward to agree with another one. */
interface Bounds {
  least: number
  most: number
}

/** Clocks are read in milliseconds, so a smaller difference says nothing. */
const TOLERANCE_US = 2_000

/**
 * Finds how far each clock must be put forward, so that no span begins before the one that caused it, and no span ends
 * after the parent that waited for it. Clocks whose times agree are left alone; if the times leave room, the clock moves
 * to the middle of it, as NTP assumes that a request takes as long as its answer. `reference` stays as it is.
 */
export function correctClocks(spans: readonly TimedSpan[], reference: string): Map<string, number> {
  const pairs = readBounds(spans)
  const offsets = new Map([[reference, 0]])
  for (const clock of offsets.keys()) {
    const own = offsets.get(clock) ?? 0
    // The map grows during the loop: clocks are reached from the reference on.
    for (const [other, bounds] of pairs.get(clock) ?? []) {
      if (!offsets.has(other)) offsets.set(other, own + offsetWithin(bounds))
    }
  }
  return offsets
}

/** Chooses the clock that a trace is shown in: of the servers' clocks, which users rarely set, the one of most spans. */
export function pickReference(spans: readonly (TimedSpan & { isServer: boolean })[]): string {
  const counts = new Map<string, number>()
  const hasServer = spans.some(({ isServer }) => isServer)
  for (const { clock, isServer } of spans) {
    if (isServer || !hasServer) counts.set(clock, (counts.get(clock) ?? 0) + 1)
  }
  let best = ''
  for (const [clock, count] of counts) if (best === '' || count > (counts.get(best) ?? 0)) best = clock
  return best
}

/** Collects, for each two clocks and in both directions, what is known of the second one's offset from the first. */
function readBounds(spans: readonly TimedSpan[]): Map<string, Map<string, Bounds>> {
  const pairs = new Map<string, Map<string, Bounds>>()
  for (const child of spans) {
    const parent = child.parent === undefined ? undefined : spans[child.parent]
    if (parent === undefined || parent.clock === child.clock) continue
    const least = parent.startUs - child.startUs
    const fits = child.isAwaited && child.durationUs <= parent.durationUs
    const most = fits ? least + parent.durationUs - child.durationUs : Number.POSITIVE_INFINITY
    narrow(pairs, parent.clock, child.clock, { least, most })
    narrow(pairs, child.clock, parent.clock, { least: -most, most: -least })
  }
  return pairs
}

function narrow(pairs: Map<string, Map<string, Bounds>>, from: string, to: string, by: Bounds): void {
  const known = pairs.get(from) ?? new Map<string, Bounds>()
  pairs.set(from, known)
  const { least, most } = known.get(to) ?? by
  known.set(to, { least: Math.max(least, by.least), most: Math.min(most, by.most) })
}

function offsetWithin({ least, most }: Bounds): number {
  if (least <= TOLERANCE_US && most >= -TOLERANCE_US) return 0
  if (most === Number.POSITIVE_INFINITY) return least
  if (least === Number.NEGATIVE_INFINITY) return most
  return Math.round((least + most) / 2)
}
