import type { StripCell, UptimeShare } from '#server/models/uptime/checks.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { HourRow } from '#server/store/uptime/results.ts'

/** Adds up hours into the cells of a strip; `starts` are their starts and the end of the last, in milliseconds. */
export function toStrip(hours: readonly HourRow[], starts: readonly number[]): StripCell[] {
  const cells = starts
    .slice(0, -1)
    .map((start, index) => ({ start, end: starts[index + 1] ?? start, up: 0, down: 0 }))
  for (const { hour, upCount, downCount } of hours) {
    const cell = cells.findLast(({ start }) => start <= hour * HOUR_MS)
    if (cell === undefined || hour * HOUR_MS >= cell.end) continue
    cell.up += upCount
    cell.down += downCount
  }
  return cells
}

/** The starts of the last `count` hours, the current one with them, and the end of that. */
export function hourStarts(now: number, count: number): number[] {
  const end = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS
  return Array.from({ length: count + 1 }, (_, index) => end - (count - index) * HOUR_MS)
}

/** Counts what was found in the last days. */
export function toShare(hours: readonly HourRow[], days: number, now: number): UptimeShare {
  const [first = 0] = hourStarts(now, days * 24)
  const inside = hours.filter(({ hour }) => hour * HOUR_MS >= first)
  const up = inside.reduce((sum, { upCount }) => sum + upCount, 0)
  const down = inside.reduce((sum, { downCount }) => sum + downCount, 0)
  return { days, up, checks: up + down, hours: inside.length }
}
