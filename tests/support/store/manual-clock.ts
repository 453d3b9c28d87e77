import type { SetTimer } from '#telemetry/trace/idle-span.ts'

/** Time that passes only when a test says so. */
export interface HandClock {
  /** Milliseconds since the epoch. */
  clock: () => number
  setTimer: SetTimer
  /** Runs what falls due on the way, in order. */
  advance(durationMs: number): void
  /** Timers that are still set. */
  pending(): number
}

export function createHandClock(startMs = 1_700_000_000_000): HandClock {
  let now = startMs
  const timers = new Set<{ dueMs: number; work: () => void }>()
  const nextUntil = (endMs: number) =>
    [...timers].filter(({ dueMs }) => dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs)[0]
  return {
    clock: () => now,
    setTimer(work, delayMs) {
      const timer = { dueMs: now + delayMs, work }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(durationMs) {
      const endMs = now + durationMs
      for (let due = nextUntil(endMs); due; due = nextUntil(endMs)) {
        timers.delete(due)
        now = due.dueMs
        due.work()
      }
      now = endMs
    },
    pending: () => timers.size,
  }
}
