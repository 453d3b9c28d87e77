import { resolve } from 'node:path'
import type { Pool } from 'pg'
import { blobsFrom, blobsTo } from '#server/cli/move/moved-blobs.ts'
import { databaseFile, requireDataDir } from '#server/config/data-dir.ts'
import type { MovedBlobs } from '#server/store/move/copy-blobs.ts'
import { copyDesk, finishDesk } from '#server/store/move/move-desk.ts'
import type { MoveSource, MoveTarget } from '#server/store/move/side.ts'
import { openPostgresSource } from '#server/store/postgres/move/source.ts'
import { startRun } from '#server/store/postgres/move/start-run.ts'
import { openPostgresTarget } from '#server/store/postgres/move/target.ts'
import { openSqliteSource } from '#server/store/sqlite/move/source.ts'
import { openSqliteTarget } from '#server/store/sqlite/move/target.ts'

export type Direction = 'to' | 'from'

interface OpenMove {
  source: MoveSource
  target: MoveTarget
  blobs: MovedBlobs[]
}

interface Places {
  direction: Direction
  dataDir: string
  url: string
}

/** The seeded day has some hundred rows in its larger tables. */
const limits = { rows: 80, bytes: 40_000 }

/** Opens both sides as the command does, and closes them after `use`. */
export async function withMove<Result>(
  { direction, dataDir, url }: Places,
  locked: boolean,
  use: (move: OpenMove & { limits: typeof limits; say: () => void }) => Promise<Result>,
): Promise<Result> {
  const { pool, close } = await startRun(url, { name: 'the database', process: 'a test', say: () => {} })
  const opened = [{ close }]
  try {
    const source = await openSource(direction, pool, dataDir, locked)
    opened.push(source)
    const target = await openTarget(direction, pool, dataDir)
    opened.push(target)
    const file = databaseFile(dataDir)
    const blobs = direction === 'to' ? blobsTo(pool, file, undefined) : blobsFrom(pool, file, undefined)
    return await use({ source, target, blobs, limits, say: () => {} })
  } finally {
    for (const each of opened.reverse()) await each.close()
  }
}

async function openSource(direction: Direction, pool: Pool, dataDir: string, locked: boolean) {
  if (direction === 'from') return openPostgresSource(pool, 'the database', { locked })
  return openSqliteSource(databaseFile(dataDir), resolve(dataDir), { locked })
}

async function openTarget(direction: Direction, pool: Pool, dataDir: string) {
  const file = databaseFile(dataDir)
  if (direction === 'from') {
    requireDataDir(dataDir)
    return openSqliteTarget(file, { name: resolve(dataDir), source: 'the database' })
  }
  return openPostgresTarget(pool, { name: 'the database', source: resolve(dataDir), hasBucket: false })
}

/** Copies a desk and finishes the move, in parts that are small enough to be many. */
export async function moveSmallParts(places: Places): Promise<void> {
  await withMove(places, false, copyDesk)
  const done = await withMove(places, true, (move) => finishDesk(move, 0))
  if ('differences' in done) throw new Error(`Cannot move: ${JSON.stringify(done.differences)}`)
}
