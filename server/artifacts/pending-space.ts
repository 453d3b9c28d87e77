import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceMapSpace } from '#server/protocol/limits.ts'
import { sweepChunks } from './chunks.ts'

const MIB = 2 ** 20

/** Says a limit by its setting, and what to do about it. */
export function wayOut(setting: string, limitBytes: number): string {
  return `${setting} is ${Math.floor(limitBytes / MIB)}: raise it, or upload fewer or smaller maps`
}

/**
 * Why no more chunks are stored, or undefined: those that became no bundle yet take at most what all source maps may take.
 * Uploads that were given up go first.
 */
export function refusalOfChunks(
  folder: string,
  { sizeBytes, space, now }: { sizeBytes: number; space: SourceMapSpace; now: number },
): string | undefined {
  const isTooMuch = () => sumFiles(folder) + sizeBytes > space.totalBytes
  if (!isTooMuch()) return undefined
  sweepChunks(folder, now)
  if (!isTooMuch()) return undefined
  const limit = wayOut('SOURCE_MAPS_TOTAL_MIB', space.totalBytes)
  return `unfinished uploads take more than all source maps may. ${limit}. Unfinished uploads are deleted after a day`
}

function sumFiles(folder: string): number {
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false })
    return sum + (stat?.isFile() ? stat.size : 0)
  }, 0)
}
