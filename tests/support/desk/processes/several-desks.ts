import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFile } from '#server/config/data-dir.ts'
import { createEmptyPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { freePort } from '#tests/support/run/free-port.ts'
import { forward } from './forward.ts'
import { type DeskProcess, runMain, type StartOptions, startOneDesk } from './one-desk.ts'

/** How many processes a test's desk is: `CRUMBTRAIL_TEST_DESKS=2 npx vitest run … --project browser`. */
const COUNT = Number(process.env.CRUMBTRAIL_TEST_DESKS ?? 1)

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
  const balancer = await startBalancer(urls, Number(options.env?.PORT ?? 0))
  const url = options.env?.PUBLIC_URL ?? addressOf(balancer)
  const env = { ...options.env, DATABASE_URL: databaseUrl, PUBLIC_URL: url }
  const desks = await Promise.all(
    Array.from({ length: COUNT }, async () => {
      const own = await mkdtemp(join(tmpdir(), 'crumbtrail-'))
      const port = await freePort()
      urls.push(`http://127.0.0.1:${port}`)
      return startOneDesk({ ...options, env: { ...env, PORT: String(port) }, dataDir: own })
    }),
  )
  const [first] = desks
  if (first === undefined) throw new Error('Cannot start desks: none is wanted')
  return {
    ...first,
    url: addressOf(balancer),
    dataDir,
    output: () => desks.map(({ output }) => output()).join(''),
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

/** Sends each request to the next desk. It listens before there is one, since desks must know its address. */
async function startBalancer(urls: readonly string[], port: number): Promise<Server> {
  let asked = 0
  const balancer = createServer((incoming, outgoing) => {
    const url = urls[asked++ % urls.length]
    if (url === undefined) outgoing.writeHead(503).end()
    else forward(url, incoming, outgoing)
  })
  await new Promise<void>((resolve) => balancer.listen(port, '127.0.0.1', resolve))
  return balancer
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
}
