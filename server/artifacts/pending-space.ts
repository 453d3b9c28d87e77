import type { SourceMapSpace } from '#server/protocol/limits.ts'
import type { Chunks } from './chunks.ts'

const MIB = 2 ** 20

/** Says a limit by its setting, and what to do about it. */
export function wayOut(setting: string, limitBytes: number): string {
  return `${setting} is ${Math.floor(limitBytes / MIB)}: raise it, or upload fewer or smaller maps`
}

/**
 * Why no more chunks are stored, or undefined: those that became no bundle yet take at most what all source maps may take.
 * Uploads that were given up go first.
 */
export async function refusalOfChunks(
  chunks: Pick<Chunks, 'sumSizes' | 'sweep'>,
  { sizeBytes, space, now }: { sizeBytes: number; space: SourceMapSpace; now: number },
): Promise<string | undefined> {
  const isTooMuch = async () => (await chunks.sumSizes()) + sizeBytes > space.totalBytes
  if (!(await isTooMuch())) return undefined
  await chunks.sweep(now)
  if (!(await isTooMuch())) return undefined
  const limit = wayOut('SOURCE_MAPS_TOTAL_MIB', space.totalBytes)
  return `unfinished uploads take more than all source maps may. ${limit}. Unfinished uploads are deleted after a day`
}
