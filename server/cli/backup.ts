import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { databaseFile, requireDataDir, tryLockDataDir } from '#server/config/data-dir.ts'
import { saveSetting } from '#server/store/accounts/settings.ts'
import { type Backup, LAST_BACKUP, makeBackup } from '#server/store/sqlite/backup/backup.ts'
import { restoreBackup } from '#server/store/sqlite/backup/restore.ts'
import { BACKUP_FOLDER } from '#server/store/sqlite/backup/unfinished-backup.ts'
import type { CommandCall, CommandResult } from './command.ts'
import { withStore } from './command.ts'

const BY_POSTGRES =
  'DATABASE_URL is set, and PostgreSQL has its own programs for this: pg_dump and pg_restore, or pgBackRest'

/** Backs up, also while a desk runs. */
export async function backUp(call: CommandCall): Promise<CommandResult> {
  const { config, clock } = call
  const file = resolve(call.argument)
  const refuse = (message: string) => ({ refusal: `Cannot back up to ${file}: ${message}` })
  if (config.databaseUrl !== undefined) return refuse(BY_POSTGRES)
  if (existsSync(file)) return refuse('the path already exists')
  if (!existsSync(databaseFile(config.dataDir))) return refuse(`${config.dataDir} has no data yet`)
  return withStore(call, async (store) => {
    const now = clock()
    try {
      await store.write((trx) => saveSetting(trx, BACKUP_FOLDER, dirname(file))) // The folder is saved first: the next start looks there if this backup is killed.
      const backup = makeBackup(databaseFile(config.dataDir), file, now)
      await store.write((trx) => saveSetting(trx, LAST_BACKUP, String(now)))
      return describeBackup(file, backup, config)
    } catch (error) {
      return refuse(error instanceof Error ? error.message : String(error))
    }
  })
}

/** Attachments that were uploaded are in the bucket, and not in the backup. */
function describeBackup(file: string, backup: Backup, { bucket }: CommandCall['config']): CommandResult {
  const { expiredAttachments, ...rest } = backup
  const size = `${(backup.sizeBytes / 1e6).toFixed(1)} MB, ${backup.attachments} attachments`
  const text = `Backed up to ${file}: ${size}`
  if (bucket === undefined) return { json: { file, ...backup }, text }
  return {
    json: {
      file,
      ...rest,
      expiredAttachments: 0,
      uploadedAttachments: expiredAttachments,
      bucket: bucket.name,
    },
    text: `${text}. Not included: attachments in ${bucket.name} (${expiredAttachments})`,
  }
}

/** Restores into a directory that no desk serves, and keeps a desk from starting to serve it meanwhile. */
export async function restore({ argument, config, clock }: CommandCall): Promise<CommandResult> {
  const file = resolve(argument)
  if (config.databaseUrl !== undefined) return { refusal: `Cannot restore ${file}: ${BY_POSTGRES}` }
  requireDataDir(config.dataDir)
  const lock = tryLockDataDir(config.dataDir)
  if (!lock)
    return { refusal: `Cannot restore ${file}: a running desk uses ${config.dataDir}; stop it first` }
  try {
    const restored = restoreBackup(file, databaseFile(config.dataDir), clock())
    if ('refusal' in restored) return restored
    const { events, issues, attachments, keptAs } = restored
    const counts = `${events} events, ${issues} issues, ${attachments} attachments`
    const retained = keptAs === undefined ? '' : `\nThe previous data was kept as ${keptAs}`
    return { json: { file, ...restored }, text: `Restored ${file}: ${counts}${retained}` }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { refusal: message.startsWith('Cannot ') ? message : `Cannot restore ${file}: ${message}` }
  } finally {
    lock.release()
  }
}
