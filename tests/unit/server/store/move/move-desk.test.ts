import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseFile } from '#server/config/data-dir.ts'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import { copyDesk, finishDesk } from '#server/store/move/move-desk.ts'
import { openStore } from '#server/store/open-store.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { createBatchWriter } from '#server/writer/batch/batch.ts'
import { moveSmallParts, withMove } from '#tests/support/move/move-small-parts.ts'
import { readPostgresRows, readSqliteRows } from '#tests/support/move/plain-rows.ts'
import { writeSeededDesk } from '#tests/support/move/seeded-desk.ts'
import { createEmptyPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { someOf } from '#tests/support/run/doses.ts'
import { DAY_START } from '#tests/support/seeded-day/day.ts'
import { anEventId, envelopeOf } from '#tests/support/store/event-store.ts'

let folder: string
let copies = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crumbtrail-move-'))
  await writeSeededDesk(join(folder, 'seeded'))
})

afterAll(() => rmSync(folder, { recursive: true }))

/** The seeded day, with a database for it. */
async function aMove() {
  const dataDir = join(folder, `desk-${++copies}`)
  cpSync(join(folder, 'seeded'), dataDir, { recursive: true })
  return { direction: 'to' as const, dataDir, url: await createEmptyPostgresDatabase() }
}

function finish(move: Awaited<ReturnType<typeof aMove>>) {
  return withMove(move, true, (opened) => finishDesk(opened, DAY_START))
}

async function runOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** A desk that stores events, deletes some and changes issues, a little each time. */
function aBusyDesk(dataDir: string) {
  const file = databaseFile(dataDir)
  const connection = openConnection(file)
  const writeBatch = createBatchWriter(connection, {
    newEventId: () => '',
    attachments: attachmentFolder(file),
  })
  let turns = 0
  return {
    work() {
      const body = envelopeOf({
        event_id: anEventId(++turns),
        message: `turn ${turns % 5}`,
        tags: { turn: turns },
      })
      writeBatch([{ projectId: 1, keyId: 1, receivedAt: DAY_START, body }], [])
      connection.exec(`
        delete from event where id = (
          select id from event where id % 7 = ${turns % 7} and id not in (select event_row_id from digest) limit 1);
        update issue set culprit = 'turn ${turns}' where id = ${1 + (turns % 9)};
        delete from issue_tag where value = (select value from issue_tag limit 1)`)
      return turns
    },
    close: () => connection.close(),
  }
}

describe('a desk that works while it is copied', () => {
  it('has everything in the other database at the end', { timeout: 120_000 }, async () => {
    const move = await aMove()
    const desk = aBusyDesk(move.dataDir)
    await withMove(move, false, (opened) => {
      const { target } = opened
      const replaceRange: typeof target.replaceRange = async (...range) => {
        desk.work()
        await target.replaceRange(...range)
      }
      return copyDesk({ ...opened, target: { ...target, replaceRange } })
    })
    expect(desk.work()).toBeGreaterThan(60)
    desk.close()
    expect(await finish(move)).not.toHaveProperty('differences')
    const { setting: _mark, ...rows } = readSqliteRows(databaseFile(move.dataDir))
    expect(await readPostgresRows(move.url, Object.keys(rows))).toEqual(rows)
  })
})

describe('a target that is not the same', () => {
  const differences: [what: string, sql: string, difference: object][] = [
    [
      'a byte of a block',
      'update payload_block set data = set_byte(data, 5, get_byte(data, 5) # 1) where id = 1',
      {
        table: 'payload_block',
        message: expect.stringMatching(/^the rows from the first to \[\d+\] differ from what was copied/),
      },
    ],
    [
      'a counter',
      'update project_hour set event_count = event_count + 1',
      { table: 'project_hour', message: expect.stringContaining('event_count add up to') },
    ],
    [
      'a row that is gone',
      'delete from event where id = 60',
      { table: 'event', message: expect.stringContaining('instead of 80') },
    ],
    [
      'a row too many',
      "insert into project (id, slug, name, created_at) values (99, 'x', 'x', 0)",
      { table: 'project', message: expect.stringContaining('there are 1 rows after [2]') },
    ],
    [
      'a byte of an attachment',
      'update blob_part set data = set_byte(data, 5, get_byte(data, 5) # 1) where part = 2',
      { table: 'attachment', message: expect.stringMatching(/^the bytes of [0-9a-f]{64} are damaged/) },
    ],
  ]
  it.each(someOf(differences, 3))(
    'by %s is named, is not switched to, and is mended by the next run',
    { timeout: 120_000 },
    async (_name, sql, difference) => {
      const move = await aMove()
      await withMove(move, false, copyDesk)
      await runOn(move.url, sql)
      expect(await finish(move)).toEqual({ differences: expect.arrayContaining([difference]) })
      await expect(openStore({ place: move.url })).rejects.toThrow('a move to it is not finished')
      await (await openStore({ place: databaseFile(move.dataDir) })).close()
      expect(await finish(move)).not.toHaveProperty('differences')
      await (await openStore({ place: move.url })).close()
    },
  )
})

describe('a NUL in a text', () => {
  it('becomes the sign for what cannot be read, also in keys, and is counted', async () => {
    const move = await aMove()
    const connection = new DatabaseSync(databaseFile(move.dataDir))
    const insert = connection.prepare(
      "insert into issue_tag values (1, 1, 'shard', ?, 1, 0, 0)", // in the order of SQLite's bytes
    )
    for (const value of ['a\0z', 'a!', 'ab', 'a😀', 'a\uFFFF', '\0']) insert.run(value)
    connection.prepare('update project set name = ? where id = 1').run('a\0b')
    connection.close()
    const moved = await withMove(move, false, copyDesk)
    expect(moved.replaced).toBe(3)
    expect(await finish(move)).toMatchObject({ replaced: 3 })
    const { setting: _mark, ...rows } = readSqliteRows(databaseFile(move.dataDir))
    const stored = Object.entries(rows).map(([name, texts]) => [
      name,
      texts.map((text) => text.replaceAll('\0', '\uFFFD')).sort(),
    ])
    expect(await readPostgresRows(move.url, Object.keys(rows))).toEqual(Object.fromEntries(stored))
  })

  it('refuses two keys that would become one, and names them', async () => {
    const move = await aMove()
    const connection = new DatabaseSync(databaseFile(move.dataDir))
    const insert = connection.prepare("insert into issue_tag values (1, 1, 'shard', ?, 1, 0, 0)")
    for (const value of ['a\0z', 'a\uFFFDz']) insert.run(value)
    connection.close()
    await expect(moveSmallParts(move)).rejects.toThrow(
      'Cannot copy issue_tag: PostgreSQL stores no NUL, and without it two rows have the key [1,1,"shard","a\uFFFDz"]',
    )
  })
})
