import { copyFileSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { COMMAND } from '#server/models/accounts/actor.ts'
import type { AuditAction } from '#server/models/accounts/audit.ts'
import { attachmentFolder, hashOf, writeAttachment } from '#server/store/maintenance/attachment-files.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { syncPath } from '#server/store/sqlite/fsync.ts'
import { examineDatabase } from '#server/store/sqlite/inspect-database.ts'

export interface Restored {
  events: number
  issues: number
  attachments: number
  /** Where the database is that was there before. */
  keptAs?: string
}

/**
 * Puts a backup in the place of a database that nobody has open. Whatever goes wrong, the old one is still there:
 * the new one is made whole beside it, and takes its place in one step.
 */
export function restoreBackup(
  backup: string,
  databaseFile: string,
  now: number,
): Restored | { refusal: string } {
  const message = failureOf(backup)
  if (message !== undefined) return { refusal: `Cannot restore ${backup}: ${message}` }
  const unfinished = `${databaseFile}.restoring`
  try {
    copyFileSync(backup, unfinished)
    const restored = unpack(unfinished, attachmentFolder(databaseFile))
    recordRestore(unfinished, backup, now)
    syncPath(unfinished)
    const keptAs = setAside(databaseFile, now)
    renameSync(unfinished, databaseFile)
    syncPath(dirname(databaseFile))
    return { ...restored, ...(keptAs === undefined ? {} : { keptAs }) }
  } finally {
    for (const suffix of ['', '-journal']) rmSync(unfinished + suffix, { force: true })
  }
}

/** Every page and index is read first: what is damaged is noticed while the old database still serves. */
function failureOf(backup: string): string | undefined {
  if (!existsSync(backup)) return 'there is no such file'
  try {
    const { damages, version, knownVersion } = examineDatabase(backup, 'whole')
    if (damages.length > 0) return `it is damaged: ${damages.join('; ')}`
    if (version > knownVersion) {
      return `it was written by a newer Crumbtrail (schema ${version}, this version supports ${knownVersion})`
    }
    return isBackup(backup) ? undefined : 'it is not a Crumbtrail backup'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function isBackup(file: string): boolean {
  const connection = new DatabaseSync(file, { readOnly: true })
  try {
    return connection.prepare(`select 1 from sqlite_schema where name = 'backup_piece'`).get() !== undefined
  } finally {
    connection.close()
  }
}

/** Files come out by the hash of what they hold, so those that are there already are the same. */
function unpack(file: string, folder: string): Omit<Restored, 'keptAs'> {
  const connection = new DatabaseSync(file)
  try {
    const pieces = connection.prepare('select data from backup_piece where sha256 = ? order by number')
    let attachments = 0
    for (const { sha256 } of connection.prepare('select distinct sha256 from backup_piece').all()) {
      const bytes = Buffer.concat(pieces.all(String(sha256)).map(({ data }) => data as Uint8Array)) // a blob
      if (hashOf(bytes) !== sha256) throw new Error(`Cannot restore: the attachment ${sha256} is damaged`)
      writeAttachment(folder, sha256, bytes)
      attachments++
    }
    connection.exec('drop table backup_piece; pragma incremental_vacuum')
    const count = (table: string) => Number(connection.prepare(`select count(*) as n from ${table}`).get()?.n)
    return { events: count('event'), issues: count('issue'), attachments }
  } finally {
    connection.close()
  }
}

/** A backup of an earlier version has no audit log yet. */
function recordRestore(file: string, backup: string, now: number): void {
  const connection = new DatabaseSync(file)
  try {
    const log = connection.prepare("select 1 from sqlite_schema where name = 'audit_entry'").get()
    if (log === undefined) return
    connection
      .prepare('insert into audit_entry (at, actor, action, target, details) values (?, ?, ?, ?, ?)')
      .run(now, COMMAND.actor, 'desk.restore' satisfies AuditAction, backup, '{}')
  } finally {
    connection.close()
  }
}

/**
 * Gives the old database a second name. Its log must not be found beside the new one, which SQLite would replay it
 * into: a sound database takes it in, a damaged one keeps it under the second name too.
 */
function setAside(databaseFile: string, now: number): string | undefined {
  const hasFile = existsSync(databaseFile)
  if (!hasFile && !existsSync(`${databaseFile}-wal`)) return undefined
  const keptAs = `${databaseFile}.before-restore-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}`
  try {
    // SQLite deletes the log of a database that has lost its content.
    if (hasFile && statSync(databaseFile).size > 0) openConnection(databaseFile).close()
  } catch {
    // Damaged: that may be why it is to be replaced.
  }
  if (hasFile) linkSync(databaseFile, keptAs)
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(databaseFile + suffix)) renameSync(databaseFile + suffix, keptAs + suffix)
  }
  return keptAs
}
