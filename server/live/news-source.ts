import type { News, NewsItem } from '#server/store/engine/news.ts'
import type { SetTimer } from '#telemetry/trace/idle-span.ts'
import type { MessageIds } from './message-ids.ts'
import type { LiveSource, ToldFeed } from './source.ts'
import { unreferencedTimer } from './unreferenced-timer.ts'

interface NewsSourceOptions {
  news: Pick<News, 'listen' | 'tell' | 'place' | 'hasMore' | 'spreadMs'>
  setTimer?: SetTimer
}

/** Items that were heard together, and the place from which others are heard. */
interface Heard {
  place: string
  items: NewsItem[]
}

/**
 * For one of several processes. What it hears it tells a moment later, when the others know of it as well: a page that is
 * told something asks whichever of them for the rest. Its messages are named by places, which mean the same in each process.
 */
export function createNewsSource({ news, setTimer = unreferencedTimer }: NewsSourceOptions): LiveSource {
  /** The place up to which everything has been told to the feed. */
  let told = news.place()
  return {
    ids: createPlaceIds(news, () => told),
    tell: (change) => news.tell({ kind: 'changed', change }),
    tellUnknown: (projectIds) => news.tell({ kind: 'unknown', projectIds }),
    listen(feed) {
      const waiting: Heard[] = []
      const cancels = new Set<() => void>()

      function tellNext(): void {
        const { place, items } = waiting.shift() ?? { place: told, items: [] }
        told = place
        for (const item of items) tell(feed, item)
      }

      const stop = news.listen((item) => {
        feed.expect()
        const place = news.place()
        const last = waiting.at(-1)
        if (last?.place === place) return void last.items.push(item)
        waiting.push({ place, items: [item] })
        const cancel = setTimer(() => {
          cancels.delete(cancel)
          tellNext()
        }, news.spreadMs)
        cancels.add(cancel)
      })
      return () => {
        stop()
        for (const cancel of cancels) cancel()
      }
    },
  }
}

function createPlaceIds({ hasMore }: Pick<News, 'hasMore'>, told: () => string): MessageIds {
  let sent = told()
  return {
    last: () => sent,
    next() {
      const id = told()
      const noteSent = () => {
        sent = id
      }
      return { id, noteSent }
    },
    noteUntold() {
      sent = told()
    },
    hasMissed: hasMore,
  }
}

function tell(feed: ToldFeed, item: NewsItem): void {
  switch (item.kind) {
    case 'counted':
      feed.note(item.arrivals, item.logs)
      return
    case 'changed':
      feed.noteChange(item.change)
      return
    case 'unknown':
      feed.noteUnknown(item.projectIds)
  }
}
