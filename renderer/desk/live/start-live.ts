import { browserNavigation } from '../../navigation/browser-navigation.ts'
import { readPayload } from '../../navigation/load-payload.ts'
import { pageUpdates } from '../../page-data.ts'
import { livePath } from '../../paths.ts'
import { createLiveConnection, type StreamHandlers } from './connection.ts'
import { createOutdatedPages } from './outdated.ts'
import { createPageNews } from './page-news.ts'
import { readHello, readNews } from './read-news.ts'

/** What is shown counts as out of date, whatever it is. */
const NOTHING = { body: '', answeredAt: '' }

/** Keeps the pages of whoever is signed in up to date, while they are seen; no one else's. Once for a document. */
export function startLive(window: Window & typeof globalThis): void {
  const { document } = window
  const navigation = browserNavigation
  if (navigation === undefined || !('EventSource' in window)) return
  const setTimer = (work: () => void, delayMs: number) => {
    const timer = window.setTimeout(work, delayMs)
    return () => window.clearTimeout(timer)
  }
  const news = createPageNews({
    document,
    shown: navigation.shown,
    updates: pageUpdates,
    forget: navigation.loads.drop,
    leaveFor: navigation.loadDocument,
    async reload(url) {
      const loaded = await navigation.loads.reload(url)
      const answer = loaded.kind === 'found' ? readPayload(loaded.payload) : undefined
      return answer && 'data' in answer ? answer.data : undefined
    },
    setTimer,
    clock: Date.now,
  })
  const outdated = createOutdatedPages({
    shown: navigation.shown,
    refresh: (url, data) => void navigation.revalidate(url, data, NOTHING),
    isLive: () => document.documentElement.dataset.live === 'on',
  })
  document.addEventListener('crumbtrail:shown', ({ detail }) => outdated.shows(detail))
  const connection = createLiveConnection({
    open(lastId, handlers) {
      const { viewer, now } = navigation.shown()?.data.frame ?? {}
      // at first it asks for what came since the page was loaded
      if (viewer !== undefined) return openStream(lastId ?? String(now), handlers)
      return setTimer(handlers.failed, 0) // signed out: asked again later, and nobody on the server is
    },
    onMessage({ event, data }) {
      if (event === 'hello') {
        const { hasMissed, at } = readHello(data)
        news.opened()
        if (hasMissed) {
          outdated.came(at)
          news.missed()
        }
      }
      const heard = event === 'news' ? readNews(data) : undefined
      if (heard === undefined) return
      outdated.came(heard.at)
      news.heard(heard)
    },
    onOpen(isOpen) {
      document.documentElement.dataset.live = isOpen ? 'on' : 'off'
    },
    setTimer,
    clock: Date.now,
    random: Math.random,
  })
  const settle = () => (document.visibilityState === 'visible' ? connection.resume() : connection.pause())
  document.addEventListener('visibilitychange', settle)
  window.addEventListener('online', settle)
  window.addEventListener('pageshow', settle)
  // an open stream would keep the page out of the bfcache
  window.addEventListener('pagehide', connection.pause)
  settle()
}

function openStream(after: string, { received, failed }: StreamHandlers): () => void {
  const source = new EventSource(livePath(after))
  for (const event of ['hello', 'beat', 'news']) {
    source.addEventListener(event, ({ data, lastEventId: id }) => received({ event, data, id }))
  }
  // the browser would try again by itself, at once and for ever
  source.addEventListener('error', failed)
  return () => source.close()
}
