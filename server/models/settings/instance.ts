import type { Refusal } from '#server/models/refusal.ts'

/** What a desk is and where its data is. Nothing of it is secret. */
export interface InstanceFacts {
  release: string
  node: string
  engine: 'sqlite' | 'postgres'
  /** The folder of the database, or the server's host and the database's name. */
  place: string
  /** The bucket that attachments are uploaded to; null where they are kept with the data. */
  bucket: string | null
  publicUrl: string
  /** How long data of projects without a number of their own is kept; null for ever. */
  retentionDays: number | null
}

/** A backup in the data folder's own folder of backups. */
export interface BackupFile {
  name: string
  sizeBytes: number
  /** Milliseconds since the epoch. */
  madeAt: number
}

export interface Backups {
  /** The folder that they are in. */
  folder: string
  /** The newest first. */
  files: BackupFile[]
  /** One is being made. */
  isRunning: boolean
  /** Why the last one was not made, since the desk's start; null where it was. */
  failure: string | null
}

/** What was found about one part of an installation. */
export interface InstanceCheck {
  name: string
  state: 'ok' | 'warn' | 'fail'
  message: string
}

/** This desk as its administrators see it. Only a running desk has it: commands and scripts have commands of their own. */
export interface DeskInstance {
  facts: InstanceFacts
  /** Lists what is in the folder of backups; undefined on PostgreSQL, which has programs of its own for that. */
  listBackups(): Promise<Backups | undefined>
  /** Makes a backup, and gives its name; `isRunning` where it takes longer than a few seconds. */
  backUp(): Promise<{ name: string } | { isRunning: true } | Refusal>
  /** Deletes a backup in that folder. */
  deleteBackup(name: string): Promise<Refusal | undefined>
  /** Checks the installation like the command `doctor`. */
  examine(): Promise<InstanceCheck[]>
}
