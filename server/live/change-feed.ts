import type { IssueChange } from '#server/models/issue-changes.ts'

/**
 * From the desks, where people change issues, to whoever tells others of it. What a command does is noticed by what projects
 * count (watch-projects.ts).
 */
export interface ChangeFeed {
  notify(change: IssueChange): void
  /** Gives what ends it. */
  onChange(listener: (change: IssueChange) => void): () => void
}

/** For the only process of a desk. */
export function createChangeFeed(): ChangeFeed {
  const listeners = new Set<(change: IssueChange) => void>()
  return {
    notify(change) {
      for (const listener of listeners) listener(change)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
