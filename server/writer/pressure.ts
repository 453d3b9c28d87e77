import { statfs } from 'node:fs/promises'
import { limits } from '#server/protocol/limits.ts'

export type Pressure = 'disk_full' | 'memory'

export interface PressureOptions {
  /** Free bytes where the database is. */
  readFreeBytes: () => Promise<number>
  /** What the process holds that its collector can't give back. */
  readHeldBytes: () => number
  /** Milliseconds that pass, whatever the time of day does. */
  stopwatch?: () => number
  freeDiskBytes?: number
  memoryBytes?: number
}

const LOOK_EVERY_MS = 250
/** What was seen longer ago says nothing. */
const STALE_MS = 5_000

/**
 * Whether the machine is at its end, from what was seen a moment ago: the endpoint asks for every envelope. The disk is
 * looked at in passing, so that a slow one keeps nobody waiting; should it fill up between two looks, SQLite says so.
 */
export function createPressure(options: PressureOptions): () => Pressure | undefined {
  const { readFreeBytes, readHeldBytes, stopwatch = () => performance.now() } = options
  const { freeDiskBytes = limits.freeDiskBytes, memoryBytes = limits.memoryBytes } = options
  let lookedAt = Number.NEGATIVE_INFINITY
  let heldBytes = 0
  let disk = { freeBytes: Number.POSITIVE_INFINITY, seenAt: lookedAt }

  function look(now: number): void {
    lookedAt = now
    heldBytes = readHeldBytes()
    readFreeBytes().then(
      (freeBytes) => {
        disk = { freeBytes, seenAt: stopwatch() }
      },
      () => {}, // unknown is not full: the database will tell
    )
  }

  return () => {
    const now = stopwatch()
    if (now - lookedAt >= LOOK_EVERY_MS) look(now)
    if (now - disk.seenAt < STALE_MS && disk.freeBytes < freeDiskBytes) return 'disk_full'
    return heldBytes > memoryBytes ? 'memory' : undefined
  }
}

/** Of the file system's blocks, those that are not kept for root. */
export async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/**
 * The main thread's heap and what lies beside it. Not what the system counts as resident: that seldom comes down, so
 * a desk that refused by it might refuse for ever. The writer's thread has a bound of its own.
 */
export function heldBytesOfProcess(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
