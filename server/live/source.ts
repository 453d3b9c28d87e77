import { type Commit, logsOf } from '#server/writer/batch/commit.ts'
import type { Writer } from '#server/writer/writer.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { LiveFeed } from './live-feed.ts'
import { createCountedIds, type MessageIds } from './message-ids.ts'

/** From where a feed hears what it tells its pages, and how its messages are named. */
export interface LiveSource {
  ids: MessageIds
  /** Tells the feed of what comes from now on. Returns what ends it. */
  listen(feed: Pick<LiveFeed, 'note' | 'noteChange' | 'noteUnknown'>): () => void
}

interface OwnSourceOptions {
  writer: Pick<Writer, 'onCommit'>
  changes: Pick<ChangeFeed, 'onChange'>
  /** Tells messages of this process from those of one before. */
  bootId: string
}

/** For the only process of a desk: it hears of its own writer's commits, and of changes by its own desks. */
export function createOwnSource({ writer, changes, bootId }: OwnSourceOptions): LiveSource {
  return {
    ids: createCountedIds(bootId),
    listen(feed) {
      const note = ({ arrivals, outcomes }: Commit) => feed.note(arrivals, logsOf(outcomes))
      const stops = [writer.onCommit(note), changes.onChange(feed.noteChange)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
