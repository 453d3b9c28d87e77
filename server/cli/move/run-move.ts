import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import type { CommandCall, CommandResult } from '#server/cli/command.ts'
import { databaseFile, requireDataDir, tryLockDataDir } from '#server/config/data-dir.ts'
import type { MovedBlobs } from '#server/store/move/copy-blobs.ts'
import { copyDesk, finishDesk } from '#server/store/move/move-desk.ts'
import { withoutPassword } from '#server/store/move/moved.ts'
import type { MoveSource, MoveTarget } from '#server/store/move/side.ts'
import { openMovePool } from '#server/store/postgres/move/move-pool.ts'
import * as postgres from '#server/store/postgres/move/source.ts'
import { startRun } from '#server/store/postgres/move/start-run.ts'
import { isUnfinished, openPostgresTarget } from '#server/store/postgres/move/target.ts'
import { takeInstanceLock } from '#server/store/sqlite/instance-lock.ts'
import * as sqlite from '#server/store/sqlite/move/source.ts'
import { openSqliteTarget } from '#server/store/sqlite/move/target.ts'
import { countEverything } from './count-everything.ts'
import { blobsFrom, blobsTo } from './moved-blobs.ts'
import { describeCopy, describeFinish } from './report.ts'

interface Opened {
  source: MoveSource
  target: MoveTarget
  blobs: MovedBlobs[]
}

/** Process id and host, by which operators find this process. */
const PROCESS = `${process.pid} of ${hostname()}`

/** Copies the desk in DATA_DIR to a database. Its lock is only needed for the end. */
export async function moveTo(call: CommandCall, url: string, finish: boolean): Promise<CommandResult> {
  const { dataDir, bucket } = call.config
  const file = databaseFile(dataDir)
  const [place, name] = [resolve(dataDir), withoutPassword(url)]
  if (!existsSync(file)) return { refusal: `Cannot move to ${name}: ${dataDir} has no data yet` }
  const lock = takeInstanceLock(join(dataDir, 'crumbtrail.move'))
  if (!lock) return { refusal: `Cannot move to ${name}: another move of ${dataDir} is running` }
  const deskLock = finish ? tryLockDataDir(dataDir) : undefined
  const opened: { close(): Promise<void> }[] = []
  try {
    if (finish && !deskLock) {
      return { refusal: `Cannot finish the move to ${name}: a running desk uses ${dataDir}; stop it first` }
    }
    const started = await startRun(url, { name, process: PROCESS, say: call.say })
    opened.push(started)
    const { pool } = started
    const source = sqlite.openSqliteSource(file, place, { locked: finish })
    opened.push(source)
    const refusal = await refusalOfMoved(source, name, finish && (await isUnfinished(pool)))
    if (refusal !== undefined) return { refusal }
    const target = await openPostgresTarget(pool, { name, source: place, hasBucket: bucket !== undefined })
    opened.push(target)
    return await run(call, { source, target, blobs: blobsTo(pool, file, bucket) }, finish)
  } finally {
    for (const each of opened.reverse()) await each.close()
    deskLock?.release()
    lock.release()
  }
}

/** Copies a desk from a database into DATA_DIR, which is kept from being served meanwhile. */
export async function moveFrom(call: CommandCall, url: string, finish: boolean): Promise<CommandResult> {
  const { dataDir, bucket } = call.config
  requireDataDir(dataDir)
  const file = databaseFile(dataDir)
  const [place, name] = [resolve(dataDir), withoutPassword(url)]
  if (existsSync(file)) {
    return {
      refusal: `Cannot move from ${name}: ${dataDir} has a desk already; set DATA_DIR to an empty folder`,
    }
  }
  const lock = tryLockDataDir(dataDir)
  if (!lock) return { refusal: `Cannot move from ${name}: another process uses ${dataDir}` }
  const opened: { close(): Promise<void> }[] = []
  try {
    const started = await startRun(url, { name, process: PROCESS, say: call.say })
    opened.push(started)
    const { pool } = started
    if (finish) await countEverything(url, pool, name)
    const source = await postgres.openPostgresSource(pool, name, { locked: finish })
    opened.push(source)
    const refusal = await refusalOfMoved(source, place, finish)
    if (refusal !== undefined) return { refusal }
    const target = openSqliteTarget(file, { name: place, source: name })
    opened.push(target)
    return await run(call, { source, target, blobs: blobsFrom(pool, file, bucket) }, finish)
  } finally {
    for (const each of opened.reverse()) await each.close()
    lock.release()
  }
}

/** With `canFinish`, a move to the same place that was killed after it had marked its source is finished by the next run. */
async function refusalOfMoved(
  source: MoveSource,
  to: string,
  canFinish: boolean,
): Promise<string | undefined> {
  const moved = await source.findMoved()
  if (moved === undefined || (canFinish && moved.to === to)) return undefined
  return `Cannot move ${source.name}: it moved to ${moved.to} already; "move --forget" takes that back`
}

async function run(call: CommandCall, move: Opened, finish: boolean): Promise<CommandResult> {
  const { source, target } = move
  if (!finish) return describeCopy(await copyDesk({ ...move, say: call.say }), { source, target })
  const done = await finishDesk({ ...move, say: call.say }, call.clock())
  return describeFinish(done, { source, target })
}

/** Lets a desk start where it was before it moved. */
export async function forgetMove(call: CommandCall, from: string | undefined): Promise<CommandResult> {
  const place = from === undefined ? resolve(call.config.dataDir) : withoutPassword(from)
  const to = from === undefined ? forgetInFile(call.config.dataDir) : await forgetInDatabase(from)
  if (to === undefined) return { refusal: `Cannot forget the move: the desk in ${place} has not moved` }
  return {
    json: { place, to, isForgotten: true },
    text: `The desk in ${place} can start again. It does not have what came to ${to} since the move`,
  }
}

function forgetInFile(dataDir: string): string | undefined {
  const file = databaseFile(dataDir)
  return existsSync(file) ? sqlite.forgetMoved(file) : undefined
}

async function forgetInDatabase(url: string): Promise<string | undefined> {
  const pool = openMovePool(url)
  try {
    return await postgres.forgetMoved(pool)
  } finally {
    await pool.end()
  }
}
