import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '#tests/support/run/free-port.ts'
import { asUser, findBinaries } from './postgres-server.ts'

const run = promisify(execFile)
const MOST_STARTS = 60
/** A small disk would be full of it. A replica that was away for a moment still finds what it missed. */
const SMALL_LOG = "max_wal_size = '64MB'\nwal_keep_size = '64MB'\n"

/** A server that a test may break. What it acknowledged is on the disk. */
export interface OwnServer {
  port: number
  start(): Promise<void>
  /** Ends it in order. */
  stop(): Promise<void>
  /** Ends it at once, as when its machine fails. */
  kill(): Promise<void>
  /** Runs statements in a database. */
  query(sql: string, database?: string): Promise<Record<string, unknown>[]>
  /**
   * Starts a replica from a copy of the server's folder. Commits wait for it. With a place, it replaces what is there, which
   * may be a server that this one succeeded.
   */
  addReplica(place?: ReplicaPlace): Promise<OwnServer>
  /** Makes a replica the primary. */
  promote(): Promise<void>
}

interface ReplicaPlace {
  folder: string
  /** Undefined for any. */
  port?: number
  /** Is told the empty data folder when it is new, to mount a disk there. */
  onData?: (data: string) => Promise<void>
}

/** Makes a server in a folder that must not exist. `onData` is told its empty data folder, to mount a disk there. */
export async function createOwnServer(
  folder: string,
  onData?: (data: string) => Promise<void>,
): Promise<OwnServer> {
  const { initdb } = findBinaries(folder)
  const user = asUser()
  const data = join(folder, 'data')
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  chmodSync(dirname(folder), 0o711)
  mkdirSync(data, { mode: 0o700 })
  await onData?.(data)
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid)
  const cluster = ['--auth=trust', '--username=tests', '--locale=C', '--encoding=UTF8']
  await run(initdb, ['--pgdata', data, ...cluster], user)
  return serverIn(folder, await freePort())
}

function serverIn(folder: string, port: number): OwnServer {
  const data = join(folder, 'data')
  const { pg_ctl } = findBinaries(folder)
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${data}`]
  const control = (...words: string[]) => run(pg_ctl, [...words, '--pgdata', data], asUser())

  async function start(): Promise<void> {
    const options = [...settings, 'max_connections=100'].map((setting) => `-c ${setting}`).join(' ')
    const words = ['start', '--wait', '--timeout=120', '--log', join(data, 'log'), '--options', options]
    for (let tries = 1; ; tries++) {
      try {
        await control(...words)
        return
      } catch (error) {
        if (tries === MOST_STARTS) throw error
        await pause(500) // processes of the one that was killed may still have its memory
      }
    }
  }

  return {
    port,
    start,
    stop: async () => void (await control('stop', '--mode=fast', '--timeout=120')),
    async kill() {
      const pidFile = join(data, 'postmaster.pid')
      process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL')
    },
    async query(sql, database = 'postgres') {
      const client = new pg.Client(`postgres://tests@127.0.0.1:${port}/${database}`)
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(sql)).rows
      } finally {
        await client.end()
      }
    },
    async addReplica({ folder: copy, port: replicaPort, onData } = { folder: `${folder}-replica` }) {
      await control('stop', '--mode=fast', '--timeout=120')
      const copyData = join(copy, 'data')
      if (!existsSync(copyData)) {
        mkdirSync(copyData, { recursive: true })
        await onData?.(copyData)
      }
      const again = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 } // those that were killed end by themselves
      for (const name of readdirSync(copyData)) rmSync(join(copyData, name), again)
      cpSync(folder, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
      const { uid, gid } = asUser()
      if (uid !== undefined) await run('chown', ['-R', `${uid}:${gid}`, copy])
      await run('chmod', ['700', copyData])
      const connection = `host=127.0.0.1 port=${port} user=tests application_name=replica`
      const follow = `primary_conninfo = '${connection}'\nwal_retrieve_retry_interval = '200ms'\n`
      writeFileSync(join(copyData, 'postgresql.auto.conf'), SMALL_LOG + follow)
      writeFileSync(join(copyData, 'standby.signal'), '')
      writeFileSync(join(data, 'postgresql.auto.conf'), `${SMALL_LOG}synchronous_standby_names = 'replica'\n`)
      await start()
      const replica = serverIn(copy, replicaPort ?? (await freePort()))
      await replica.start()
      return replica
    },
    promote: async () => void (await control('promote', '--wait', '--timeout=60')),
  }
}
