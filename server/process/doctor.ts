import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rmdir, statfs } from 'node:fs/promises'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { databaseFile } from '#server/config/data-dir.ts'
import { requireFreePort } from '#server/config/free-port.ts'
import { limits } from '#server/protocol/limits.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import { countTokens } from '#server/store/accounts/tokens.ts'
import { readBackupFolder, readLastBackup } from '#server/store/sqlite/backup/backup.ts'
import { countUnfinished } from '#server/store/sqlite/backup/unfinished-backup.ts'
import { requireSqliteVersion } from '#server/store/sqlite/connection.ts'
import { examineDatabase } from '#server/store/sqlite/inspect-database.ts'
import { checkAttachments } from './check-attachments.ts'

export interface Check {
  name: string
  state: 'ok' | 'warn' | 'fail'
  message: string
}

export interface Runtime {
  node: string
  sqlite: string
  freeBytes(directory: string): Promise<number>
  /** Milliseconds since the epoch. */
  now(): number
}

export const thisRuntime: Runtime = {
  node: process.versions.node,
  sqlite: process.versions.sqlite ?? 'of unknown version',
  async freeBytes(directory) {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  },
  now: Date.now,
}

/** Checks everything that a desk needs to run; what it creates to check a place, it deletes. It never throws: a failure is a finding. */
export async function examine(config: Config, runtime: Runtime = thisRuntime): Promise<Check[]> {
  return [
    await check('node', () => checkNode(runtime.node)),
    await check('sqlite', () => checkSqlite(runtime.sqlite)),
    await check('data-dir', () => checkDataDir(config.dataDir)),
    await check('disk', () => checkDisk(config.dataDir, runtime)),
    await check('privacy', () => checkPrivacy(config.dataDir)),
    ...checkDatabase(databaseFile(config.dataDir)),
    await check('backup', () => checkBackup(databaseFile(config.dataDir), runtime)),
    ...(await checkIfAny('attachments', () => checkAttachments(config))),
    await check('port', () => checkPort(config)),
    await check('public-url', () => checkPublicUrl(config)),
  ]
}

type Finding = Omit<Check, 'name'>

async function check(name: string, find: () => Finding | Promise<Finding>): Promise<Check> {
  try {
    return { name, ...(await find()) }
  } catch (error) {
    return { name, ...fail(messageOf(error)) }
  }
}

/** Leaves out what there is nothing to say about. */
async function checkIfAny(name: string, find: () => Promise<Finding | undefined>): Promise<Check[]> {
  let isAny = true
  const found = await check(name, async () => {
    const finding = await find()
    isAny = finding !== undefined
    return finding ?? ok('')
  })
  return isAny ? [found] : []
}

const OLDEST_NODE = 24

function checkNode(version: string): Finding {
  if (Number.parseInt(version, 10) >= OLDEST_NODE) return ok(`Node ${version}`)
  return fail(`Node ${version} is too old: start with npm, which uses the Node ${OLDEST_NODE} it installed`)
}

function checkSqlite(version: string): Finding {
  requireSqliteVersion(version)
  return ok(`SQLite ${version}`)
}

/** Creates something there to check it, since permissions do not show read-only mounts. */
async function checkDataDir(dataDir: string): Promise<Finding> {
  const directory = nearestExisting(dataDir)
  await rmdir(await mkdtemp(join(directory, '.doctor-')))
  if (directory === resolve(dataDir)) return ok(`${directory} is writable`)
  return ok(`${resolve(dataDir)} does not exist yet; the first start creates it`)
}

const GIB = 1024 ** 3
const LOW_DISK_BYTES = GIB

async function checkDisk(dataDir: string, runtime: Runtime): Promise<Finding> {
  const freeBytes = await runtime.freeBytes(nearestExisting(dataDir))
  const message = `${(freeBytes / GIB).toFixed(1)} GiB are free`
  if (freeBytes < limits.freeDiskBytes)
    return fail(`${message}: events are rejected until there is more space`)
  return freeBytes < LOW_DISK_BYTES ? warn(`${message}: disk space is low`) : ok(message)
}

/** The stored data is about users, so other accounts of the machine must not read it. */
function checkPrivacy(dataDir: string): Finding {
  const file = databaseFile(dataDir)
  if (!existsSync(file)) return ok('nothing is stored yet; the first start creates a private directory')
  const OTHERS = 0o007
  const isOpen = (path: string) => (statSync(path).mode & OTHERS) !== 0
  if (!isOpen(dataDir) || !isOpen(file)) return ok(`${resolve(dataDir)} is not readable by other users`)
  return warn(`${resolve(dataDir)} is readable by every user of this machine: run chmod 700 on it`)
}

const OLD_BACKUP_DAYS = 8

function checkBackup(file: string, runtime: Runtime): Finding {
  if (!existsSync(file)) return ok('there is nothing to back up yet')
  const folder = readBackupFolder(file)
  const abandoned = folder === undefined ? 0 : countUnfinished(folder)
  if (abandoned > 0) {
    return warn(
      `${abandoned === 1 ? '1 unfinished backup is' : `${abandoned} unfinished backups are`} in ${folder}: the next start or backup removes them`,
    )
  }
  const lastAt = readLastBackup(file)
  if (lastAt === undefined)
    return warn('there is no backup: "backup FILE" makes one, even while the desk runs')
  const days = Math.floor((runtime.now() - lastAt) / DAY_MS)
  const message = `the last backup was made ${days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`}`
  return days < OLD_BACKUP_DAYS ? ok(message) : warn(`${message}: "backup FILE" makes a new one`)
}

function checkDatabase(file: string): Check[] {
  if (!existsSync(file))
    return [{ name: 'database', ...ok(`${file} does not exist yet; the first start creates it`) }]
  try {
    const { damages, version, knownVersion } = examineDatabase(file, 'whole')
    const health =
      damages.length === 0 ? ok(`${file} is intact`) : fail(`${file} is damaged: ${damages.join('; ')}`)
    return [
      { name: 'database', ...health },
      { name: 'schema', ...checkSchema(version, knownVersion) },
      ...(version === knownVersion && damages.length === 0 ? [checkTokens(file)] : []),
    ]
  } catch (error) {
    return [{ name: 'database', ...fail(`${file} cannot be read: ${messageOf(error)}`) }]
  }
}

function checkSchema(version: number, knownVersion: number): Finding {
  if (version === knownVersion) return ok(`schema ${version} is current`)
  if (version < knownVersion)
    return warn(`schema ${version} will be upgraded to ${knownVersion} at the next start`)
  return fail(`schema ${version} was written by a newer Crumbtrail; this version supports ${knownVersion}`)
}

function checkTokens(file: string): Check {
  const { all, endless } = countTokens(file)
  const tokens = all === 1 ? '1 token' : `${all} tokens`
  if (endless === 0)
    return {
      name: 'tokens',
      ...ok(all === 0 ? 'there are no tokens' : `${tokens}, each with an expiry date`),
    }
  const which = `${endless} without an expiry date ("token list" shows them, "token revoke ID" revokes one)`
  return { name: 'tokens', ...ok(`${tokens}, ${which}`) }
}

const HEALTH_TIMEOUT_MS = 2000

async function checkPort({ host, port }: Config): Promise<Finding> {
  try {
    await requireFreePort(host, port)
    return ok(port === 0 ? 'any free port will be used' : `port ${port} on ${host} is free`)
  } catch (error) {
    if (await answersHealthy(host, port)) return ok(`Crumbtrail answers on port ${port} of ${host}`)
    return fail(messageOf(error))
  }
}

async function answersHealthy(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  try {
    const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/healthz`
    const response = await fetch(url, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) })
    const body: unknown = await response.json()
    return (
      response.ok && typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok'
    )
  } catch {
    return false // Another program holds the port.
  }
}

function checkPublicUrl({ publicUrl, host, trustProxy }: Config): Finding {
  const { protocol, hostname } = new URL(publicUrl)
  if (isLoopback(hostname)) {
    if (isLoopback(host)) return ok(`${publicUrl} can be reached from this machine only, like HOST`)
    return warn(
      `HOST ${host} is open to other machines, but PUBLIC_URL ${publicUrl} is not: SDKs need an address that they can reach`,
    )
  }
  if (protocol === 'http:')
    return warn(`${publicUrl} is not https: passwords and events are sent unencrypted`)
  if (trustProxy === false) {
    return warn(
      `${publicUrl} needs a proxy for https, but TRUST_PROXY is off: every client seems to have the proxy's address`,
    )
  }
  return ok(publicUrl)
}

function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  return address === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

function nearestExisting(path: string): string {
  const directory = resolve(path)
  return existsSync(directory) ? directory : nearestExisting(dirname(directory))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function ok(message: string): Finding {
  return { state: 'ok', message }
}

function warn(message: string): Finding {
  return { state: 'warn', message }
}

function fail(message: string): Finding {
  return { state: 'fail', message }
}
