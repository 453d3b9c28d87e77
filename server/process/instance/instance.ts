import { resolve } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { databaseFile } from '#server/config/data-dir.ts'
import type { DeskInstance, InstanceFacts } from '#server/models/settings/instance.ts'
import type { Store } from '#server/store/engine/store.ts'
import { createBackups } from './backups.ts'
import { placeOf } from './place-of.ts'
import { runTask } from './run-task.ts'

interface InstanceOptions {
  config: Config
  store: Store
  clock: () => number
  onFailure: (thrown: unknown) => void
  /** Milliseconds after which the answer no longer waits for a backup. */
  patienceMs?: number
}

/** What administrators see of this desk, and do with it, on its own page. */
export function createInstance({ config, ...options }: InstanceOptions): DeskInstance {
  const { clock } = options
  const isSqlite = config.databaseUrl === undefined
  const backups = createBackups({ file: databaseFile(config.dataDir), ...options })
  return {
    facts: factsOf(config),
    async listBackups() {
      return isSqlite ? backups.list() : undefined
    },
    async backUp() {
      if (isSqlite) return backups.make()
      return { refusal: 'Cannot back up: the data is in PostgreSQL, which has pg_dump for that' }
    },
    async deleteBackup(name) {
      return isSqlite ? backups.remove(name) : { refusal: 'Cannot delete the backup: there is no such file' }
    },
    examine: () => runTask({ kind: 'examine', config, now: clock() }),
  }
}

function factsOf(config: Config): InstanceFacts {
  const { release, databaseUrl, dataDir, bucket, publicUrl, retentionDays } = config
  return {
    release,
    node: process.versions.node,
    engine: databaseUrl === undefined ? 'sqlite' : 'postgres',
    place: databaseUrl === undefined ? resolve(dataDir) : placeOf(databaseUrl),
    bucket: bucket?.name ?? null,
    publicUrl,
    retentionDays: retentionDays ?? null,
  }
}
