import { usagePath } from '#renderer/paths.ts'
import { OWN_PROJECT_ID } from '#server/store/projects/own-project.ts'
import { formatCount, type Measured, type Measuring } from './measured.ts'

const GIGABYTE = 1_000_000_000
/** So much more than the limit must be free again. */
const RECOVERY = 1.1

/** How much of the disk is free on which SQLite's database is. A PostgreSQL server has a disk of its own, which nobody sees from here. */
export async function measureDisk({ threshold, readFreeBytes }: Measuring): Promise<Measured[]> {
  const freeBytes = await readFreeBytes()
  if (freeBytes === Number.POSITIVE_INFINITY) return []
  const free = freeBytes / GIGABYTE
  return [
    {
      ...{ projectId: OWN_PROJECT_ID, key: 'disk', name: 'Disk of the desk' },
      beginning: 'Disk is nearly full',
      detail: `${free.toFixed(1)} GB are free; the limit is ${formatCount(threshold.count)} GB`,
      path: usagePath(),
      isReached: free < threshold.count,
      isOver: free >= RECOVERY * threshold.count,
    },
  ]
}
