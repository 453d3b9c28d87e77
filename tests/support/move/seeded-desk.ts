import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseFile } from '#server/config/data-dir.ts'
import { attachmentFolder, hashOf, writeAttachment } from '#server/store/maintenance/attachment-files.ts'
import { DAY_START } from '#tests/support/seeded-day/day.ts'
import { fillSeededDay } from '#tests/support/seeded-day/dump.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

/** A file of several parts, and one of nothing. */
const FILES = [new Uint8Array(2_500_000).map((_, index) => index % 251), new Uint8Array(0)]

/** Writes the data of a desk with the seeded day, and with a row in each table that the day leaves empty. */
export async function writeSeededDesk(dataDir: string): Promise<void> {
  const opened = await openEventStore(() => DAY_START)
  try {
    await fillSeededDay(opened)
    mkdirSync(dataDir, { recursive: true })
    opened.connection.prepare('vacuum into ?').run(databaseFile(dataDir))
    const attachments = attachmentFolder(opened.file)
    if (existsSync(attachments)) cpSync(attachments, join(dataDir, 'attachments'), { recursive: true })
  } finally {
    await opened.close()
  }
  const connection = new DatabaseSync(databaseFile(dataDir))
  try {
    fillEmptyTables(connection)
    addFiles(connection, dataDir)
  } finally {
    connection.close()
  }
}

function fillEmptyTables(connection: DatabaseSync): void {
  connection.exec('pragma foreign_keys = off') // ids of 1 exist where they must, in the end
  const tables = connection
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*' and name not glob 'issue_search*'",
    )
    .all()
  for (const { name } of tables) {
    if (Number(connection.prepare(`select count(*) as n from ${name}`).get()?.n) > 0) continue
    const columns = connection.prepare(`select name, type from pragma_table_info(?)`).all(String(name))
    const values = columns.map(({ type }) =>
      type === 'TEXT' ? `a text of ${name} ☃` : type === 'BLOB' ? new Uint8Array([0, 255]) : 1,
    )
    const places = columns.map(() => '?').join(', ')
    connection.prepare(`insert into ${name} values (${places})`).run(...values)
  }
}

/** Two attachments and a chunk of an upload with bytes of their own. */
function addFiles(connection: DatabaseSync, dataDir: string): void {
  const attachments = attachmentFolder(databaseFile(dataDir))
  for (const bytes of FILES) {
    writeAttachment(attachments, hashOf(bytes), bytes)
    connection
      .prepare(
        `insert into attachment (project_id, event_id, sha256, filename, attachment_type, size_bytes, received_at)
        values (1, ?, ?, 'a.bin', 'event.attachment', ?, ?)`,
      )
      .run('f'.repeat(32), hashOf(bytes), bytes.length, DAY_START)
  }
  const chunk = new TextEncoder().encode('a chunk')
  writeAttachment(join(dirname(databaseFile(dataDir)), 'uploads'), hashOf(chunk), chunk)
  connection.exec('delete from upload_chunk')
  connection
    .prepare(
      'insert into upload_chunk (token_id, hash, sha256, size_bytes, created_at) values (1, ?, ?, ?, ?)',
    )
    .run('0'.repeat(40), hashOf(chunk), chunk.length, DAY_START)
}

/** The bytes of all attachments and chunks of a desk, by their paths. */
export function listBlobFiles(dataDir: string): Record<string, string> {
  const paths = listBlobPaths(dataDir)
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(dataDir, path)).toString('base64')]))
}

/** The paths within the folder of a desk. A file is named after the hash of its bytes. */
export function listBlobPaths(dataDir: string): string[] {
  const folders = ['attachments', 'uploads'].filter((name) => existsSync(join(dataDir, name)))
  const names = folders.flatMap((name) =>
    readdirSync(join(dataDir, name), { recursive: true, encoding: 'utf8' }).map((each) => join(name, each)),
  )
  return names.filter((name) => /[0-9a-f]{64}$/.test(name)).sort()
}
