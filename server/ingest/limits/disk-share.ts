import { limits } from '#server/protocol/limits.ts'
import type { RateLimit } from '#server/protocol/rate-limit.ts'
import { HOUR_MS } from '#server/protocol/time.ts'

const LOOK_EVERY_MS = 1_000
const LONGEST_PAUSE_SECONDS = 600

export interface DiskShareOptions {
  /** Free bytes where the database is. */
  readFreeBytes: () => Promise<number>
  /** Milliseconds that pass, whatever the time of day does. */
  stopwatch?: () => number
}

/**
 * Keeps one project from taking the last of the disk from all others. While there is plenty it only counts. Once less
 * than `scarceDiskBytes` is free, a project may bring an eighth of what is left in an hour, and what it brought in this
 * hour before counts: who has filled the disk is refused at once, and who sends as always is not.
 */
export function createDiskShare({ readFreeBytes, stopwatch = () => performance.now() }: DiskShareOptions) {
  let freeBytes = Number.POSITIVE_INFINITY
  let lookedAt = Number.NEGATIVE_INFINITY
  let hour = 0
  /** Bytes of bodies by project, in this hour. */
  const brought = new Map<number, number>()

  function look(): void {
    const now = stopwatch()
    if (now - lookedAt < LOOK_EVERY_MS) return
    lookedAt = now
    readFreeBytes().then(
      (bytes) => {
        freeBytes = bytes
      },
      () => {
        freeBytes = Number.POSITIVE_INFINITY // unknown is not scarce: the database will tell
      },
    )
  }

  /** The limit that a body would break; else it is counted. */
  return (projectId: number, bytes: number, now: number): RateLimit | undefined => {
    look()
    const current = Math.floor(now / HOUR_MS)
    if (current !== hour) brought.clear()
    hour = current
    const sum = (brought.get(projectId) ?? 0) + bytes
    const most = (freeBytes - limits.freeDiskBytes) / limits.diskShareParts
    if (freeBytes < limits.scarceDiskBytes && sum > most) {
      const left = Math.ceil(((hour + 1) * HOUR_MS - now) / 1000)
      const pauseSeconds = Math.min(Math.max(left, 1), LONGEST_PAUSE_SECONDS)
      return { pauseSeconds, categories: [], scope: 'project', reason: 'disk_share' }
    }
    brought.set(projectId, sum)
    return undefined
  }
}
