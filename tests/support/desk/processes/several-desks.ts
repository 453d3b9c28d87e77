import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFile } from '#server/config/data-dir.ts'
import { createEmptyPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { freePort } from '#tests/support/run/free-port.ts'
import { startBalancer } from './balancer.ts'
import { type DeskProcess, runMain, type StartOptions, startOneDesk } from './one-desk.ts'

/** How many processes a test's desk is: `CRUMBTRAIL_TEST_DESKS=2 npx vitest run … --project browser`. */
const COUNT = Number(process.env.CRUMBTRAIL_TEST_DESKS ?? 1)

/** A failed page says its cause in what the desk prints. */
const TELEMETRY_ADAPTER = 'in-process,console'

/** They start at once, and share the processors with other tests. */
const READY_WITHIN_MS = 100_000

/** The database of each folder's desk, which a test may stop and start again. */
const databases = new Map<string, string>()

/** Desks that serve sources, or another folder's build, stay one process. */
export function takesSeveral({ command, root, env }: StartOptions): boolean {
  return COUNT > 1 && command === undefined && root === undefined && env?.DATABASE_URL === undefined
}

/**
 * Several processes on one PostgreSQL database, asked in turn: a test's next request reaches another one. Data of an earlier
 * desk is moved to the database first.
 */
export async function startDesks(options: StartOptions): Promise<DeskProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'crumbtrail-')))
  const databaseUrl = databases.get(dataDir) ?? (await createEmptyPostgresDatabase())
  if (!databases.has(dataDir) && existsSync(databaseFile(dataDir))) await move(dataDir, databaseUrl)
  databases.set(dataDir, databaseUrl)
  const urls: string[] = []
  let desks: DeskProcess[] = []
  const outputs = () => desks.map(({ output }) => output())
  const port = Number(options.env?.PORT ?? 0)
  // It listens before there is a desk, since desks must know its address.
  const balancer = await startBalancer({ urls, port, databaseUrl, outputs })
  const url = options.env?.PUBLIC_URL ?? addressOf(balancer)
  const env = { TELEMETRY_ADAPTER, ...options.env, DATABASE_URL: databaseUrl, PUBLIC_URL: url }
  desks = await Promise.all(
    Array.from({ length: COUNT }, async () => {
      const own = await mkdtemp(join(tmpdir(), 'crumbtrail-'))
      const port = await freePort()
      urls.push(`http://127.0.0.1:${port}`)
      const ownEnv = { ...env, PORT: String(port) }
      return startOneDesk({ readyWithinMs: READY_WITHIN_MS, ...options, env: ownEnv, dataDir: own })
    }),
  )
  const [first] = desks
  if (first === undefined) throw new Error('Cannot start desks: none is wanted')
  return {
    ...first,
    url: addressOf(balancer),
    dataDir,
    databaseUrl,
    output: () => outputs().join(''),
    closeOutput: () => {
      for (const { closeOutput } of desks) closeOutput()
    },
    async stop(signal) {
      balancer.closeAllConnections()
      balancer.close()
      const codes = await Promise.all(desks.map(({ stop }) => stop(signal)))
      await Promise.all(desks.map((desk) => rm(desk.dataDir, { recursive: true, force: true })))
      return codes.find((code) => code !== 0) ?? 0
    },
  }
}

async function move(dataDir: string, databaseUrl: string): Promise<void> {
  const { code, output } = await runMain(['move', databaseUrl, '--finish'], { DATA_DIR: dataDir })
  if (code !== 0) throw new Error(`Cannot move the data of a test to PostgreSQL: ${output}`)
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
}
