/** The clock of a process that asks checks goes in such steps; a failure is confirmed after five seconds. */
export const STEP_MS = 5_000
const MINUTE_MS = 60_000
/** A check is down, and up, for so long in turn, and each begins so much before the next: no two are told in one message. */
const TURN_MS = 45 * MINUTE_MS
const APART_MS = 15 * MINUTE_MS

/** Each is on a host of its own, as few are asked of one host at once. */
export const CHECKS = [
  { name: 'Front', url: 'https://front.example/', phaseMs: 0 },
  { name: 'Search', url: 'https://search.example/', phaseMs: 20_000 },
  { name: 'Pay', url: 'https://pay.example/', phaseMs: 40_000 },
] as const

export function isUpAt(url: string, now: number): boolean {
  const place = CHECKS.findIndex((check) => check.url === url)
  return Math.floor((now + (place + 2) * APART_MS) / TURN_MS) % 2 === 0
}

/** From when until when a process lived: the last step that it began may not be done. */
export interface Life {
  from: number
  until: number
}

export interface Minutes {
  /** Minutes with one result, and without one while a process was there for all of it. */
  counted: number
  missing: number[]
  /** Minutes without a result in which none was there for some time, or the turn of one that was killed lasted. */
  excused: number
  /** With more than one. */
  doubled: number[]
}

/** Puts the results of a check into its minutes. Whoever was killed keeps the turns that it took for `leaseMs`. */
export function countMinutes(
  times: readonly number[],
  { phaseMs, lives, leaseMs }: { phaseMs: number; lives: readonly Life[]; leaseMs: number },
): Minutes {
  const minuteOf = (time: number) => Math.floor((time - phaseMs) / MINUTE_MS)
  const results = Map.groupBy(times, minuteOf)
  const gaps = lives.map(({ until }, place) => ({
    from: until,
    until: Math.max(lives[place + 1]?.from ?? Number.POSITIVE_INFINITY, until + leaseMs),
  }))
  const minutes: Minutes = { counted: 0, missing: [], excused: 0, doubled: [] }
  const [first = 0, last = 0] = [lives[0]?.from, lives.at(-1)?.until]
  for (let minute = minuteOf(first); minute <= minuteOf(last); minute++) {
    const count = results.get(minute)?.length ?? 0
    const [start, end] = [minute * MINUTE_MS + phaseMs, (minute + 1) * MINUTE_MS + phaseMs]
    const isExcused = start < first || gaps.some(({ from, until }) => from < end && until >= start)
    if (count > 1) minutes.doubled.push(start)
    else if (count === 1) minutes.counted++
    else if (isExcused) minutes.excused++
    else minutes.missing.push(start)
  }
  return minutes
}
