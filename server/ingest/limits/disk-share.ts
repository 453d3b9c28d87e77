import { limits } from '#server/protocol/limits.ts'
import type { RateLimit } from '#server/protocol/rate-limit.ts'
import { HOUR_MS } from '#server/protocol/time.ts'

const LOOK_EVERY_MS = 1_000
const LONGEST_PAUSE_SECONDS = 600

export interface DiskShareOptions {
  /** Returns the free bytes of the disk with the database. */
  readFreeBytes: () => Promise<number>
  /** A monotonic clock in milliseconds, which ignores changes of the time of day. */
  stopwatch?: () => number
}

/**
 * Keeps one project from using the last of the disk. While there is plenty it only counts. Once less than
 * `scarceDiskBytes` is free, a project may send an eighth of the rest in an hour, and its bytes from earlier in this
 * hour count: a sender that filled the disk is refused at once, and one that sends as usual is not.
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
        freeBytes = Number.POSITIVE_INFINITY // Unknown free space is not scarce: the database will report it.
      },
    )
  }

  /** Returns the limit that a body would exceed; otherwise counts the body. */
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
