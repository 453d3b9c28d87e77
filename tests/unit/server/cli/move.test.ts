import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseFile } from '#server/config/data-dir.ts'
import { readPostgresRows, readSqliteRows } from '#tests/support/move/plain-rows.ts'
import { runIn } from '#tests/support/move/run-move.ts'
import { listBlobFiles, writeSeededDesk } from '#tests/support/move/seeded-desk.ts'
import { createEmptyPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'

let folder: string
let seeded: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crumbtrail-move-'))
  seeded = join(folder, 'seeded')
  await writeSeededDesk(seeded)
})

afterAll(() => rmSync(folder, { recursive: true }))

let copies = 0

/** A data directory with the seeded day, which a test may change. */
function aDesk(): string {
  const dataDir = join(folder, `desk-${++copies}`)
  cpSync(seeded, dataDir, { recursive: true })
  return dataDir
}

describe('move', () => {
  it('takes a desk to PostgreSQL and back, row by row and byte by byte', async () => {
    const dataDir = aDesk()
    const before = readSqliteRows(databaseFile(dataDir))
    const url = await createEmptyPostgresDatabase()

    expect(await runIn(dataDir, 'move', url)).toMatchObject({ code: 0 })
    expect(await runIn(dataDir, 'move', url, '--finish')).toMatchObject({ code: 0 })
    expect(await readPostgresRows(url)).toEqual(before)

    const back = join(folder, 'back')
    expect(await runIn(back, 'move', '--from', url)).toMatchObject({ code: 0 })
    expect(await runIn(back, 'move', '--from', url, '--finish')).toMatchObject({ code: 0 })
    expect(readSqliteRows(databaseFile(back))).toEqual(before)
    expect(listBlobFiles(back)).toEqual(listBlobFiles(seeded))
    expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true)
  })
})
