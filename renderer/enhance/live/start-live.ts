import { browserNavigation } from '#renderer/navigation/browser-navigation.ts'
import { readPayload } from '#renderer/navigation/load-payload.ts'
import { pageUpdates } from '#renderer/page/page-data.ts'
import { livePath } from '#renderer/paths.ts'
import type { StreamHandlers } from './connection/connection.ts'
import {
  createSharedConnection,
  type SharedConnection,
  type TabChannel,
  type TabMessage,
} from './connection/shared-connection.ts'
import { createOutdatedPages } from './outdated.ts'
import { watchPageUpdates } from './page-updates.ts'
import { parseUpdate } from './parse-update.ts'

/** An empty update: it marks the page as out of date, whatever it shows. */
const NOTHING = { body: '', answeredAt: '' }

/** Keeps visible pages up to date while somebody is signed in. Runs once for a document. */
export function startLive(window: Window & typeof globalThis): void {
  const { document } = window
  const navigation = browserNavigation
  if (navigation === undefined || !('EventSource' in window)) return
  const setTimer = (work: () => void, delayMs: number) => {
    const timer = window.setTimeout(work, delayMs)
    return () => window.clearTimeout(timer)
  }
  const update = watchPageUpdates({
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
  const connect = (viewerId: number) =>
    createSharedConnection({
      openChannel: (hear) => openChannel(`${CHANNEL}-${viewerId}`, hear),
      openStream: (lastId, handlers) =>
        openStream(livePath(lastId ?? String(loadedAt()), viewerId), handlers),
      loadedAt,
      onHello({ hasMissed, cameAt }) {
        update.opened()
        if (!hasMissed) return
        outdated.came(cameAt)
        update.missed()
      },
      onUpdate({ data }) {
        const parsed = parseUpdate(data)
        if (parsed === undefined) return
        outdated.came(parsed.at)
        update.onUpdate(parsed)
      },
      onOpen(isOpen) {
        document.documentElement.dataset.live = isOpen ? 'on' : 'off'
      },
      tabId: crypto.getRandomValues(new Uint32Array(4)).join(),
      setTimer,
      clock: Date.now,
      random: Math.random,
    })
  const loadedAt = () => navigation.shown()?.data.frame.now ?? Date.now()
  let live: { viewerId: number; connection: SharedConnection } | undefined
  const viewerNow = () => navigation.shown()?.data.frame.viewer?.id
  const settle = () => {
    const viewerId = viewerNow()
    if (live !== undefined && live.viewerId !== viewerId) {
      live.connection.pause()
      live = undefined
    }
    if (viewerId === undefined) return
    live ??= { viewerId, connection: connect(viewerId) }
    if (document.visibilityState === 'visible') live.connection.resume()
    else live.connection.pause()
  }
  document.addEventListener('visibilitychange', settle)
  document.addEventListener('crumbtrail:shown', () => {
    if (live?.viewerId !== viewerNow()) settle() // Another account has signed in.
  })
  window.addEventListener('online', settle)
  window.addEventListener('pageshow', settle)
  // An open stream or channel would keep the page out of the bfcache.
  window.addEventListener('pagehide', () => live?.connection.pause())
  settle()
}

/** The number is the version of the messages between tabs. Older tabs use another one. */
const CHANNEL = 'crumbtrail-live-1'

function openChannel(name: string, hear: (message: TabMessage) => void): TabChannel | undefined {
  try {
    const channel = new BroadcastChannel(name)
    channel.addEventListener('message', ({ data }) => hear(data))
    return { post: (message) => channel.postMessage(message), close: () => channel.close() }
  } catch {
    return undefined // The browser is old, or forbids channels together with all storage.
  }
}

function openStream(path: string, { received, failed }: StreamHandlers): () => void {
  const source = new EventSource(path)
  for (const event of ['hello', 'beat', 'news']) {
    source.addEventListener(event, ({ data, lastEventId: id }) => received({ event, data, id }))
  }
  // The browser would reconnect by itself, at once and for ever.
  source.addEventListener('error', failed)
  return () => source.close()
}
