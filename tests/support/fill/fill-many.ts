import { DatabaseSync } from 'node:sqlite'
import { databaseFile } from '#server/config/data-dir.ts'
import { attachmentFolder, hashOf, writeAttachments } from '#server/store/maintenance/attachment-files.ts'
import { writeSeededDesk } from '#tests/support/move/seeded-desk.ts'

interface Many {
  dataDir: string
  events: number
  attachments: number
}

const LARGE_BYTES = 3 * 2 ** 20
const ATTACHMENTS_AT_ONCE = 100

/**
 * Writes the data of a desk with the seeded day, which has rows in all tables, and adds many events and attachments: copies of
 * the day's events and their payloads, with ids of their own. To store them as the writer does takes ten times as long.
 */
export async function fillMany({ dataDir, events, attachments }: Many): Promise<void> {
  await writeSeededDesk(dataDir)
  const file = databaseFile(dataDir)
  const connection = new DatabaseSync(file)
  try {
    connection.exec('pragma synchronous = off; pragma foreign_keys = off; pragma cache_size = -200000')
    copyEvents(connection, events)
    addAttachments(connection, attachmentFolder(file), attachments)
    connection.exec('pragma wal_checkpoint(truncate)')
  } finally {
    connection.close()
  }
}

function copyEvents(connection: DatabaseSync, events: number): void {
  const numberOf = (sql: string) => Number(connection.prepare(`select ${sql}`).get()?.n)
  const eventStep = numberOf('max(id) as n from event')
  const blockStep = numberOf('max(id) as n from payload_block')
  const columns = connection.prepare("select name from pragma_table_info('event')").all()
  const names = columns.map(({ name }) => String(name))
  const copied = names.map((name) => {
    if (name === 'id') return `id + $copy * ${eventStep}`
    if (name === 'block_id') return `block_id + $copy * ${blockStep}`
    if (name === 'event_id') return "printf('%06x', $copy) || substr(event_id, 7)"
    return name
  })
  connection.exec(`
    create temp table first_event as select * from event;
    create temp table first_block as select * from payload_block where id in (select block_id from event)`)
  const addBlocks = connection.prepare(
    `insert into payload_block select id + $copy * ${blockStep}, size_bytes, data from first_block`,
  )
  const addEvents = connection.prepare(
    `insert into event (${names.join(', ')}) select ${copied.join(', ')} from first_event limit $most`,
  )
  connection.exec('begin')
  let stored = numberOf('count(*) as n from event')
  for (let copy = 1; stored < events; copy++) {
    addBlocks.run({ copy })
    stored += Number(addEvents.run({ copy, most: events - stored }).changes)
  }
  connection.exec('commit')
}

/** Each has bytes of its own; every hundredth is of several pieces. */
function addAttachments(connection: DatabaseSync, folder: string, many: number): void {
  const events = connection
    .prepare(
      'select project_id as projectId, event_id as eventId, received_at as receivedAt from event limit ?',
    )
    .all(many) as unknown as { projectId: number; eventId: string; receivedAt: number }[]
  const insert = connection.prepare(
    `insert into attachment (project_id, event_id, sha256, filename, attachment_type, size_bytes, received_at)
    values (?, ?, ?, ?, 'event.attachment', ?, ?)`,
  )
  for (let first = 0; first < events.length; first += ATTACHMENTS_AT_ONCE) {
    const files = events.slice(first, first + ATTACHMENTS_AT_ONCE).map((event, index) => {
      const number = first + index
      const size = number % 100 === 99 ? LARGE_BYTES : 500 + ((number * 997) % 100_000)
      const bytes = new Uint8Array(size).map((_, place) => (place * 31 + number * (1 + (place >> 8))) % 251)
      return { ...event, number, bytes, sha256: hashOf(bytes) }
    })
    writeAttachments(folder, files)
    for (const { projectId, eventId, receivedAt, sha256, number, bytes } of files) {
      insert.run(projectId, eventId, sha256, `file-${number}.bin`, bytes.length, receivedAt)
    }
  }
}
