import { expect } from 'vitest'
import { createLiveFeed, type Listener } from '#server/live/live-feed.ts'
import { createCountedIds } from '#server/live/message-ids.ts'
import type { Arrival } from '#server/store/engine/news.ts'
import type { VisibleProjects } from '#server/store/scope/scope-store.ts'
import { createHandClock } from '#tests/support/store/manual-clock.ts'

export const projects = [
  { id: 4, slug: 'shop', openIssueCount: 4, publicKey: 'a' },
  { id: 2, slug: 'api', openIssueCount: 0, publicKey: 'b' },
]

export const aChange = { kind: 'assigned', by: null, issueIds: [1], projectIds: [4] } as const

export function arrival(parts: Partial<Arrival>): Arrival {
  return { projectId: 4, issueId: 1, eventCount: 1, isNew: false, ...parts }
}

type PageOptions = Parameters<typeof pageOf>[0] & { lastId?: string | undefined; sees?: VisibleProjects }

/** A feed whose time passes by hand. */
export function openFeed(options: Partial<Parameters<typeof createLiveFeed>[0]> = {}) {
  const { clock, setTimer, advance, pending } = createHandClock()
  const feed = createLiveFeed({
    onNoticed: (projectIds) => feed.noteUnknown(projectIds),
    readProjects: async () => projects,
    version: () => 1,
    clock,
    setTimer,
    ids: createCountedIds('boot'),
    onFailure: (thrown) => expect.fail(String(thrown)),
    ...options,
  })
  return {
    feed,
    clock,
    pending,
    async advance(durationMs: number) {
      advance(durationMs)
      for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    },
    listen({ lastId, sees = 'all', ...page }: PageOptions = {}) {
      const owned = sees
      const opened = pageOf({ findSeen: async () => owned, ...page })
      const end = feed.subscribe({ session: 'someone', accountId: 1, sees: owned }, opened.listener, lastId)
      return { ...opened, end: () => end?.() }
    },
  }
}

/** A page that listens, and what it heard. */
export function pageOf({
  reads = true,
  findSeen = async () => 'all',
}: {
  reads?: boolean
  findSeen?: Listener['findSeen']
}) {
  const sent: string[] = []
  let isClosed = false
  const listener: Listener = {
    findSeen,
    send(text) {
      sent.push(text)
      return reads
    },
    close() {
      isClosed = true
    },
  }
  const dataOf = (event: string) =>
    sent
      .filter((text) => text.includes(`event: ${event}\n`))
      .map((text) => JSON.parse(/data: (.*)\n/.exec(text)?.[1] ?? 'null'))
  /** But for when it was sent. */
  const saidOf = (event: string) => dataOf(event).map(({ at: _at, ...said }) => said)
  return {
    listener,
    sent,
    isClosed: () => isClosed,
    news: () => saidOf('news'),
    hello: () => saidOf('hello')[0],
    sentAt: () => [...dataOf('hello'), ...dataOf('news')].map(({ at }) => at),
    lastId: () => /\bid: (.*)\n/.exec(sent.findLast((text) => text.includes('id: ')) ?? '')?.[1],
  }
}
