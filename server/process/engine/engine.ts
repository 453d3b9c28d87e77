import type { Throttle } from '#server/accounts/throttle/throttle.ts'
import type { Config } from '#server/config/config.ts'
import type { FormMemory } from '#server/hosting/receive.ts'
import type { IssueChange } from '#server/models/issue-changes.ts'
import type { BlobReader, Blobs } from '#server/store/blobs/blobs.ts'
import type { News } from '#server/store/engine/news.ts'
import type { QueryObserver, Store } from '#server/store/engine/store.ts'
import type { BrowserRows } from '#server/store/memory/browser-rows.ts'
import type { Leases } from '#server/store/memory/leases.ts'
import type { LimitCounts } from '#server/store/memory/limit-counts.ts'
import type { WriterOptions } from '#server/writer/writer.ts'

/** What a desk needs of its database, with the background jobs that depend on it. */
export interface Engine {
  store: Store
  /** What other desks on the same database did; undefined where there can be none. */
  news?: News
  /** What a thread opens the same database with (`server/store/open-store.ts`). */
  place: string
  writing: Pick<WriterOptions, 'file' | 'postgresUrl' | 'bucket' | 'pressure'>
  blobs: BlobReader
  /** The place of pieces of uploads. `isShared` says whether it has other blobs as well, which a sweep deletes. */
  chunks: { blobs: Blobs; isShared: boolean }
  /** Lets one process at a time do work that several would only repeat. */
  leases: Leases
  /** What several processes remember together. Without it, the process remembers it by itself. */
  memory?: SharedMemory
  /** Returns the free bytes of the disk that fills up; infinite if another machine has it. */
  readFreeBytes: () => Promise<number>
  /** What an operator should know at the start: how something that was acknowledged may be lost. */
  warning?: string | undefined
  /** Starts the background jobs. Call it once, or each job runs twice. */
  startJobs(options: JobsOptions): void
  /** Ends the jobs and closes the database. Close the writer first. */
  close(): Promise<void>
}

export interface SharedMemory {
  /** Sign-in attempts. */
  throttle: Throttle
  /** Forms that were sent, and messages for the next page. */
  formMemory: FormMemory
  /** Sign-ins that wait for a second factor, and challenges of passkeys. */
  browserRows: BrowserRows
  /** What projects with limits sent. */
  limitCounts: LimitCounts
}

export interface EngineOptions {
  config: Config
  /** The current time in milliseconds since the epoch. */
  clock: () => number
  onQuery: QueryObserver
  /** Called when something fails that no request waits for. */
  onFailure: (thrown: unknown) => void
}

export interface JobsOptions {
  /** Called for each issue that changed by itself, because open pages show it. */
  onIssueChange: (change: IssueChange) => void
}
