import { uploadFolder } from '#server/artifacts/scratch-folder.ts'
import { databaseFile, lockDataDir } from '#server/config/data-dir.ts'
import { type IssueUpkeep, startIssueUpkeep } from '#server/desk/issues/maintenance.ts'
import { createFolderBlobs } from '#server/store/blobs/folder-blobs.ts'
import { createOwnLeases } from '#server/store/memory/leases.ts'
import { openStore } from '#server/store/open-store.ts'
import { readBackupFolder } from '#server/store/sqlite/backup/backup.ts'
import { sweepUnfinished } from '#server/store/sqlite/backup/unfinished-backup.ts'
import { requireSoundDatabase } from '#server/store/sqlite/check-database.ts'
import { freeBytesOf } from '#server/writer/pressure.ts'
import type { Engine, EngineOptions } from './engine.ts'
import { openBlobs } from './open-blobs.ts'

/** A file in the data directory, which no other desk uses. */
export async function openSqliteEngine({
  config,
  clock,
  onQuery,
  onFailure,
}: EngineOptions): Promise<Engine> {
  const { dataDir } = config
  const lock = lockDataDir(dataDir)
  const file = databaseFile(dataDir)
  requireSoundDatabase(file)
  const store = await openStore({ place: file, onQuery })
  const backups = readBackupFolder(file)
  if (backups !== undefined) sweepUnfinished(backups)
  const { blobs, closeUploads } = openBlobs({ config, store, clock, onFailure })
  let upkeep: IssueUpkeep | undefined
  return {
    store,
    place: file,
    writing: { file },
    blobs,
    chunks: { blobs: createFolderBlobs(uploadFolder(file)), isShared: false },
    leases: createOwnLeases(),
    readFreeBytes: () => freeBytesOf(dataDir),
    startJobs({ onIssueChange }) {
      upkeep = startIssueUpkeep({ store, clock, onFailure, onIssueChange })
    },
    async close() {
      upkeep?.close()
      await closeUploads()
      await store.close()
      lock.release()
    },
  }
}
