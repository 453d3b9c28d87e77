import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskProcess, owner, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'

const PASSWORD = 'correct horse battery'
let desk: DeskProcess

beforeAll(async () => {
  desk = await startPreparedDesk()
})

afterAll(async () => {
  await desk.stop()
  await removeData(desk)
})

it('lets somebody in by a link that no page reports, frames or passes on, and only from its own form', async () => {
  const { link } = JSON.parse(await desk.cli('user', 'invite', 'bob@example.com', '--json')) as {
    link: string
  }
  const page = await fetch(link, { headers: { accept: 'text/html' } })
  const html = await page.text()
  expect(html).toContain('You were invited as bob@example.com')
  expect(html).not.toContain('name="crumbtrail-telemetry"') // its browser would report the address that it is at
  expect(page.headers.get('referrer-policy')).toBe('strict-origin')
  expect(page.headers.get('x-frame-options')).toBe('DENY')
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(page.headers.get('cache-control')).toBe('private, no-cache')

  const form = (headers: Record<string, string>) =>
    fetch(link, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams({ name: 'Bob', password: PASSWORD, role: 'owner', email: 'eve@example.com' }),
    })
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: desk.url, 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'null' },
    {},
  ]
  for (const headers of foreign) expect((await form(headers)).status, JSON.stringify(headers)).toBe(403)
  const joined = await form({ origin: desk.url })
  expect([joined.status, joined.headers.get('location')]).toEqual([303, '/issues'])
  expect(joined.headers.getSetCookie().join()).toMatch(
    /crumbtrail_session=[\w-]{43}; .*HttpOnly; SameSite=Lax/,
  )
  const users = JSON.parse(await desk.cli('user', 'list', '--json')) as { email: string; role: string }[]
  expect(users.map(({ email, role }) => [email, role])).toEqual([
    [owner.email, 'owner'],
    ['bob@example.com', 'member'],
  ])
  expect((await form({ origin: desk.url })).status).toBe(422)
  expect(await (await fetch(link)).text()).toContain('This invitation was used')
})

it('tells whoever is signed in with another account, and changes nothing', async () => {
  const { link } = JSON.parse(await desk.cli('user', 'invite', 'eve@example.com', '--json')) as {
    link: string
  }
  const headers = { cookie: await signInForCookie(desk), origin: desk.url }
  expect(await (await fetch(link, { headers })).text()).toContain('You are signed in with another account')
  const body = new URLSearchParams({ name: 'Bob', password: PASSWORD })
  expect((await fetch(link, { method: 'POST', headers, body })).status).toBe(422)
  expect(await (await fetch(link)).text()).toContain('You were invited as eve@example.com')
})

it.each([
  ['//evil.example', '/issues'],
  ['/\\evil.example', '/issues'],
  ['/%5Cevil.example', '/%5Cevil.example'],
  ['/.//evil.example', '/issues'],
  ['https://evil.example/', '/issues'],
  ['/\t/evil.example', '/issues'],
  ['javascript:alert(1)', '/issues'],
  ['/invitations/abc', '/issues'],
  ['/traces?query=a', '/traces?query=a'],
])('after signing in, next=%j leads to %j', async (next, location) => {
  const answer = await fetch(`${desk.url}/sign-in?next=${encodeURIComponent(next)}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: desk.url },
    body: new URLSearchParams({ ...owner }),
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, location])
})
