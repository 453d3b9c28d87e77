import { describe, expect, it } from 'vitest'
import { createLiveFeed, type Listener } from '#server/live/live-feed.ts'
import { createNewsSource } from '#server/live/news-source.ts'
import type { NewsItem } from '#server/store/engine/news.ts'
import { openNewsProcess } from '#tests/support/postgres/news-processes.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { createHandClock, type HandClock } from '#tests/support/store/manual-clock.ts'

const resolved: NewsItem = {
  kind: 'changed',
  change: { kind: 'resolved', by: 'ada', issueIds: [7], projectIds: [2] },
}
const counted: NewsItem = {
  kind: 'counted',
  arrivals: [{ projectId: 2, issueId: 7, eventCount: 2, isNew: true }],
  logs: [],
}

/** A process with a feed, and pages that listen to it. */
async function openFeed(url: string, { clock, setTimer, advance }: HandClock) {
  let openIssueCount = 3
  const { news, store } = await openNewsProcess({ url })
  const source = createNewsSource({ news, setTimer })
  const readProjects = async () => [{ id: 2, slug: 'shop', openIssueCount, publicKey: null }]
  const feed = createLiveFeed({
    ...{ readProjects, clock, setTimer, ids: source.ids, version: store.version },
    onNoticed: source.tellUnknown,
    onFailure: (thrown) => expect.fail(String(thrown)),
  })
  source.listen(feed)
  return {
    news,
    store,
    /** What it reads of the project from now on. */
    setOpenIssues(count: number) {
      openIssueCount = count
    },
    /** Hears what there is, and lets what it tells its pages reach them. */
    async hear() {
      await news.catchUp()
      for (let second = 0; second < 2; second++) {
        advance(1_000)
        await new Promise(setImmediate)
      }
    },
    open(after?: string) {
      const page = pageOf()
      const end = feed.subscribe({ session: 'one', accountId: 1, sees: 'all' }, page.listener, after)
      return { ...page, leave: () => end?.() }
    },
  }
}

function pageOf() {
  const sent: string[] = []
  let isClosed = false
  let isSignedIn = true
  const listener: Listener = {
    send: (text) => sent.push(text) > 0,
    findSeen: async () => (isSignedIn ? 'all' : undefined),
    close() {
      isClosed = true
    },
  }
  const messages = (event: string) =>
    sent
      .filter((text) => text.includes(`event: ${event}\n`))
      .map((text) => JSON.parse(/data: (.*)\n/.exec(text)?.[1] ?? 'null'))
  return {
    listener,
    news: () => messages('news'),
    hasMissed: () => messages('hello')[0].hasMissed,
    lastId: () => /\nid: (.*)\n/.exec(`\n${sent.findLast((text) => text.includes('id: '))}`)?.[1],
    isClosed: () => isClosed,
    signOut() {
      isSignedIn = false
    },
  }
}

async function openTwo() {
  const url = await createPostgresDatabase()
  const clock = createHandClock()
  return { clock, one: await openFeed(url, clock), two: await openFeed(url, clock) }
}

/** Waits until a process has told it: it does so beside its work. */
async function tell(process: Awaited<ReturnType<typeof openFeed>>, item: NewsItem): Promise<void> {
  const before = process.news.place()
  process.news.tell(item)
  await expect.poll(() => process.news.catchUp().then(() => process.news.hasMore(before))).toBe(true)
}

describe('two processes on one database', () => {
  it('tell their pages what either of them did', async () => {
    const { one, two } = await openTwo()
    const pages = [one.open(), two.open()]
    await tell(one, resolved)
    await tell(two, counted)
    for (const process of [one, two]) await process.hear()
    for (const page of pages) {
      const all = page.news()
      expect(all.flatMap(({ changes }) => changes)).toEqual([{ kind: 'resolved', by: 'ada', issueIds: [7] }])
      expect(all.flatMap(({ issues }) => issues)).toEqual([{ id: 7, eventCount: 2, isNew: true }])
    }
  })

  it('tell nothing before the other one knows of it too', async () => {
    const { clock, one } = await openTwo()
    const page = one.open()
    clock.advance(10_000)
    await tell(one, counted)
    clock.advance(one.news.spreadMs - 1)
    await new Promise(setImmediate)
    expect(page.news()).toEqual([])
    clock.advance(1)
    await new Promise(setImmediate)
    expect(page.news()).toHaveLength(1)
  })

  it('say to a page of the other one whether it has missed anything', async () => {
    const { one, two } = await openTwo()
    const page = one.open()
    await tell(one, counted)
    await one.hear()
    const id = page.lastId()
    page.leave()
    await two.hear()
    const sameAgain = two.open(id)
    expect([sameAgain.hasMissed(), sameAgain.lastId()]).toEqual([false, id])
    sameAgain.leave()
    await two.store.write((trx) => trx.insertInto('setting').values({ key: 'a', value: 'b' }).execute())
    await two.hear()
    expect(two.open(id).hasMissed()).toBe(false)
    await tell(one, resolved)
    await two.hear()
    expect([two.open(id).hasMissed(), one.open(id).hasMissed()]).toEqual([true, true])
  })

  it('do not count as seen what was not sent before the page left', async () => {
    const { one, two } = await openTwo()
    const page = one.open()
    await tell(one, counted)
    const id = page.lastId()
    page.leave()
    for (const process of [one, two]) await process.hear()
    expect([one.open(id).hasMissed(), two.open(id).hasMissed()]).toEqual([true, true])
    expect(page.news()).toEqual([])
  })

  it('give a page that was told everything, and one that opens later, ids by which nothing was missed', async () => {
    const { one, two } = await openTwo()
    await tell(one, counted)
    for (const process of [one, two]) await process.hear()
    const ids = [one.open().lastId(), two.open().lastId()]
    for (const id of ids) expect([one.open(id).hasMissed(), two.open(id).hasMissed()]).toEqual([false, false])
  })

  it('say in doubt that something was missed', async () => {
    const { one } = await openTwo()
    expect(one.open('boot-1').hasMissed()).toBe(true)
    expect(one.open('').hasMissed()).toBe(true)
    expect(one.open().hasMissed()).toBe(false)
  })

  it('tell of a new issue only what they heard, also where its count shows before', async () => {
    const { clock, one } = await openTwo()
    const page = one.open()
    await one.hear()
    clock.advance(600) // It looks at its projects before it tells what it hears now.
    await tell(one, counted)
    one.setOpenIssues(4)
    for (let step = 0; step < 20; step++) {
      clock.advance(100)
      await new Promise(setImmediate)
    }
    await one.hear()
    expect(page.news()).toMatchObject([{ isPartial: false, issues: [{ id: 7 }], openIssueCount: 4 }])
  })

  it('tell all pages what one of them notices by its counts, since a command did it', async () => {
    const { one, two } = await openTwo()
    const [page, other] = [one.open(), two.open()]
    await one.hear()
    const id = other.lastId()
    await two.store.write((trx) => trx.insertInto('setting').values({ key: 'a', value: 'b' }).execute())
    one.setOpenIssues(9)
    const before = one.news.place()
    await one.hear()
    await expect.poll(() => one.news.catchUp().then(() => one.news.hasMore(before))).toBe(true)
    for (const process of [one, two]) await process.hear()
    for (const { news } of [page, other]) {
      expect(news()).toMatchObject([{ isPartial: true, projects: [{ slug: 'shop' }], issues: [] }])
    }
    expect(two.open(id).hasMissed()).toBe(true)
  })

  it('let go of a page whose session ended at the other one', async () => {
    const { one, two } = await openTwo()
    const page = one.open()
    await one.hear()
    page.signOut()
    await two.store.write((trx) => trx.insertInto('setting').values({ key: 'a', value: 'b' }).execute())
    await one.hear()
    expect(page.isClosed()).toBe(true)
  })
})
