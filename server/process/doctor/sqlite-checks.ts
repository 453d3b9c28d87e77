import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { databaseFile } from '#server/config/data-dir.ts'
import { limits } from '#server/protocol/limits.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import { countTokens } from '#server/store/accounts/tokens.ts'
import { readAlertFacts } from '#server/store/alerts/alert-facts.ts'
import { MOVED_TO, parseMoved } from '#server/store/move/moved.ts'
import { readBackupFolder, readLastBackup } from '#server/store/sqlite/backup/backup.ts'
import { readStoredSetting } from '#server/store/sqlite/backup/stored-setting.ts'
import { countUnfinished } from '#server/store/sqlite/backup/unfinished-backup.ts'
import { requireSqliteVersion } from '#server/store/sqlite/connection.ts'
import { examineDatabase } from '#server/store/sqlite/inspect-database.ts'
import { checkAlerts } from './check-alerts.ts'
import { checkAttachments } from './check-attachments.ts'
import { type Check, check, checkIfAny, type Finding, fail, messageOf, ok, warn } from './findings.ts'
import type { Runtime } from './runtime.ts'
import { checkSchema, checkTokens } from './schema-checks.ts'

/** Checks the machine, the data directory and the file in it. */
export async function checkSqliteDesk(config: Config, runtime: Runtime): Promise<Check[]> {
  const file = databaseFile(config.dataDir)
  return [
    await check('sqlite', () => checkSqlite(runtime.sqlite)),
    await check('data-dir', () => checkDataDir(config.dataDir)),
    await check('disk', () => checkDisk(config.dataDir, runtime)),
    await check('privacy', () => checkPrivacy(config.dataDir)),
    ...checkDatabase(file, runtime.now()),
    ...(await checkIfAny('moved', async () => checkMoved(file))),
    await check('backup', () => checkBackup(file, runtime)),
    ...(await checkIfAny('attachments', () => checkAttachments(config))),
  ]
}

function checkSqlite(version: string): Finding {
  requireSqliteVersion(version)
  return ok(`SQLite ${version}`)
}

/** Creates something there to check it, since permissions do not show read-only mounts. */
export async function checkDataDir(dataDir: string): Promise<Finding> {
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

function checkDatabase(file: string, now: number): Check[] {
  if (!existsSync(file))
    return [{ name: 'database', ...ok(`${file} does not exist yet; the first start creates it`) }]
  try {
    const { damages, version, knownVersion } = examineDatabase(file, 'whole')
    const health =
      damages.length === 0 ? ok(`${file} is intact`) : fail(`${file} is damaged: ${damages.join('; ')}`)
    return [
      { name: 'database', ...health },
      { name: 'schema', ...checkSchema(version, knownVersion) },
      ...(version === knownVersion && damages.length === 0
        ? [
            { name: 'tokens', ...checkTokens(countTokens(file)) },
            { name: 'alerts', ...checkAlerts(readAlertFacts(file), now) },
          ]
        : []),
    ]
  } catch (error) {
    return [{ name: 'database', ...fail(`${file} cannot be read: ${messageOf(error)}`) }]
  }
}

/** A desk does not start on a database that it has left. */
function checkMoved(file: string): Finding | undefined {
  const value = existsSync(file) ? readStoredSetting(file, MOVED_TO) : undefined
  if (value === undefined) return undefined
  return fail(`the desk moved to ${parseMoved(value).to}; "move --forget" lets it start here again`)
}

function nearestExisting(path: string): string {
  const directory = resolve(path)
  return existsSync(directory) ? directory : nearestExisting(dirname(directory))
}
