import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { OwnServer } from '#tests/support/postgres/own-server.ts'
import type { ServerPair } from '#tests/support/postgres/servers/server-pair.ts'
import { fillDisk } from '#tests/support/store/failing-disk.ts'
import type { RestartedDesks } from './restarted-desks.ts'

interface Broken {
  servers: ServerPair
  desks: Pick<RestartedDesks, 'kill'>
  random: () => number
}

export interface Fault {
  name: string
  /** It takes long, and so it happens only once in so many rounds. */
  rounds?: number
  happen: () => Promise<void>
  /** Puts in order what desks need not see. */
  after?: () => Promise<void>
}

const FREE_BYTES = 1024 ** 2
/** A desk takes a server that is silent for 15 seconds for gone. */
const SILENT_MS = 17_000
const FULL_MS = 3_000
const COUNTING_WITHIN_MS = 30_000
const OF_DESKS = "application_name = 'crumbtrail'"

/** What can fail between two desks, the network, PostgreSQL, its replica and its disk. */
export function listFaults({ servers, desks, random }: Broken): Fault[] {
  const primary = () => servers.primary().server
  const network = () => servers.primary().proxy
  return [
    { name: 'a desk killed', happen: () => desks.kill(1) },
    {
      name: 'both desks killed while one counts',
      rounds: 3,
      async happen() {
        await findCounting(primary())
        await desks.kill(2)
      },
    },
    {
      name: 'the connection that counts ended',
      async happen() {
        const pid = await findCounting(primary())
        await primary().query(`select pg_terminate_backend(${pid})`)
      },
    },
    {
      name: 'all connections ended',
      async happen() {
        await primary().query(`select pg_terminate_backend(pid) from pg_stat_activity where ${OF_DESKS}`)
      },
    },
    {
      name: "a server's process killed",
      async happen() {
        const sql = `select pid from pg_stat_activity where ${OF_DESKS} order by state = 'active' desc, random() limit 1`
        const [row] = await primary().query(sql)
        if (row !== undefined) process.kill(Number(row.pid), 'SIGKILL') // the others end as well, and the server recovers
      },
    },
    {
      name: 'the server killed',
      rounds: 2,
      async happen() {
        await primary().kill()
        await pause(random() * 1_000)
        await primary().start()
      },
    },
    {
      name: 'the replica takes over',
      rounds: 2,
      happen: () => servers.failOver(),
      after: () => servers.renewReplica(),
    },
    { name: 'the network cut', happen: async () => network().cut() },
    {
      name: 'the server silent',
      rounds: 6,
      async happen() {
        network().stall(true)
        await pause(SILENT_MS)
        network().cut()
        network().stall(false)
      },
    },
    { name: 'answers to commits swallowed', happen: async () => network().swallowCommits(3) },
    {
      name: 'the disk full',
      rounds: 2,
      async happen() {
        const { disk } = servers.primary()
        if (disk === undefined) throw new Error('Cannot fill the disk: only root of a Linux may mount one')
        const empty = await fillDisk(disk, FREE_BYTES)
        await pause(FULL_MS)
        await empty()
        await primary()
          .query('select 1')
          .catch(() => primary().start()) // It ends if it can't write its log.
      },
    },
  ]
}

/** The process of the server in whose transaction a desk counts just now. */
async function findCounting(server: OwnServer): Promise<number> {
  const client = new pg.Client(`postgres://tests@127.0.0.1:${server.port}/crumbtrail`)
  await client.connect()
  try {
    for (const startedAt = performance.now(); performance.now() - startedAt < COUNTING_WITHIN_MS; ) {
      const { rows } = await client.query<{ pid: number }>(
        "select pid from pg_locks where relation = 'fold_shard'::regclass and mode like 'Row%Lock' limit 1",
      )
      if (rows[0] !== undefined) return rows[0].pid
    }
    throw new Error('Cannot end what counts: no desk counted')
  } finally {
    await client.end()
  }
}
