import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type InstanceLock, takeInstanceLock } from '#server/store/sqlite/instance-lock.ts'
import { type Config, ConfigError } from './config.ts'

export function databaseFile(dataDir: string): string {
  return join(dataDir, 'crumbtrail.sqlite')
}

/** Returns the place of the database, as `openStore` takes it. */
export function databasePlace({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  return databaseUrl ?? databaseFile(dataDir)
}

/** Makes the directory if it is missing, readable by its owner only: the data is about users. */
export function requireDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
    throw new ConfigError(`DATA_DIR is "${dataDir}", which is not writable${code}`)
  }
}

/** Locks the directory for the one process that serves it: a second would count limits, and send alerts, on its own. */
export function lockDataDir(dataDir: string): InstanceLock {
  const lock = tryLockDataDir(dataDir)
  if (lock) return lock
  throw new ConfigError(`DATA_DIR is "${dataDir}", which another Crumbtrail process already uses`)
}

/** Undefined while a desk serves it. */
export function tryLockDataDir(dataDir: string): InstanceLock | undefined {
  return takeInstanceLock(join(dataDir, 'crumbtrail.lock'))
}
