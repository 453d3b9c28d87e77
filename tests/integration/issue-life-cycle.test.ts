import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { letters } from '#tests/support/browser/letters.ts'
import { pageWords } from '#tests/support/browser/page-words.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import { type DeskProcess, owner, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'

let desk: DeskProcess
let cookie: string
let dsn: string
let types = 0
let type: string
let path: string

beforeAll(async () => {
  desk = await startPreparedDesk()
  cookie = await signInForCookie(desk)
  const project = await addProject(desk, 'Shop')
  dsn = project.dsn
})

afterAll(async () => {
  await desk.stop()
  await removeData(desk)
})

beforeEach(async () => {
  type = `Error${letters(types++)}`
  path = await happen({ release: 'shop@1.0.0', environment: 'production' })
})

/** Sends an event of the test's issue; gives the path. */
async function happen(event: Record<string, unknown> = {}, ofType = type): Promise<string> {
  const exception = { values: [{ type: ofType, value: 'no price' }] }
  const digest = `${Math.floor(1e9 + types * 1e6 + Math.random() * 1e6)}`
  const { status } = await sendEvent(dsn, { exception, extra: { digest }, ...event })
  expect(status).toBe(200)
  const found = await get(`/digests/${digest}`)
  return (found.headers.get('location') ?? '').replace(/\/events\/.*/, '')
}

const get = (address: string) => fetch(desk.url + address, { redirect: 'manual', headers: { cookie } })

function post(address: string, fields: string[][]): Promise<Response> {
  return fetch(desk.url + address, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: desk.url, accept: 'text/html', cookie },
    body: new URLSearchParams(fields),
  })
}

/** Posts a change as the browser does, follows it, and gives the page's words. */
async function change(fields: Record<string, string>): Promise<string> {
  const answer = await post(path, Object.entries(fields))
  expect([answer.status, answer.headers.get('location')]).toEqual([303, path])
  return page()
}

async function shortIdOf(address: string): Promise<string> {
  return /SHOP-\d+/.exec(await page(address))?.[0] ?? ''
}

async function page(address = path): Promise<string> {
  return pageWords(await (await get(address)).text())
}

describe('the issue page, without JavaScript', () => {
  it('resolves; an event brings it back, and the page shows which', async () => {
    expect(await change({ change: 'resolve' })).toMatch(/Resolved just now ?\./)
    expect(await page()).toContain('Reopen')
    await happen({ release: 'shop@1.0.1' })
    const words = await page()
    expect(words).toContain('regressed')
    expect(words).toContain('regressed in shop@1.0.1, within a minute after it was released')
    expect(words).toMatch(/Regressed in shop@1\.0\.1, with event [0-9a-f]{8} [\d:]{8}, just now/)
    expect(words).toContain(`${owner.email} resolved`)
    expect(await change({ change: 'reopen' })).not.toContain('regressed') // seen to: it is open, and no more
  })

  it('resolves in the next release, and in a given one', async () => {
    expect(await change({ change: 'resolve-in-next-release' })).toMatch(
      /in the release after shop@1\.0\.\d\./,
    )
    await happen({ release: 'shop@1.0.0' })
    expect(await page()).toContain('Reopen')
    await happen({ release: 'shop@1.1.0' })
    expect(await page()).toContain('regressed')
    expect(await change({ change: 'resolve-in-release', release: 'shop@2.0.0' })).toContain('in shop@2.0.0')
    await happen({ release: 'shop@1.9.0' })
    expect(await page()).toContain('Reopen')
    await happen({ release: 'shop@2.0.0' })
    expect(await page()).toContain('regressed')
  })

  it('ignores an issue forever, and archives it', async () => {
    expect(await change({ change: 'ignore' })).toContain('Ignored just now, forever.')
    await happen()
    expect(await change({ change: 'reopen' })).toContain('reopened')
    expect(await change({ change: 'archive' })).toContain('Archived just now.')
    await happen()
    expect(await page()).toContain('Archived')
  })

  it('ignores for a time', async () => {
    expect(await change({ change: 'ignore-for', minutes: '60' })).toMatch(
      /Ignored just now, until \d+ \w+ \d{4}/,
    )
    await happen()
    expect(await page()).toContain('Reopen')
  })

  it.each([
    { fields: { change: 'ignore-until-events', count: '2', period: '' }, words: 'until 2 more events' },
    {
      fields: { change: 'ignore-until-events', count: '2', period: '60' },
      words: 'until 2 more events within 60 minutes',
    },
    { fields: { change: 'ignore-until-users', users: '2' }, words: 'until 2 users are affected' },
  ])('ignores $words', async ({ fields, words }) => {
    expect(await change(fields)).toContain(words)
    await happen({ user: { id: '1' } })
    expect(await page()).toContain('Reopen')
    await happen({ user: { id: '2' } })
    expect(await page()).toContain('escalating')
  })

  it('ignores in an environment', async () => {
    expect(await change({ change: 'ignore-environment', environment: 'staging' })).toContain('in staging')
    await happen({ environment: 'staging' })
    expect(await page()).toContain('Reopen')
    await happen({ environment: 'production' })
    expect(await page()).toContain('escalating')
  })

  it('assigns, bookmarks and comments', async () => {
    expect(await change({ change: 'assign', account: '1' })).toContain(`assigned this to ${owner.email}`)
    expect(await change({ change: 'bookmark' })).toContain('Remove bookmark')
    expect(await change({ change: 'unbookmark' })).not.toContain('Remove bookmark')
    expect(await change({ change: 'comment', text: '<b>since Monday</b>' })).toContain('<b>since Monday</b>')
    const html = await (await get(path)).text()
    const comment = /name="comment" value="(\d+)"/.exec(html)?.[1] ?? ''
    expect(await change({ change: 'edit-comment', comment, text: 'since Tuesday' })).toContain(
      'since Tuesday',
    )
    expect(await change({ change: 'delete-comment', comment })).not.toContain('since Tuesday')
  })

  it('refuses with a sentence what makes no sense', async () => {
    for (const [fields, reason] of [
      [{ change: 'solve' }, 'unknown action'],
      [{ change: 'ignore-for', minutes: 'x' }, 'minutes must be a whole number from 1 to 527040'],
      [{ change: 'resolve-in-release', release: ' ' }, 'release must have 1 to 250 characters'],
      [{ change: 'assign', account: '99' }, 'there is no such account'],
      [{ change: 'comment', text: ' ' }, 'a comment must have 1 to 10000 characters'],
      [{ change: 'merge', into: 'SHOP-999' }, 'there is no issue with this short id'],
    ] as const) {
      const answer = await post(path, Object.entries(fields))
      expect(answer.status).toBe(422)
      expect(await answer.text()).toContain(reason)
    }
  })

  it('merges; the old address leads on, later events follow, and a split undoes it', async () => {
    const other = await happen({}, `${type}Other`)
    const [id, otherId] = await Promise.all([shortIdOf(path), shortIdOf(other)])
    const merged = await post(path, [
      ['change', 'merge'],
      ['into', otherId],
    ])
    expect([merged.status, merged.headers.get('location')]).toEqual([303, other])
    for (const address of [
      path,
      `/issues/${id}`,
      `/issues/${otherId.toLowerCase()}`,
      `/issues?query=${id}`,
    ]) {
      expect((await get(address)).headers.get('location'), address).toBe(other)
    }
    expect((await get(`${path}/events/latest`)).headers.get('location')).toBe(`${other}/events/latest`)
    expect(await happen()).toBe(other)
    const html = await (await get(other)).text()
    const groupings = [...html.matchAll(/name="grouping" value="(\d+)"/g)].map(([, id = '']) => id)
    expect(groupings).toHaveLength(2)
    const [mine = ''] = groupings
    const split = await post(other, [
      ['change', 'split'],
      ['grouping', mine],
    ])
    const made = split.headers.get('location') ?? ''
    expect([split.status, made]).toEqual([303, expect.stringMatching(/^\/issues\/\d+$/)])
    expect(await happen()).toBe(made)
    expect(await page(made)).toContain(`split this from ${otherId}`)
  })

  it('is the target of addresses of deleted events', async () => {
    const address = `${path}/events/${'f'.repeat(32)}`
    const answer = await get(address)
    expect(answer.status).toBe(404)
    const html = await answer.text()
    expect(html).toContain('This event is not stored')
    expect(html).toContain(`href="${path}"`)
    expect(html).toContain('keeps events forever')
    expect(await (await get(`/issues/999999/events/${'f'.repeat(32)}`)).text()).toContain(
      'There is no issue 999999',
    )
    expect(await (await get(`${path}/events/none`)).text()).toContain('Not an event ID')
  })

  it('deletes', async () => {
    const asked = await post(path, [['change', 'delete']])
    expect([asked.status, asked.headers.get('location')]).toEqual([303, `${path}/delete`])
    const answer = await post(`${path}/delete`, [['change', 'delete']])
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/issues'])
    expect((await get(path)).status).toBe(404)
    expect((await get('/issues')).status).toBe(200)
    expect(await happen()).not.toBe(path)
  })
})

describe('the list of issues, without JavaScript', () => {
  it('changes those that were ticked', async () => {
    const other = await happen({}, `${type}Other`)
    const ticked = [path, other].map((one) => ['issue', one.replace('/issues/', '')])
    const answer = await post('/issues', [...ticked, ['change', 'resolve']])
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/issues'])
    for (const one of [path, other]) expect(await page(one)).toContain('Reopen')
    const merged = await post('/issues', [...ticked, ['change', 'merge']])
    expect([path, other]).toContain(merged.headers.get('location'))
    const none = await post('/issues', [['change', 'resolve']])
    expect([none.status, await none.text()]).toEqual([
      422,
      expect.stringContaining('Cannot change issues: none selected'),
    ])
  })
})
