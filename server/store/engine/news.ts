import type { IssueChange } from '#server/models/issue-changes.ts'

/** Events that an issue got. */
export interface Arrival {
  projectId: number
  issueId: number
  eventCount: number
  isNew: boolean
}

/** Logs of a project that were stored. */
export interface LogArrival {
  projectId: number
  quantity: number
}

/** What open pages are told of, whichever process serves them. */
export type NewsItem =
  | { kind: 'counted'; arrivals: readonly Arrival[]; logs: readonly LogArrival[] }
  | { kind: 'changed'; change: IssueChange }
  /** Something happened in these projects, or anywhere if none is named: nobody knows what. */
  | { kind: 'unknown'; projectIds: readonly number[] }

/** Lets a request wait for what the one before it wrote, perhaps in another process. */
export interface WriteTickets {
  /** Names the last write of this process. */
  lastWrite(): string | undefined
  /** Resolves when this process reads what that write stored. A name that no process gave is waited for once. */
  see(write: string): Promise<void>
  /** Notes that an answer of this process repeats one that came after that write. */
  noteRepeat(write: string): void
}

/** What a store knows of writes. */
export interface WriteNews {
  /** Another number after each write, by whichever process: what was read before may be out of date. */
  version(): number
  /** Notes a write of this process, by its name if it changed something. */
  wrote(write: string | undefined): void
}

/** What the processes on one database tell each other. An engine for one process has none. */
export interface News extends WriteTickets {
  /** Gives each item to the listener, those of this process too. Returns what ends it. */
  listen(listener: (item: NewsItem) => void): () => void
  /** Tells all processes. It is for what no write tells by itself. */
  tell(item: NewsItem): void
  /** Names all that this process has heard so far. The name means the same in each process. */
  place(): string
  /** Says whether there are items that were unknown at a place; true in doubt. */
  hasMore(place: string): boolean
  /** Milliseconds from when one process hears of something until all others do, or know that they may be out of date. */
  spreadMs: number
}
