import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { checkpointBytes, createCheckpointer } from '#server/store/sqlite/checkpoint.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { migrate } from '#server/store/sqlite/migrations/migrate.ts'
import { createRetention } from '#server/store/sqlite/retention/retention.ts'
import { inTransaction } from '#server/store/sqlite/transaction.ts'

/**
 * How long retention keeps the writer from its work: slices over a database of a million rows, half of them too old.
 * `node tests/bench/retention.ts [rows]`
 */
const [rows = 1_000_000] = process.argv.slice(2).map(Number)
const DAY_MS = 86_400_000
const NOW = 100 * DAY_MS
const RETENTION_DAYS = 30
const ROWS_A_BLOCK = 16
const BLOCK_BYTES = 20_000

const directory = mkdtempSync(join(tmpdir(), 'crumbtrail-bench-'))
const file = join(directory, 'bench.sqlite')
const connection = openConnection(file)
try {
  migrate(connection)
  fill(connection)
  console.log(`${rows} rows, half events and half parts of traces, in ${megabytes()} MB`)
  const deleted = measure('deleting half', NOW)
  const left = count()
  if (deleted === 0 || left !== rows / 2) throw new Error(`Cannot trust the run: ${left} rows are left`)
  measure('finding nothing to delete', NOW)
} finally {
  connection.close()
  rmSync(directory, { recursive: true })
}

function measure(what: string, now: number): number {
  const slice = createRetention(connection, {
    retentionDays: RETENTION_DAYS,
    attachments: join(directory, 'attachments'),
  })
  const checkpointer = createCheckpointer(connection)
  const durations: number[] = []
  const checkpoints: number[] = []
  for (let hasMore = true; hasMore; ) {
    const startedAt = performance.now()
    hasMore = slice(now)
    const deletedAt = performance.now()
    checkpointer.run(checkpointBytes.afterDeleting)
    durations.push(deletedAt - startedAt)
    checkpoints.push(performance.now() - deletedAt)
  }
  console.log(
    `${what}: ${durations.length} slices, ${summary(durations)}; checkpoints ${summary(checkpoints)}; ${megabytes()} MB`,
  )
  return durations.length
}

function summary(durations: number[]): string {
  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`
}

function megabytes(): number {
  return Math.round(statSync(file).size / 1e6)
}

function count(): number {
  const { n } =
    connection.prepare('select (select count(*) from event) + (select count(*) from span_part) as n').get() ??
    {}
  return Number(n)
}

/** Rows over sixty days, with the random ids that make deleting dear. */
function fill(to: DatabaseSync): void {
  to.exec(`
    insert into project (id, slug, name, created_at) values (1, 'shop', 'Shop', 0);
    insert into issue (id, project_id, number, grouping_version, grouping_key, type, value, culprit, level,
      is_unhandled, first_seen, last_seen, event_count) values (1, 1, 1, 1, 'x', 'Error', '', '', 'error', 0, 0, 0, 1)`)
  const block = to.prepare('insert into payload_block (size_bytes, data) values (?, ?)')
  const event =
    to.prepare(`insert into event (project_id, event_id, issue_id, timestamp, received_at, level, value,
      trace_id, block_id, block_offset, block_length) values (1, ?, 1, 0, ?, 'error', 'no price', ?, ?, 0, 1)`)
  const digest = to.prepare('insert into digest (digest, event_row_id, project_id) values (?, ?, 1)')
  const part =
    to.prepare(`insert into span_part (project_id, trace_id, span_count, span_ids, received_at, block_id,
      block_offset, block_length) values (1, ?, 20, ?, ?, ?, 0, 1)`)
  const data = randomBytes(BLOCK_BYTES)
  const spanIds = randomBytes(20 * 8)
  const pairs = rows / 2
  for (let done = 0; done < pairs; done += 10_000) {
    inTransaction(to, () => {
      let blockId = 0
      for (let pair = done; pair < Math.min(done + 10_000, pairs); pair++) {
        const receivedAt = NOW - 60 * DAY_MS + Math.floor((pair / pairs) * 60 * DAY_MS)
        if (pair % ROWS_A_BLOCK === 0) blockId = Number(block.run(BLOCK_BYTES, data).lastInsertRowid)
        const [id, trace] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
        const { lastInsertRowid } = event.run(id, receivedAt, trace, blockId)
        digest.run(id, lastInsertRowid)
        part.run(trace, spanIds, receivedAt, blockId)
      }
    })
    createCheckpointer(to).run()
  }
}
