import { closeSync, existsSync, linkSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { attachmentFolder, attachmentPath } from '#server/store/maintenance/attachment-files.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { syncPath } from '#server/store/sqlite/fsync.ts'
import { inTransaction } from '#server/store/sqlite/transaction.ts'
import { readStoredSetting } from './stored-setting.ts'
import { BACKUP_FOLDER, beginUnfinished, sweepUnfinished } from './unfinished-backup.ts'

export interface Backup {
  sizeBytes: number
  attachments: number
  /** Files that are not in the folder: retention deleted them while the copy was made, or they were uploaded. */
  expiredAttachments: number
}

/** Where the store says when it was last backed up: milliseconds since the epoch. */
export const LAST_BACKUP = 'backup.last'

/** When the store was last backed up, or its own backup was made; undefined for never. */
export function readLastBackup(databaseFile: string): number | undefined {
  const value = readStoredSetting(databaseFile, LAST_BACKUP)
  return value === undefined ? undefined : Number(value)
}

/** Where a backup was begun last; undefined for nowhere. */
export function readBackupFolder(databaseFile: string): string | undefined {
  return readStoredSetting(databaseFile, BACKUP_FOLDER)
}

/** Pieces of attachments: what is in memory at a time. */
const PIECE_BYTES = 1024 * 1024

/**
 * A backup is one SQLite file: the database as it was at one moment, and beside its tables the files of its
 * attachments. It is complete or not there: it is made under another name, checked and synced before it gets its own.
 */
export function makeBackup(databaseFile: string, to: string, now: number): Backup {
  sweepUnfinished(dirname(to))
  const { file: unfinished, end } = beginUnfinished(to)
  try {
    copyDatabase(databaseFile, unfinished)
    const counts = addAttachments(unfinished, attachmentFolder(databaseFile), now)
    syncPath(unfinished)
    linkSync(unfinished, to) // fails where something is, which a rename would replace
    syncPath(dirname(to))
    return { sizeBytes: statSync(to).size, ...counts }
  } finally {
    end()
  }
}

/** One read of everything, beside which others go on writing. */
function copyDatabase(from: string, to: string): void {
  const connection = openConnection(from, { readOnly: true })
  try {
    connection.prepare('vacuum into ?').run(to)
  } finally {
    connection.close()
  }
}

function addAttachments(backup: string, folder: string, now: number) {
  const connection = new DatabaseSync(backup)
  try {
    // A journal of its own file would be needed to read it again, and nothing is lost that could not be made anew.
    connection.exec('pragma journal_mode = delete; pragma synchronous = off')
    return inTransaction(connection, () => {
      connection
        .prepare('insert or replace into setting (key, value) values (?, ?)')
        .run(LAST_BACKUP, String(now))
      connection.exec(`create table backup_piece (sha256 text not null, number integer not null, data blob not null,
        primary key (sha256, number)) strict`)
      return copyFiles(connection, folder)
    })
  } finally {
    connection.close()
  }
}

function copyFiles(connection: DatabaseSync, folder: string) {
  const insert = connection.prepare('insert into backup_piece (sha256, number, data) values (?, ?, ?)')
  const counts = { attachments: 0, expiredAttachments: 0 }
  for (const { sha256 } of connection.prepare('select distinct sha256 from attachment').all()) {
    const path = attachmentPath(folder, String(sha256))
    if (!existsSync(path)) {
      counts.expiredAttachments++
      continue
    }
    counts.attachments++
    let number = 0
    for (const piece of readPieces(path)) insert.run(String(sha256), number++, piece)
  }
  return counts
}

function* readPieces(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r')
  try {
    const buffer = new Uint8Array(PIECE_BYTES)
    for (let size = readSync(file, buffer); size > 0; size = readSync(file, buffer)) {
      yield buffer.subarray(0, size)
    }
  } finally {
    closeSync(file)
  }
}
