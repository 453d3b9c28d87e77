import type { Measured, Measuring } from '#server/alerts/measures/measured.ts'

/** What is read again of the past. Hours are counted from the epoch; both are measured. */
export interface PastMeasuring extends Pick<Measuring, 'db' | 'happening' | 'threshold' | 'projects'> {
  firstHour: number
  lastHour: number
}

/** What would have been measured at once. */
export interface PastStep {
  hour: number
  all: readonly Measured[]
}

export interface Begun {
  hour: number
  measured: Measured
}

/** When what is measured began to hold: once until it was over, as `lookAtMeasures()` tells. Steps come in their order. */
export function replay(steps: readonly PastStep[]): Begun[] {
  const begun: Begun[] = []
  let holding = new Set<string>()
  for (const { hour, all } of steps) {
    const still = new Set<string>()
    for (const measured of all) {
      const { key, isReached, isOver } = measured
      const isKnown = holding.has(key)
      if (isKnown ? isOver : !isReached) continue
      still.add(key)
      if (!isKnown) begun.push({ hour, measured })
    }
    holding = still // what is no longer measured is over
  }
  return begun
}

export function hoursOf({ firstHour, lastHour }: Pick<PastMeasuring, 'firstHour' | 'lastHour'>): number[] {
  return Array.from({ length: lastHour - firstHour + 1 }, (_, index) => firstHour + index)
}
