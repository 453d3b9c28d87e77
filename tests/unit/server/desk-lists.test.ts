import { describe, expect, it, onTestFinished } from 'vitest'
import { MEMBER, OWNER, openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

const DAY_MS = 86_400_000

async function open() {
  const at = await openIssueDesk()
  onTestFinished(at.close)
  const { desk } = at
  async function typesOf(filter: Partial<Parameters<typeof desk.issues.search>[0]>): Promise<string> {
    const found = await desk.issues.search({ limit: 100, ...filter })
    return 'refusal' in found ? found.refusal : found.items.map(({ type }) => type).join(' ')
  }
  return { ...at, typesOf }
}

describe('for review', () => {
  it('is what is open, nobody’s, and new or back', async () => {
    const { desk, hand, happen, typesOf } = await open()
    const old = await happen('Old')
    const back = await happen('Back')
    await desk.issues.change([back], [{ kind: 'resolve' }])
    hand.advance(2 * DAY_MS)
    await happen('Back')
    const taken = await happen('Taken')
    await desk.issues.change([taken], [{ kind: 'assign', accountId: MEMBER.id }])
    const ignored = await happen('Ignored')
    await desk.issues.change([ignored], [{ kind: 'ignore' }])
    await happen('New')
    expect(await typesOf({ query: 'is:for_review' })).toBe('New Back')
    await desk.issues.change([old], [{ kind: 'resolve' }])
    await happen('Old')
    expect(await typesOf({ query: 'is:for_review' })).toBe('Old New Back')
  })
})

describe('desk.issues.countNew()', () => {
  it('counts open issues whose first event came later', async () => {
    const { desk, store, hand, happen } = await open()
    await happen('Old')
    const left = hand.clock()
    await happen('Old')
    await happen('New', { environment: 'production' })
    const resolved = await happen('Resolved')
    await desk.issues.change([resolved], [{ kind: 'resolve' }])
    const all = { slug: undefined, isWithoutOwn: true }
    expect(await desk.issues.countNew(left, all), 'of Crumbtrail’s own project').toBe(0)
    const own = { slug: 'crumbtrail', isWithoutOwn: false }
    expect(await desk.issues.countNew(left, own)).toBe(1)
    expect(await desk.issues.countNew(left, { ...own, environment: 'production' })).toBe(1)
    expect(await desk.issues.countNew(left, { ...own, environment: 'staging' })).toBe(0)
    await desk.projects.create('Shop')
    await store.write((trx) => trx.updateTable('issue').set({ project_id: 2 }).execute())
    expect(await desk.issues.countNew(left, all)).toBe(1)
    expect(await desk.issues.countNew(left, { slug: 'shop', isWithoutOwn: false })).toBe(1)
    expect(await desk.issues.countNew(left, own)).toBe(0)
    expect(await desk.issues.countNew(hand.clock(), all)).toBe(0)
  })
})

describe('desk.issues.countTabs()', () => {
  it('counts what the tabs show, of a project or of all, and at once after a change', async () => {
    const { desk, happen } = await open()
    const first = await happen('First')
    await happen('Second')
    expect(await desk.issues.countTabs({ slug: undefined, isWithoutOwn: false })).toEqual({
      unresolved: 2,
      forReview: 2,
      regressed: 0,
      ignored: 0,
    })
    await desk.issues.change([first], [{ kind: 'ignore' }])
    expect(await desk.issues.countTabs({ slug: 'crumbtrail', isWithoutOwn: true })).toMatchObject({
      unresolved: 1,
      ignored: 1,
    })
    expect(await desk.issues.countTabs({ slug: 'nowhere', isWithoutOwn: true })).toMatchObject({
      unresolved: 0,
      ignored: 0,
    })
  })

  it('leaves out Crumbtrail’s own project unless it is chosen, by name or in the search', async () => {
    const { desk, happen } = await open()
    await happen('Own')
    await desk.projects.create('Shop')
    const without = { isWithoutOwn: true }
    expect(await desk.issues.countTabs({ slug: undefined, ...without })).toMatchObject({ unresolved: 0 })
    const typesFor = async (filter: { query?: string; projectSlug?: string }) => {
      const found = await desk.issues.search({ limit: 10, ...without, ...filter })
      return 'refusal' in found ? found.refusal : found.items.map(({ type }) => type)
    }
    expect(await typesFor({})).toEqual([])
    expect(await typesFor({ projectSlug: 'crumbtrail' })).toEqual(['Own'])
    expect(await typesFor({ query: 'project:crumbtrail' })).toEqual(['Own'])
    expect(await typesFor({ query: 'CRUMBTRAIL-1' })).toEqual(['Own'])
    const asked = { project: undefined, environment: undefined, period: { start: 0, end: Date.now() } }
    expect(await desk.feedback.count({ ...asked, ...without })).toEqual({ open: 0, resolved: 0, spam: 0 })
  })

  it('ends at a hundred', async () => {
    const { desk, happen } = await open()
    for (let issue = 0; issue < 105; issue++) await happen(`Error${'abcdefghij'[issue % 10]}${issue}`)
    expect((await desk.issues.countTabs({ slug: undefined, isWithoutOwn: false })).unresolved).toBe(100)
  })
})

describe('the frame’s switches', () => {
  it('add to what is searched', async () => {
    const { hand, happen, typesOf } = await open()
    await happen('Old', { environment: 'production' })
    hand.advance(DAY_MS)
    const now = hand.clock()
    await happen('Staged', { environment: 'staging' })
    await happen('New', { environment: 'production' })
    expect(await typesOf({ environment: 'production' })).toBe('New Old')
    expect(await typesOf({ environment: 'production', lastSeen: { from: now } })).toBe('New')
    expect(await typesOf({ lastSeen: { before: now } })).toBe('Old')
    expect(await typesOf({ query: 'type:Staged', environment: 'production' })).toBe('')
    // one value, not a pattern
    expect(await typesOf({ environment: 'prod*' })).toBe('')
  })
})

describe('desk.issues.listFacets()', () => {
  it('counts what the issues of a search have in common', async () => {
    const { desk, happen } = await open()
    await happen('One', { environment: 'production', release: 'shop@1', level: 'warning' })
    await happen('Two', { environment: 'production', release: 'shop@2' })
    await happen('Two', { environment: 'staging', release: 'shop@2' })
    expect(await desk.issues.listFacets({})).toEqual({
      level: [
        { value: 'error', issueCount: 1 },
        { value: 'warning', issueCount: 1 },
      ],
      project: [{ value: 'crumbtrail', issueCount: 2 }],
      environment: [
        { value: 'production', issueCount: 2 },
        { value: 'staging', issueCount: 1 },
      ],
      release: [
        { value: 'shop@1', issueCount: 1 },
        { value: 'shop@2', issueCount: 1 },
      ],
    })
    expect((await desk.issues.listFacets({ query: 'level:warning' })).release).toEqual([
      { value: 'shop@1', issueCount: 1 },
    ])
    expect((await desk.issues.listFacets({ query: 'level:none' })).level).toEqual([])
  })
})

describe('rows', () => {
  it('name their first release where it is the newest of the project', async () => {
    const { desk, happen } = await open()
    await happen('Before', { release: 'shop@1' })
    await happen('After', { release: 'shop@2' })
    const { items } = await desk.issues.list({ limit: 10 })
    expect(items.map(({ type, newInRelease }) => [type, newInRelease])).toEqual([
      ['After', 'shop@2'],
      ['Before', undefined],
    ])
    expect(items.every((item) => !('newInRelease' in item) || item.newInRelease !== undefined)).toBe(true)
  })

  it('have their events by day', async () => {
    const { desk, hand, happen } = await open()
    await happen('Daily')
    hand.advance(2 * DAY_MS)
    await happen('Daily')
    await happen('Daily')
    const { items } = await desk.issues.list({ limit: 10 })
    const from = Math.floor(hand.clock() / DAY_MS) - 3
    const bars = { unit: 'day', from, count: 4, each: 1 } as const
    expect(await desk.issues.listTrends(items, bars)).toEqual([[0, 1, 0, 2]])
    expect(await desk.issues.listTrends([], bars)).toEqual([])
    expect(await desk.issues.listTrends(items, { ...bars, count: 2, each: 2 })).toEqual([[1, 2]])
    const hours = { unit: 'hour', from: from * 24, count: 16, each: 6 } as const
    const [ofHours = []] = (await desk.issues.listTrends(items, hours)) ?? []
    expect(ofHours.filter((count) => count > 0)).toEqual([1, 2])
  })

  it('have their events by minutes, while these are stored', async () => {
    const { desk, store, hand, happen } = await open()
    hand.advance(DAY_MS - (hand.clock() % DAY_MS))
    await happen('Often', { environment: 'staging' })
    hand.advance(7 * 60_000)
    await happen('Often', { environment: 'production' })
    await happen('Often', { environment: 'staging' })
    await happen('Rare')
    const { items } = await desk.issues.list({ limit: 10 })
    const bars = {
      unit: 'minute',
      from: Math.floor(hand.clock() / DAY_MS) * 1440,
      count: 4,
      each: 5,
    } as const
    expect(await desk.issues.listTrends(items, bars)).toEqual([
      [0, 1, 0, 0],
      [1, 2, 0, 0],
    ])
    expect(await desk.issues.listTrends(items, bars, { environment: 'staging' })).toEqual([
      [0, 0, 0, 0],
      [1, 1, 0, 0],
    ])
    const range = { start: bars.from * 60_000, barMs: 300_000, bars: 4 }
    const often = items[1]?.id ?? 0
    expect(await desk.issues.readHistory(often, range)).toMatchObject({
      barMs: 300_000,
      counts: [1, 2, 0, 0],
    })
    const within = { start: range.start + 300_000, barMs: 60_000, bars: 10 }
    expect(await desk.issues.readHistory(often, within)).toMatchObject({
      start: within.start,
      barMs: 60_000,
      counts: [0, 0, 2, 0, 0, 0, 0, 0, 0, 0],
    })

    await store.write((trx) => trx.deleteFrom('event').where('environment', '=', 'production').execute())
    expect(await desk.issues.listTrends(items, bars)).toBeUndefined()
    expect(await desk.issues.readHistory(often, range)).toMatchObject({ barMs: 3_600_000, counts: [3] })
    expect(await desk.issues.readHistory(often, within)).toMatchObject({
      ...{ start: range.start, barMs: 3_600_000, counts: [3] },
    })
  })
})

describe('saved views', () => {
  const view = { name: ' Checkout ', query: 'culprit:checkout', sort: 'freq', isShared: false }

  it('are their owner’s, or everybody’s', async () => {
    const { desk, deskOf } = await open()
    expect(await desk.savedViews.save(view)).toEqual({ name: 'Checkout' })
    await desk.savedViews.save({ ...view, name: 'All of us', isShared: true })
    expect(await desk.savedViews.list()).toEqual([
      { id: 1, name: 'Checkout', query: 'culprit:checkout', sort: 'freq', isShared: false },
      { id: 2, name: 'All of us', query: 'culprit:checkout', sort: 'freq', isShared: true },
    ])
    const member = deskOf(MEMBER.id)
    expect((await member.savedViews.list()).map(({ name }) => name)).toEqual(['All of us'])
    const gone = { refusal: 'Cannot rename the view: it no longer exists' }
    expect(await member.savedViews.rename(1, 'Mine now')).toEqual(gone)
    expect(await member.savedViews.delete(1)).toEqual({
      refusal: 'Cannot delete the view: it no longer exists',
    })
    expect(await member.savedViews.rename(2, 'Ours')).toEqual({ name: 'Ours' })
    expect(await member.savedViews.delete(2)).toBeUndefined()
    expect((await deskOf(OWNER.id).savedViews.list()).map(({ name }) => name)).toEqual(['Checkout'])
  })

  it.each([
    [{ name: '  ' }, 'a name is required'],
    [{ name: 'x'.repeat(61) }, 'its name has more than 60 characters'],
    [{ query: 'x'.repeat(2_001) }, 'its search has more than 2000 characters'],
    [{ sort: 'length' }, 'its sort is not one of date, new, freq, user, trends'],
  ])('refuse %j', async (part, matter) => {
    const { desk } = await open()
    expect(await desk.savedViews.save({ ...view, ...part })).toEqual({
      refusal: `Cannot save the view: ${matter}`,
    })
    expect(await desk.savedViews.list()).toEqual([])
  })

  it('are twenty at most, of each', async () => {
    const { desk } = await open()
    for (let saved = 0; saved < 20; saved++) await desk.savedViews.save(view)
    const refusal = { refusal: 'Cannot save the view: the limit of 20 views is reached' }
    expect(await desk.savedViews.save(view)).toEqual(refusal)
    expect(await desk.savedViews.save({ ...view, isShared: true })).toEqual({ name: 'Checkout' })
    expect(await desk.savedViews.rename(Number.NaN, 'x')).toHaveProperty('refusal')
  })
})
