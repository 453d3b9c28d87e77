import { describe, expect, it, onTestFinished } from 'vitest'
import { openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

async function openDesk() {
  const opened = await openIssueDesk()
  onTestFinished(() => opened.close())
  return opened
}

type Opened = Awaited<ReturnType<typeof openDesk>>

async function found({ desk }: Opened, issueId: number, query: string, limit = 20) {
  const result = await desk.events.search(issueId, { query, limit })
  return 'refusal' in result ? result.refusal : result.items.map(({ userLabel }) => userLabel)
}

describe('desk.events.search()', () => {
  it.each([
    ['user:id:1', ['1']],
    ['user.email:c@example.com', ['c@example.com']],
    ['release:2.5.0', ['3', '1']],
    ['release:shop@2.4.0', ['2']],
    ['environment:staging', ['2']],
    ['!environment:staging', ['3', 'c@example.com', '1']],
    ['tags[region]:"eu west"', ['3', '1']],
    ['region:"eu west" user:id:3', ['3']],
    ['region:"eu west" user:id:2', []],
    ['region:eu*', ['3', '1']],
    ['has:region', ['3', '1']],
    ['user:id:1 OR user:id:2', ['2', '1']],
    ['level:warning', ['2']],
    ['price', ['3', '2', 'c@example.com', '1']],
    ['user:id:9', []],
  ])('finds the events of an issue by %s', async (query, users) => {
    const opened = await openDesk()
    const inEurope = { release: 'shop@2.5.0', tags: { region: 'eu west' } }
    const issueId = await opened.happen('TypeError', { ...inEurope, user: { id: '1' } })
    await opened.happen('TypeError', { user: { email: 'c@example.com' } })
    await opened.happen('TypeError', {
      release: 'shop@2.4.0',
      environment: 'staging',
      level: 'warning',
      user: { id: '2' },
    })
    await opened.happen('TypeError', { ...inEurope, user: { id: '3' } })
    await opened.happen('RangeError', { ...inEurope, user: { id: '1' } })
    expect(await found(opened, issueId, query)).toEqual(users)
  })

  it('continues where a page ended', async () => {
    const opened = await openDesk()
    let issueId = 0
    for (const id of ['1', '2', '1', '1']) issueId = await opened.happen('TypeError', { user: { id } })
    const search = { query: 'user:id:1', limit: 2 }
    const page = await opened.desk.events.search(issueId, search)
    if ('refusal' in page) throw new Error(page.refusal)
    expect(page.items).toHaveLength(2)
    expect(page.searchedUntil).toBeNull()
    const rest = await opened.desk.events.search(issueId, { ...search, cursor: page.nextCursor ?? undefined })
    expect(rest).toMatchObject({ items: [{ userLabel: '1' }], nextCursor: null })
  })

  it('reads 400 events at most, and none outside the time of a tag’s value', async () => {
    const opened = await openDesk()
    const rare = await opened.happen('TypeError', { tags: { region: 'eu', note: 'first of all' } })
    for (let sent = 0; sent < 400; sent++)
      opened.send({ exception: { values: [{ type: 'TypeError', value: 'no price' }] } })
    const words = await opened.desk.events.search(rare, { query: 'note:first*', limit: 20 })
    expect(words).toMatchObject({ items: [], searchedUntil: opened.hand.clock() })
    const further = 'refusal' in words ? undefined : (words.nextCursor ?? undefined)
    const rest = await opened.desk.events.search(rare, { query: 'note:first*', limit: 20, cursor: further })
    expect(rest).toMatchObject({ items: [{ value: 'no price' }], searchedUntil: null })
  })

  it.each([
    ['is:unresolved', 'Cannot search: `is:unresolved` asks about issues, not about their events'],
    ['release:latest', 'Cannot search: `release:latest` asks about issues, not about their events'],
  ])('refuses %s', async (query, refusal) => {
    const opened = await openDesk()
    const issueId = await opened.happen('TypeError')
    expect(await found(opened, issueId, query)).toContain(refusal)
  })
})
