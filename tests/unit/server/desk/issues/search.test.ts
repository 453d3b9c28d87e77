import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LONGEST_SEARCH } from '#server/search/parse-search.ts'
import { openSearchDesk, SEARCH_NOW } from '#tests/support/desk/prepared/search-desk.ts'
import { runs } from '#tests/support/run/doses.ts'
import { anEventId } from '#tests/support/store/event-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = SEARCH_NOW

describe('words', () => {
  it('are found by their beginnings in titles, messages and culprits', async () => {
    const { send, search } = await openSearchDesk()
    send('PriceError', { transaction: '/checkout/pay' }, { value: 'Das Stück kostet nichts' })
    for (const query of [
      'pri',
      'priceerr',
      'stuck kost',
      'STÜCK',
      '"stück kostet"',
      'checkout',
      '/checkout/pay',
      'it OR das',
    ]) {
      expect(await search(query), query).toBe('PriceError')
    }
    for (const query of ['stück missing', '"kostet stück"', 'ichts', 'error', '!das']) {
      expect(await search(query), query).toBe('')
    }
  })

  it('of earlier events are found too, and ids make no new ones', async () => {
    const { send, search, store } = await openSearchDesk()
    const fingerprint = { fingerprint: ['one'] }
    send('DiskError', fingerprint, { value: 'disk 17 is full' })
    send('DiskError', fingerprint, { value: 'disk 99 is full' })
    send('DiskError', fingerprint, { value: 'disk vanished' })
    expect(await search('full')).toBe('DiskError')
    expect(await search('vanished')).toBe('DiskError')
    const { text } = await store.db.selectFrom('issue_text').select('text').executeTakeFirstOrThrow()
    expect(text.split('\n')).toEqual(['DiskError', 'disk 17 is full', 'disk vanished'])
  })

  it('of one issue are bounded', async () => {
    const { send, store } = await openSearchDesk()
    for (let index = 0; index < 40; index++) {
      const value = `reason ${String.fromCharCode(97 + (index % 26)).repeat(1 + Math.floor(index / 26))}`
      send('Any', { fingerprint: ['one'] }, { value: value.padEnd(2000, ' x') })
    }
    const { text } = await store.db.selectFrom('issue_text').select('text').executeTakeFirstOrThrow()
    expect(text.split('\n')).toHaveLength(24)
    expect(text.length).toBeLessThan(24 * 501)
  })

  it('are gone with their issue', async () => {
    const { send, search, store } = await openSearchDesk()
    send('GoneError')
    await store.write(async (trx) => {
      for (const table of ['digest', 'event', 'issue_hour', 'issue_grouping', 'issue'] as const)
        await trx.deleteFrom(table).execute()
    })
    expect(await search('goneerror')).toBe('')
    expect(await store.db.selectFrom('issue_text').selectAll().execute()).toEqual([])
  })
})

describe('keys', () => {
  it('say in which state an issue is', async () => {
    const { send, search, change } = await openSearchDesk()
    for (const type of ['Open', 'Back', 'Done', 'Waiting', 'Lapsed', 'Away'])
      send(type, {}, { at: NOW - 2 * DAY_MS })
    send('Fresh', { exception: { values: [{ type: 'Fresh', mechanism: { type: 'x', handled: false } }] } })
    await change('Back', { substatus: 'regressed' })
    await change('Done', { status: 'resolved' })
    await change('Waiting', { status: 'ignored', status_until: NOW + 1 })
    expect(await search('is:ignored')).toBe('Waiting')
    expect(await search('is:open')).toBe('Fresh Away Lapsed Back Open')
    await change('Lapsed', { status: 'ignored', status_until: NOW })
    await change('Away', { status: 'archived' })
    expect(await search('is:unresolved')).toBe('Fresh Lapsed Back Open')
    expect(await search('is:ignored')).toBe('Waiting')
    expect(await search('is:[resolved, archived]')).toBe('Away Done')
    expect(await search('is:regressed')).toBe('Back')
    expect(await search('is:new')).toBe('Fresh')
    expect(await search('is:unhandled')).toBe('Fresh')
    expect(await search('!is:unresolved !is:ignored')).toBe('Away Done')
    await change('Fresh', { deleted_at: NOW })
    expect(await search('')).not.toContain('Fresh')
  })

  it('say whose an issue is', async () => {
    const { send, search, change, store } = await openSearchDesk()
    for (const type of ['Mine', 'Nobodys']) send(type)
    await change('Mine', { assigned_to: 1 })
    await store.write((trx) =>
      trx.insertInto('issue_bookmark').values({ project_id: 1, issue_id: 2, account_id: 1 }).execute(),
    )
    for (const query of [
      'assigned:me',
      'is:assigned',
      'assignee:Ada@example.com',
      'assigned:ada@*',
      'has:assignee',
    ]) {
      expect(await search(query), query).toBe('Mine')
    }
    for (const query of ['assigned:none', 'is:unassigned', '!assigned:me', 'is:bookmarked']) {
      expect(await search(query), query).toBe(query === '!assigned:me' ? '' : 'Nobodys')
    }
  })

  it('compare counts and times', async () => {
    const { send, search, change } = await openSearchDesk()
    send('Once', {}, { at: NOW - 3 * DAY_MS })
    send('Often', {}, { at: NOW - HOUR_MS, times: 5 })
    await change('Often', { user_count: 1500 })
    expect(await search('timesSeen:5')).toBe('Often')
    expect(await search('events:>1')).toBe('Often')
    expect(await search('timesSeen:<=1')).toBe('Once')
    expect(await search('timesSeen:2..9 users:>=1k')).toBe('Often')
    expect(await search('firstSeen:-24h')).toBe('Often')
    expect(await search('age:+24h')).toBe('Once')
    expect(await search('lastSeen:2026-11-17')).toBe('Once')
    expect(await search('lastSeen:>2026-11-17')).toBe('Often')
    expect(await search('lastSeen:2026-11-17T12:00')).toBe('Once')
    expect(await search('lastSeen:2026-11-17..2026-11-20')).toBe('Often Once')
    expect(await search('lastSeen:<2026-11-17T13:00+01:00')).toBe('')
  })

  it('look into texts', async () => {
    const { send, search } = await openSearchDesk()
    send('HttpError', { level: 'fatal' }, { value: '100% of_it' })
    send('DiskError', {}, { value: '100 percent' })
    expect(await search('type:httperror')).toBe('HttpError')
    expect(await search('type:http')).toBe('')
    expect(await search('type:*Error')).toBe('DiskError HttpError')
    expect(await search('message:"100% of_"')).toBe('HttpError')
    expect(await search('message:0%o')).toBe('')
    expect(await search('title:"rror: 100 p"')).toBe('DiskError')
    expect(await search('level:fatal project:crumb*')).toBe('HttpError')
    expect(await search('issue:CRUMBTRAIL-2')).toBe('DiskError')
  })

  it('stand for tags if they are none of ours', async () => {
    const { desk, send, search, tag, store } = await openSearchDesk()
    for (const type of ['Fox', 'Chrome', 'None']) send(type)
    await tag('Fox', 'browser.name', 'Firefox')
    await tag('Chrome', 'browser.name', 'Chrome')
    await tag('Chrome', 'is', 'x')
    expect(await search('browser.name:Firefox')).toBe('Fox')
    expect(await search('!browser.name:Firefox')).toBe('None Chrome')
    expect(await search('browser.name:*o*')).toBe('Chrome Fox')
    expect(await search('has:browser.name')).toBe('Chrome Fox')
    expect(await search('!has:browser.name')).toBe('None')
    expect(await search('tags[is]:x')).toBe('Chrome')
    expect(await desk.issues.listTagKeys()).toEqual([
      { key: 'level', issueCount: 3 }, // which every event has
      { key: 'browser.name', issueCount: 2 },
      { key: 'is', issueCount: 1 },
    ])
    expect(await desk.issues.listTagValues('is')).toEqual([
      { value: 'x', issueCount: 1, eventCount: 1, firstSeen: NOW, lastSeen: NOW },
    ])
    await tag('Fox', 'release', 'shop@1.4.2')
    await tag('None', 'release', '1.4.1')
    expect(await search('release:latest')).toBe('')
    await store.write((trx) =>
      trx
        .insertInto('project_release')
        .values([
          { project_id: 1, version: 'shop@1.4.2', created_at: NOW },
          { project_id: 1, version: '1.4.1', created_at: NOW - 1 },
        ])
        .execute(),
    )
    expect(await search('release:latest')).toBe('Fox')
    expect(await search('version:1.4.2')).toBe('Fox')
    expect(await search('release:1.4.1')).toBe('None')
    expect(await search('release:1.4.*')).toBe('None Fox') // of any package
  })

  it('takes a late patch of an old line for no latest release', async () => {
    const { send, search } = await openSearchDesk()
    send('Fox', { release: 'shop@2.1.0' }, { at: NOW - DAY_MS })
    send('Owl', { release: 'shop@1.9.4' }, { at: NOW })
    expect(await search('release:latest')).toBe('Fox')
    expect(await search('!release:latest')).toBe('Owl')
    expect(await search('release:latest is:unresolved')).toBe('Fox')
  })

  it.each([
    ['timesSeen:>abc', 'Cannot search: `timesSeen:>abc` needs a number, such as 100, >100 or 10..20'],
    ['a is:odd', 'Cannot search: `is:odd` (at character 3) is not a state: use open, unresolved,'],
    ['is:constructor', 'Cannot search: `is:constructor` is not a state: use open, unresolved,'],
    ['firstSeen:soon', 'Cannot search: `firstSeen:soon` needs a time, such as -24h, +7d or 2026-11-20'],
    ['firstSeen:2026-13-45', 'Cannot search: `firstSeen:2026-13-45` needs a time'],
    ['level:bad', 'Cannot search: `level:bad` is not a level: use fatal, error, warning, info, debug'],
    [
      'assigned:bob',
      'Cannot search: `assigned:bob` needs me, my_teams, none, any, an e-mail address or a #team',
    ],
    ['browser:>1', 'Cannot search: `browser:>1` can’t be compared: remove the sign'],
    ['issue:x', 'Cannot search: `issue:x` needs an issue’s short id, such as SHOP-418'],
    ['trace:12', 'Cannot search: `trace:12` needs an id of 32 hex characters'],
  ])('refuse %s', async (query, refusal) => {
    const { search } = await openSearchDesk()
    expect(await search(query)).toContain(refusal)
  })
})

describe('ids', () => {
  it('that stand alone lead to what they name', async () => {
    const { desk, send, search } = await openSearchDesk()
    const trace = 'abcdef'.repeat(6).slice(0, 32)
    send('TracedError', { contexts: { trace: { trace_id: trace, span_id: '1'.repeat(16) } } })
    send('DigestError', { extra: { digest: 'K7Q2MX-4T9ZPA' } })
    expect(await desk.search.findTarget(anEventId(1))).toEqual({
      kind: 'event',
      issueId: 1,
      eventId: anEventId(1),
      projectId: 1,
    })
    expect(await desk.search.findTarget('crumbtrail-2')).toEqual({ kind: 'issue', issueId: 2 })
    expect(await desk.search.findTarget('k7q2mx-4t9zpa')).toMatchObject({ kind: 'event', issueId: 2 })
    expect(await search('K7Q2MX4T9ZPA')).toBe('DigestError')
    expect(await search('K7Q2MX')).toBe('DigestError')
    expect(await search(anEventId(1))).toBe('TracedError')
    expect(await search(trace.toUpperCase())).toBe('TracedError')
    expect(await search(`trace:${trace} is:open`)).toBe('TracedError')
    for (const none of ['utf-8', 'FAILED', 'price', '"K7Q2MX"', 'is:open', anEventId(99), '"', '']) {
      expect(await desk.search.findTarget(none), none).toBeUndefined()
    }
  })
})

describe('a digest', () => {
  const digest = 'SOCKET-CL0SED'

  it.each(['socket closed', 'Digest: SOCKET-CLOSED.', 'soc ket clo sed', 'my code is socket closed, help'])(
    'that is typed as %j leads to its event',
    async (query) => {
      const { desk, send } = await openSearchDesk()
      send('DigestError', { extra: { digest } })
      expect(await desk.search.findTarget(query)).toMatchObject({ kind: 'event', issueId: 1 })
    },
  )

  it('that nobody knows is what it was: words', async () => {
    const { desk, send, search } = await openSearchDesk()
    send('SocketError', {}, { value: 'socket closed by the other side' })
    expect(await desk.search.findTarget('socket closed')).toBeUndefined()
    expect(await search('socket closed')).toBe('SocketError')
  })
})

it('answers any text', async () => {
  const { desk, send } = await openSearchDesk()
  send('E')
  const part = fc.oneof(
    fc.constantFrom(
      '"',
      "'",
      '*',
      ' ',
      '(',
      ')',
      'NEAR',
      ' OR ',
      ' NOT ',
      '^',
      '+',
      '-',
      ':',
      '{',
      '\\',
      '\0',
      '%',
      '_',
    ),
    fc.constantFrom(
      'is:',
      'has:',
      'x:',
      'text:',
      'title:',
      'tags[a]:',
      'a',
      'é',
      '\ud800',
      '\u{1f648}',
      '\u0301',
    ),
    fc.string({ maxLength: 4 }),
  )
  const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join('').slice(0, LONGEST_SEARCH))
  await fc.assert(
    fc.asyncProperty(text, async (query) => {
      await desk.search.findTarget(query)
      const found = await desk.issues.search({ limit: 5, query })
      expect('refusal' in found ? found.refusal : '').toMatch(/^(Cannot search: `|$)/)
    }),
    { numRuns: runs(1_500) },
  )
})
