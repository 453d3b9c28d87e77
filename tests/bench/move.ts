import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFile, requireDataDir } from '#server/config/data-dir.ts'
import { fillScale } from '#tests/support/fill/fill-scale.ts'
import { runIn } from '#tests/support/move/run-move.ts'
import { serverProcessorMs } from '#tests/support/postgres/large/server-costs.ts'
import { createEmptyPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { setup } from '#tests/support/run/temporary-folder.ts'

/**
 * What a move costs, to PostgreSQL and back: rows a second by the clock, and processor time of this process and of the
 * server, for the first copy and for the end of it. Tests' server writes nothing to a disk, on Linux.
 * `node tests/bench/move.ts [events]`
 */
const EVENTS = Number(process.argv[2] ?? 100_000)
const NOW = Date.UTC(2026, 10, 20)
let allRows = 0
const serverMs = () => serverProcessorMs(join(tmpdir(), 'postgres'))

const clear = setup() // the server's folder
try {
  const [dataDir, back] = [join(tmpdir(), 'desk'), join(tmpdir(), 'back')]
  requireDataDir(dataDir)
  await fillScale({ file: databaseFile(dataDir), events: EVENTS, now: NOW })
  const url = await createEmptyPostgresDatabase()
  await measure('copy to PostgreSQL', dataDir, url)
  await measure('finish', dataDir, url, '--finish')
  await measure('copy to SQLite', back, '--from', url)
  await measure('finish', back, '--from', url, '--finish')
} finally {
  clear()
}

async function measure(name: string, dataDir: string, ...words: string[]): Promise<void> {
  const [start, before, serverBefore] = [performance.now(), process.cpuUsage(), serverMs()]
  const { code, output, refusal } = await runIn(dataDir, 'move', ...words, '--json')
  if (code !== 0) throw new Error(refusal)
  const seconds = (performance.now() - start) / 1_000
  const { user, system } = process.cpuUsage(before)
  const { rows } = JSON.parse(output) as { rows: number } // as the command prints it
  allRows = Math.max(allRows, rows) // the end of a move copies few
  const perRow = (ms: number) => `${((ms * 1_000) / allRows).toFixed(1)} µs a row`
  console.log(
    `${name.padEnd(20)} ${allRows} rows  ${Math.round(allRows / seconds)}/s  ${seconds.toFixed(1)} s  here ${perRow((user + system) / 1_000)}  server ${perRow(serverMs() - serverBefore)}`,
  )
}
