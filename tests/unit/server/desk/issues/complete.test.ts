import { describe, expect, it } from 'vitest'
import { openSearchDesk, SEARCH_NOW } from '#tests/support/desk/prepared/search-desk.ts'

const DAY_MS = 86_400_000

async function open() {
  const opened = await openSearchDesk()
  const { desk, send } = opened
  const browser = (name: string, version: string) => ({ contexts: { browser: { name, version } } })
  send('Fox', {
    ...browser('Firefox', '144.0'),
    user: { id: 7 },
    tags: { region: 'eu' },
    release: 'shop@1.0',
  })
  send('Fox', {
    ...browser('Chrome', '141.0'),
    user: { id: 8, email: 'ada@example.com' },
    tags: { region: 'us' },
  })
  send(
    'Owl',
    { ...browser('Firefox', '143.0'), level: 'fatal', tags: { shelf: 'A3' } },
    { at: SEARCH_NOW - DAY_MS * 3 },
  )
  const values = async (key: string, part = '', query = '') =>
    Object.fromEntries(
      (await desk.issues.offerValues({ query }, { key, part })).values.map(({ value, count }) => [
        value,
        count,
      ]),
    )
  return { ...opened, values }
}

describe('the keys of a list', () => {
  it('are ours with how many values its issues have, and its tags', async () => {
    const { desk } = await open()
    const { keys, isPart } = await desk.issues.offerKeys({ query: '' })
    expect(isPart).toBe(false)
    const shown = Object.fromEntries(keys.map(({ key, valueCount }) => [key, valueCount]))
    expect(shown).toMatchObject({
      browser: 2,
      'user.email': 1,
      'user.id': null,
      level: 2,
      platform: 1,
      is: null,
    })
    expect(keys.filter(({ isTag }) => isTag)).toEqual([
      { key: 'region', isTag: true, valueCount: 2 },
      { key: 'shelf', isTag: true, valueCount: 1 },
    ])
  })

  it('are those of what it finds, and of all while it finds no meaning', async () => {
    const { desk } = await open()
    const tagsOf = async (query: string) =>
      (await desk.issues.offerKeys({ query })).keys.flatMap(({ key, isTag }) => (isTag ? [key] : []))
    expect(await tagsOf('type:Owl')).toEqual(['shelf'])
    expect(await tagsOf('level:')).toEqual([])
    expect(await tagsOf('is:odd')).toEqual(['region', 'shelf'])
  })
})

describe('the values of a key', () => {
  it('are counted by issue, under all names that the key has', async () => {
    const { values } = await open()
    expect(await values('browser')).toEqual({
      ...{ Firefox: 2, Chrome: 1, 'Chrome 141.0': 1, 'Firefox 143.0': 1, 'Firefox 144.0': 1 },
    })
    expect(await values('browser.name', 'FIRE')).toEqual({ Firefox: 2 })
    expect(await values('user.id')).toEqual({ 7: 1, 8: 1 })
    expect(await values('user')).toEqual({ 'id:7': 1, 'id:8': 1, 'ada@example.com': 1 })
    expect(await values('region')).toEqual({ eu: 1, us: 1 })
    expect(await values('nothing')).toEqual({})
  })

  it('are those of the search around them, and of the period', async () => {
    const { desk, values } = await open()
    expect(await values('level', '', 'type:Owl')).toMatchObject({ fatal: 1, error: 0 })
    const lastSeen = { from: SEARCH_NOW - DAY_MS }
    const found = await desk.issues.offerValues({ query: '', lastSeen }, { key: 'type', part: '' })
    expect(found).toEqual({ values: [{ value: 'Fox', count: 1 }], total: 1, isPart: false })
  })

  it('of states, times and columns are counted too', async () => {
    const { values, change } = await open()
    await change('Owl', { status: 'resolved', assigned_to: 1 })
    expect(await values('is')).toMatchObject({
      unresolved: 1,
      resolved: 1,
      assigned: 1,
      unassigned: 1,
      new: 1,
    })
    expect(await values('assigned')).toEqual({ me: 1, my_teams: 0, none: 1, any: 1 })
    expect(await values('firstSeen')).toMatchObject({ '-1h': 1, '-7d': 2 })
    expect(await values('timesSeen')).toMatchObject({ '>10': 0, 1: 1 })
    expect(await values('type', 'o')).toEqual({ Fox: 1, Owl: 1 })
    expect(await values('firstRelease')).toEqual({ 'shop@1.0': 1 })
    expect(await values('project')).toEqual({ crumbtrail: 2 })
  })
})
