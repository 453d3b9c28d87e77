import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseFile } from '#server/config/data-dir.ts'
import { type Direction, moveSmallParts } from '#tests/support/move/move-small-parts.ts'
import { type PlainRows, readPostgresRows, readSqliteRows } from '#tests/support/move/plain-rows.ts'
import { listBlobFiles, writeSeededDesk } from '#tests/support/move/seeded-desk.ts'
import { createEmptyPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { doseOf } from '#tests/support/run/doses.ts'

const run = promisify(execFile)
const PROCESS = new URL('../../../../support/move/move-process.ts', import.meta.url).pathname

let folder: string
let seeded: string
let rows: PlainRows

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crumbtrail-move-'))
  seeded = join(folder, 'seeded')
  await writeSeededDesk(seeded)
  rows = readSqliteRows(databaseFile(seeded))
})

afterAll(() => rmSync(folder, { recursive: true }))

/** Moves in a process of its own. Gives the number of its calls, or undefined if it was killed. */
async function moveInChild(direction: Direction, dataDir: string, url: string, killAt: number) {
  try {
    const { stdout } = await run(process.execPath, [PROCESS, direction, dataDir, url, String(killAt)])
    return Number(stdout)
  } catch (error) {
    expect(error).toMatchObject({ signal: 'SIGKILL' })
    return undefined
  }
}

/** Places in a move of so many calls, at equal distances, from the middle of the first one on. */
function placesIn(calls: number): number[] {
  const places = doseOf('killedMoves')
  return Array.from({ length: places }, (_, index) => 1 + Math.floor(((index + 0.5) * calls) / places))
}

describe('a move that is killed', () => {
  it('to PostgreSQL comes to the same, wherever it was', { timeout: 1_800_000 }, async () => {
    const place = (name: string) => {
      const dataDir = join(folder, name)
      cpSync(seeded, dataDir, { recursive: true })
      return dataDir
    }
    const calls = await moveInChild('to', place('whole'), await createEmptyPostgresDatabase(), 0)
    for (const killAt of placesIn(Number(calls))) {
      const [dataDir, url] = [place(`to-${killAt}`), await createEmptyPostgresDatabase()]
      expect(await moveInChild('to', dataDir, url, killAt), `${killAt}`).toBeUndefined()
      await moveSmallParts({ direction: 'to', dataDir, url })
      expect(await readPostgresRows(url, Object.keys(rows)), `${killAt} of ${calls}`).toEqual(rows)
    }
  })

  it('from PostgreSQL comes to the same, wherever it was', { timeout: 1_800_000 }, async () => {
    const files = listBlobFiles(seeded)
    const urls: string[] = []
    const source = async () => {
      const url = await createEmptyPostgresDatabase()
      cpSync(seeded, join(folder, `source-${urls.length}`), { recursive: true })
      await moveSmallParts({ direction: 'to', dataDir: join(folder, `source-${urls.length}`), url })
      urls.push(url)
      return url
    }
    const calls = await moveInChild('from', join(folder, 'back'), await source(), 0)
    for (const killAt of placesIn(Number(calls))) {
      const [dataDir, url] = [join(folder, `from-${killAt}`), await source()]
      expect(await moveInChild('from', dataDir, url, killAt), `${killAt}`).toBeUndefined()
      await moveSmallParts({ direction: 'from', dataDir, url })
      expect(readSqliteRows(databaseFile(dataDir)), `${killAt} of ${calls}`).toEqual(rows)
      expect(listBlobFiles(dataDir)).toEqual(files)
    }
  })
})
