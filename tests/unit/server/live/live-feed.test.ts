import { describe, expect, it } from 'vitest'
import { HEARTBEAT_MS } from '#server/live/live-feed.ts'
import { aChange, arrival, openFeed, pageOf, projects } from '#tests/support/live/open-feed.ts'

describe('createLiveFeed()', () => {
  it('gathers what comes in a second into one message, by issue and project', async () => {
    const at = openFeed()
    const page = at.listen()
    at.feed.note([arrival({ issueId: 7, isNew: true }), arrival({ issueId: 8, projectId: 2 })])
    await at.advance(0)
    at.feed.note([arrival({ issueId: 7, eventCount: 3 })])
    at.feed.note([arrival({ issueId: 7, eventCount: 2 })])
    await at.advance(999)
    expect(page.news()).toHaveLength(1)
    await at.advance(1)
    expect(page.news()).toEqual([
      {
        projects: [
          { slug: 'shop', eventCount: 1, logCount: 0, openIssueCount: 4 },
          { slug: 'api', eventCount: 1, logCount: 0, openIssueCount: 0 },
        ],
        issues: [
          { id: 7, eventCount: 1, isNew: true },
          { id: 8, eventCount: 1, isNew: false },
        ],
        changes: [],
        isPartial: false,
        openIssueCount: 4,
      },
      {
        projects: [{ slug: 'shop', eventCount: 5, logCount: 0, openIssueCount: 4 }],
        issues: [{ id: 7, eventCount: 5, isNew: false }],
        changes: [],
        isPartial: false,
        openIssueCount: 4,
      },
    ])
  })

  it('names at most a hundred issues, and says that there were more', async () => {
    const at = openFeed()
    const page = at.listen()
    at.feed.note(Array.from({ length: 5_000 }, (_, issueId) => arrival({ issueId })))
    await at.advance(0)
    const [news] = page.news()
    expect(news).toMatchObject({ isPartial: true, projects: [{ slug: 'shop', eventCount: 5_000 }] })
    expect(page.sent.at(-1)?.length).toBeLessThan(8_000)
  })

  it('tells what people did: one line for each person and kind, with the counts of their projects', async () => {
    const at = openFeed()
    const page = at.listen()
    const change = { kind: 'resolved', by: 'ada', issueIds: [7], projectIds: [2] } as const
    at.feed.noteChange(change)
    at.feed.noteChange({ ...change, issueIds: [7, 8] })
    at.feed.noteChange({ ...change, kind: 'commented', projectIds: [] })
    await at.advance(0)
    expect(page.news()).toEqual([
      {
        projects: [{ slug: 'api', eventCount: 0, logCount: 0, openIssueCount: 0 }],
        issues: [],
        changes: [
          { kind: 'resolved', by: 'ada', issueIds: [7, 8] },
          { kind: 'commented', by: 'ada', issueIds: [7] },
        ],
        isPartial: false,
        openIssueCount: 4,
      },
    ])
  })

  it('names at most a hundred changed issues, and twenty people', async () => {
    const at = openFeed()
    const page = at.listen()
    const change = { kind: 'resolved', by: 'ada', projectIds: [4] } as const
    at.feed.noteChange({ ...change, issueIds: Array.from({ length: 1_000 }, (_, id) => id) })
    for (let person = 0; person < 50; person++) {
      at.feed.noteChange({ ...change, by: `person ${person}`, issueIds: [7] })
    }
    await at.advance(0)
    const [news] = page.news()
    expect(news.isPartial).toBe(true)
    expect(news.changes).toHaveLength(20)
    expect(news.changes[0].issueIds).toHaveLength(100)
  })

  it('gathers logs by project, in as few messages', async () => {
    const at = openFeed()
    const page = at.listen()
    for (const quantity of [1, 2, 3]) at.feed.note([], [{ projectId: 4, quantity }])
    await at.advance(0)
    expect(page.news()).toMatchObject([{ projects: [{ slug: 'shop', logCount: 6 }], issues: [] }])
  })

  it('sets no timer where nobody listens, and none after the last has gone', async () => {
    const at = openFeed()
    at.feed.note([arrival({})])
    expect(at.pending()).toBe(0)
    const page = at.listen()
    at.feed.note([arrival({})])
    page.end()
    expect([at.pending(), at.feed.size(), page.isClosed()]).toEqual([0, 0, true])
  })

  it('says when each message was sent', async () => {
    const at = openFeed()
    const page = at.listen()
    const openedAt = at.clock()
    await at.advance(3_000)
    at.feed.note([arrival({})])
    await at.advance(0)
    expect(page.sentAt()).toEqual([openedAt, openedAt + 3_000])
  })

  it('tells who comes back whether anything came meanwhile', async () => {
    const at = openFeed()
    const first = at.listen()
    const id = first.lastId()
    first.end()
    const second = at.listen({ lastId: id })
    expect(second.hello()).toMatchObject({ hasMissed: false })
    second.end()
    at.feed.noteChange(aChange)
    const third = at.listen({ lastId: id })
    expect(third.hello()).toMatchObject({ hasMissed: true })
    third.end()
    at.feed.note([arrival({})])
    expect(at.listen({ lastId: id }).hello()).toMatchObject({ hasMissed: true })
    expect(at.listen({ lastId: 'another-boot-0' }).hello()).toMatchObject({ hasMissed: true })
    expect(at.listen().hello()).toMatchObject({ hasMissed: false })
  })

  it('tells a page that was just loaded whether anything came since', async () => {
    const at = openFeed()
    await at.advance(5_000)
    const loadedAt = String(at.clock())
    await at.advance(1_000)
    const hasMissed = () => at.listen({ lastId: loadedAt }).hello().hasMissed
    expect(hasMissed()).toBe(false)
    at.feed.note([], [{ projectId: 4, quantity: 1 }]) // logs are none of a page's that it had
    expect(hasMissed()).toBe(false)
    at.feed.note([arrival({})])
    expect(hasMissed()).toBe(true)
  })

  it.each([
    ['somebody changed something', (at: ReturnType<typeof openFeed>) => at.feed.noteChange(aChange)],
    ['the desk was started', () => undefined],
  ])('tells so where %s', (_name, act) => {
    const at = openFeed()
    const loadedAt = String(at.clock() - 1)
    act(at)
    expect(at.listen({ lastId: loadedAt }).hello()).toMatchObject({ hasMissed: true })
  })

  it('counts what had not been sent when the last page left as missed', async () => {
    const at = openFeed()
    const page = at.listen()
    at.feed.note([arrival({})])
    page.end()
    expect(at.listen({ lastId: page.lastId() }).hello()).toMatchObject({ hasMissed: true })
  })

  it('lets go of pages that do not read', async () => {
    const at = openFeed()
    const slow = at.listen({ reads: false })
    const quick = at.listen()
    at.feed.note([arrival({})])
    await at.advance(0)
    expect([slow.isClosed(), quick.isClosed(), at.feed.size()]).toEqual([true, false, 1])
  })

  it('beats, and lets go of who is signed out', async () => {
    const at = openFeed()
    let isSignedIn = true
    const page = at.listen({ findSeen: async () => (isSignedIn ? 'all' : undefined) })
    await at.advance(HEARTBEAT_MS)
    expect(page.sent.at(-1)).toBe('event: beat\ndata: 1\n\n')
    expect(page.isClosed()).toBe(false)
    isSignedIn = false
    await at.advance(HEARTBEAT_MS)
    expect(page.isClosed()).toBe(true)
    expect(at.pending()).toBe(0)
  })

  it('has room for twenty pages of a session, 50 of an account, and 500 in all', () => {
    const at = openFeed()
    const listenTo = (session: string, accountId: number) =>
      at.feed.subscribe({ session, accountId, sees: 'all' }, pageOf({}).listener) !== undefined
    expect(Array.from({ length: 21 }, () => listenTo('one', 1)).filter(Boolean)).toHaveLength(20)
    const ofSessions = Array.from({ length: 500 }, (_, index) => listenTo(`session ${index % 25}`, 1))
    expect(ofSessions.filter(Boolean)).toHaveLength(30)
    expect(listenTo("the owner's", 2)).toBe(true)
    for (let index = 0; at.feed.size() < 500; index++) listenTo(`other ${index}`, 1_000 + index)
    expect(listenTo('one more', 3)).toBe(false)
    at.feed.close()
    expect([at.feed.size(), at.pending()]).toEqual([0, 0])
  })

  it('lets go of who is signed out within a second of it, and asks nobody where nothing was written', async () => {
    let version = 1
    let asked = 0
    let isSignedIn = true
    const at = openFeed({ version: () => version })
    const findSeen = async () => {
      asked++
      return isSignedIn ? ('all' as const) : undefined
    }
    const page = at.listen({ findSeen })
    const other = at.listen()
    await at.advance(10_000)
    expect(asked).toBe(1)
    isSignedIn = false
    version++
    await at.advance(1_000)
    expect([page.isClosed(), other.isClosed(), asked]).toEqual([true, false, 2])
  })

  describe('what another process writes', () => {
    const openWatched = () => {
      const store = { version: 1, projects: [...projects], asked: 0 }
      const at = openFeed({
        version: () => store.version,
        async readProjects() {
          store.asked++
          return store.projects
        },
      })
      const write = (...written: typeof projects) => {
        store.version++
        store.projects = written
      }
      return { ...at, store, write }
    }
    const [shop = expect.fail(), api = expect.fail()] = projects

    it('is told by the projects that came, went, or count other issues', async () => {
      const at = openWatched()
      const page = at.listen()
      await at.advance(0)
      at.write({ ...shop, openIssueCount: 9 }, { id: 3, slug: 'demo', openIssueCount: 8, publicKey: 'c' })
      await at.advance(1_000)
      await at.advance(0) // sent at once, once it is known
      const counts = { eventCount: 0, logCount: 0 }
      expect(page.news()).toEqual([
        {
          projects: [
            { slug: 'shop', ...counts, openIssueCount: 9 },
            { slug: 'demo', ...counts, openIssueCount: 8 },
          ],
          issues: [],
          changes: [],
          isPartial: true,
          openIssueCount: 17,
        },
      ])
      at.write(shop)
      for (let second = 0; second < 3; second++) await at.advance(1_000)
      expect(page.news()).toHaveLength(2)
    })

    it('is told of a key that is another one, also beside what was told', async () => {
      const at = openWatched()
      const page = at.listen()
      await at.advance(0)
      at.write({ ...shop, publicKey: 'renewed' }, api)
      at.feed.noteChange(aChange)
      await at.advance(1_000)
      await at.advance(1_000)
      expect(page.news().at(-1)).toMatchObject({ isPartial: true, projects: [{ slug: 'shop' }] })
    })

    it('is not asked for where nothing was written, and not while nobody listens', async () => {
      const at = openWatched()
      const page = at.listen()
      await at.advance(60_000)
      expect([at.store.asked, page.news()]).toEqual([1, []])
      page.end()
      at.write(shop)
      await at.advance(60_000)
      expect([at.store.asked, at.pending()]).toEqual([1, 0])
    })

    it('is no news where it was told already, or changes nothing that is counted', async () => {
      const at = openWatched()
      const page = at.listen()
      await at.advance(0)
      at.write(shop, api)
      await at.advance(1_000)
      expect(page.news()).toEqual([])
      at.write({ ...shop, openIssueCount: 5 }, api)
      at.feed.note([arrival({})])
      for (let second = 0; second < 3; second++) await at.advance(1_000)
      expect(page.news()).toMatchObject([{ issues: [{ id: 1 }], isPartial: false }])
    })
  })

  it('reports what fails, and goes on', async () => {
    const failures: unknown[] = []
    let isBroken = false
    const at = openFeed({
      readProjects: async () => {
        if (isBroken) throw new Error('the disk is gone')
        return projects
      },
      onFailure: (thrown) => failures.push(thrown),
    })
    const page = at.listen()
    await at.advance(0)
    isBroken = true
    at.feed.note([arrival({})])
    await at.advance(0)
    expect(failures).toHaveLength(1)
    isBroken = false
    at.feed.note([arrival({})])
    await at.advance(1_000)
    expect(page.news()).toHaveLength(1)
  })
})
