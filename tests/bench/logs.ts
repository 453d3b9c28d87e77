import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDeskLogs } from '#server/desk/records/logs.ts'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { createBatchWriter } from '#server/writer/batch/batch.ts'
import { toAttributes } from '#tests/support/builders/sample-traces.ts'
import { seededRandom } from '#tests/support/fill/seeded-random.ts'
import { measureRounds } from '#tests/support/store/durations.ts'

/**
 * Searches of many logs, written through the writer's own batches: what the page asks for, in milliseconds.
 * `npm run bench -- logs [logs] [rounds]`
 */
const [logs = 1_000_000, rounds = 3] = process.argv.slice(2).map(Number)
const LOGS_AN_ENVELOPE = 50
const ENVELOPES_A_BATCH = 40
const DAYS = 14
const now = Date.now()

const directory = await mkdtemp(join(tmpdir(), 'crumbtrail-logs-'))
const file = join(directory, 'desk.sqlite')
const store = await openSqliteStore({ file })
try {
  fill()
  const logs = createDeskLogs(store)
  const scope = {
    project: undefined,
    environment: undefined,
    period: { start: now - DAYS * 86_400_000, end: now },
  }
  const queries = [
    '',
    'level:error',
    'level:>=warn payment',
    'a word that nobody wrote',
    'order:77',
    'has:nothing',
    'release:shop@1.2.0',
  ]
  for (const query of queries) {
    const ask = () => logs.search({ ...scope, query, limit: 50, cursor: undefined })
    const { p50, p95, longest } = await measureRounds(Array.from({ length: 20 }), rounds, ask)
    const before = process.cpuUsage()
    const found = await ask()
    const { user, system } = process.cpuUsage(before)
    const cpuMs = (user + system) / 1000
    const what = 'refusal' in found ? found.refusal : `${found.items.length} found`
    console.log(
      `${JSON.stringify(query)}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, most ${longest.toFixed(1)} ms, ${cpuMs.toFixed(1)} ms of a processor; ${what}`,
    )
  }
  const { p50, p95 } = await measureRounds(Array.from({ length: 20 }), rounds, () =>
    logs.count({ ...scope, query: '' }),
  )
  console.log(`by hour and level: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`)
} finally {
  await store.close()
  await rm(directory, { recursive: true })
}

function fill(): void {
  const connection = openConnection(file)
  connection.exec('pragma synchronous = off') // what a power cut would break is made again
  let ids = 0
  const newEventId = () => (++ids).toString(16).padStart(32, '0')
  const writeBatch = createBatchWriter(connection, { newEventId, attachments: attachmentFolder(file) })
  const random = seededRandom(7)
  const startedAt = performance.now()
  for (let sent = 0; sent < logs; sent += LOGS_AN_ENVELOPE * ENVELOPES_A_BATCH) {
    const receivedAt = now - Math.floor(((logs - sent) / logs) * DAYS * 86_400_000)
    const envelopes = Array.from({ length: ENVELOPES_A_BATCH }, () => ({
      ...{ projectId: 1, keyId: 1, receivedAt },
      body: anEnvelope(random, receivedAt),
    }))
    writeBatch(envelopes, [])
  }
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${logs} logs written in ${seconds.toFixed(1)} s: ${Math.round(logs / seconds)} a second`)
  connection.close()
}

function anEnvelope(random: () => number, at: number): Uint8Array {
  const levels = ['debug', 'info', 'info', 'info', 'info', 'warn', 'error']
  const items = Array.from({ length: LOGS_AN_ENVELOPE }, () => {
    const order = Math.floor(random() * 100_000)
    return {
      timestamp: at / 1000 + random() * 10,
      level: levels[Math.floor(random() * levels.length)],
      body: `order ${order} ${random() < 0.1 ? 'waits for its payment' : 'placed'} in ${Math.floor(random() * 900)} ms`,
      attributes: toAttributes({
        order,
        'http.route': '/checkout',
        'sentry.release': `shop@1.${Math.floor(random() * 3)}.0`,
        'sentry.environment': 'production',
      }),
    }
  })
  const header = {
    type: 'log',
    item_count: items.length,
    content_type: 'application/vnd.sentry.items.log+json',
  }
  return new TextEncoder().encode([{}, header, { items }].map((line) => JSON.stringify(line)).join('\n'))
}
