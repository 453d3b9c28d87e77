import type { IssueChange } from '#server/models/issue-changes.ts'
import { type Commit, logsOf } from '#server/writer/batch/commit.ts'
import type { Writer } from '#server/writer/writer.ts'
import type { LiveFeed } from './live-feed.ts'
import { createCountedIds, type MessageIds } from './message-ids.ts'

/** What is told to open pages, and how the messages to them are named. */
export interface LiveSource {
  ids: MessageIds
  /** Tells the pages of all processes what people did with issues. */
  tell(change: IssueChange): void
  /** Tells them that something happened in these projects. */
  tellUnknown(projectIds: readonly number[]): void
  /** Tells the feed of what comes from now on. Returns what ends it. */
  listen(feed: ToldFeed): () => void
}

export type ToldFeed = Pick<LiveFeed, 'expect' | 'note' | 'noteChange' | 'noteUnknown'>

interface OwnSourceOptions {
  writer: Pick<Writer, 'onCommit'>
  /** Tells messages of this process from those of one before. */
  bootId: string
}

/** For the only process of a desk: it hears of its own writer's commits, and of changes by its own desks. */
export function createOwnSource({ writer, bootId }: OwnSourceOptions): LiveSource {
  const feeds = new Set<ToldFeed>()
  return {
    ids: createCountedIds(bootId),
    tell(change) {
      for (const feed of feeds) feed.noteChange(change)
    },
    tellUnknown(projectIds) {
      for (const feed of feeds) feed.noteUnknown(projectIds)
    },
    listen(feed) {
      feeds.add(feed)
      const stop = writer.onCommit(({ arrivals, outcomes }: Commit) => feed.note(arrivals, logsOf(outcomes)))
      return () => {
        feeds.delete(feed)
        stop()
      }
    },
  }
}
