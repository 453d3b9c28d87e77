import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asUser } from '../postgres-server.ts'

/** PgBouncer 1.21 or later: `CRUMBTRAIL_TEST_POOLER=/usr/sbin/pgbouncer npx vitest run …`. Without it, tests need none. */
const POOLER = process.env.CRUMBTRAIL_TEST_POOLER
export const hasPooler = POOLER !== undefined

/** What docs/scaling.md tells an operator to set. Databases are as many as tests, so idle connections end soon. */
const SETTINGS = `
pool_mode = transaction
max_prepared_statements = 1000
ignore_startup_parameters = extra_float_digits,options,statement_timeout,idle_in_transaction_session_timeout
max_client_conn = 500
default_pool_size = 40
server_idle_timeout = 2
auth_type = any
unix_socket_mode = 0777
listen_port = 5432`

/** Starts the pooler of this run, if one is asked for, in front of its server. */
export function startPooler(runFolder: string, socketFolder: string): void {
  if (POOLER === undefined) return
  const folder = poolerFolder(runFolder)
  const user = asUser()
  mkdirSync(folder, { mode: 0o755 })
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const place = (name: string) => join(folder, name)
  writeFileSync(
    place('pooler.ini'),
    `[databases]
* = host=${socketFolder} port=5432 user=tests
[pgbouncer]${SETTINGS}
unix_socket_dir = ${folder}
logfile = ${place('log')}
pidfile = ${place('pid')}
`,
  )
  execFileSync(POOLER, ['--daemon', place('pooler.ini')], { ...user, stdio: 'ignore' })
}

/** The folder of the socket that tests connect to: the server's own, unless there is a pooler. */
export function throughPooler(runFolder: string, socketFolder: string): string {
  return POOLER === undefined ? socketFolder : poolerFolder(runFolder)
}

export function stopPooler(runFolder: string): void {
  const pidFile = join(poolerFolder(runFolder), 'pid')
  if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGQUIT') // at once
}

function poolerFolder(runFolder: string): string {
  return join(runFolder, 'postgres', 'pooler')
}
