import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DeskProcess, owner, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'

const MEMBER = { email: 'bob@example.test', password: 'another long password' }

/** What a command writes a running desk knows within a second or so. */
const soon = { timeout: 3_000, interval: 100 }

let desk: DeskProcess

beforeAll(async () => {
  desk = await startPreparedDesk({ env: { TELEMETRY_ADAPTER: 'none' } })
})

afterAll(async () => {
  await desk.stop()
  await removeData(desk)
})

interface Answer {
  status: number
  location: string | null
  cookies: string[]
  text: string
}

async function postForm(path: string, fields: Record<string, string>, cookie = ''): Promise<Answer> {
  const response = await fetch(desk.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: desk.url, cookie },
    body: new URLSearchParams(fields),
  })
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  return {
    status: response.status,
    location: response.headers.get('location'),
    cookies,
    text: await response.text(),
  }
}

const signIn = (fields: Record<string, string>, cookie?: string) => postForm('/sign-in', fields, cookie)

const sessionOf = ({ cookies }: Answer) =>
  cookies.find((each) => each.startsWith('crumbtrail_session=')) ?? expect.fail('nobody was signed in')

/** 200 for who is signed in, 302 to the sign-in for others. */
async function pageStatus(cookie: string): Promise<number> {
  const response = await fetch(`${desk.url}/issues`, { headers: { cookie }, redirect: 'manual' })
  await response.arrayBuffer()
  return response.status
}

/** Resolves when the stream is open, with when it ends. */
function listen(cookie: string): Promise<{ ended: Promise<number> }> {
  return new Promise((resolve, reject) => {
    get(`${desk.url}/live`, { headers: { cookie }, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`Cannot listen: ${response.statusCode}`))
      response.resume()
      resolve({ ended: new Promise((end) => response.once('close', () => end(performance.now()))) })
    }).once('error', reject)
  })
}

describe('what a command takes back beside a running desk', () => {
  const add = () => desk.cli('user', 'add', MEMBER.email)

  it('ends pages and live streams when the password is changed, and lets the new one in', async () => {
    await add()
    const { password } = JSON.parse(await desk.cli('user', 'password', MEMBER.email, '--generate', '--json'))
    const cookie = sessionOf(await signIn({ ...MEMBER, password }))
    const stream = await listen(cookie)
    expect(await pageStatus(cookie)).toBe(200)
    await desk.cli('user', 'password', MEMBER.email, '--generate')
    const changedAt = performance.now()
    await expect.poll(() => pageStatus(cookie), soon).toBe(302)
    expect((await stream.ended) - changedAt).toBeLessThan(3_000)
    expect((await signIn({ ...MEMBER, password })).status).toBe(422)
  })

  it('ends what was open of an account that is disabled, and signs nobody in to it', async () => {
    const { password } = JSON.parse(await desk.cli('user', 'password', MEMBER.email, '--generate', '--json'))
    const cookie = sessionOf(await signIn({ ...MEMBER, password }))
    await desk.cli('user', 'disable', MEMBER.email)
    await expect.poll(() => pageStatus(cookie), soon).toBe(302)
    const refused = await signIn({ ...MEMBER, password })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('this account is disabled')])
    await desk.cli('user', 'enable', MEMBER.email)
    expect((await signIn({ ...MEMBER, password })).status).toBe(303)
    await desk.cli('user', 'remove', MEMBER.email)
    expect((await signIn({ ...MEMBER, password })).status).toBe(422)
  })

  it('refuses a revoked token at once', async () => {
    const { id, token } = JSON.parse(await desk.cli('token', 'add', 'leaked', '--json'))
    const ask = async () =>
      (await fetch(`${desk.url}/api/0/projects/`, { headers: { authorization: `Bearer ${token}` } })).status
    expect(await ask()).toBe(200)
    await desk.cli('token', 'revoke', String(id))
    expect(await ask()).toBe(401)
  })
})

describe('a sign-in form', () => {
  it('that is sent again after signing out begins another session', async () => {
    const form = { ...owner, 'idempotency-key': 'rendered-once' }
    const first = sessionOf(await signIn(form))
    expect(sessionOf(await signIn(form))).toBe(first)
    await postForm('/sign-out', {}, first)
    const second = sessionOf(await signIn(form))
    expect(second).not.toBe(first)
    expect([await pageStatus(first), await pageStatus(second)]).toEqual([302, 200])
  })

  it('stays delayed through 400 refused attempts with other emails, except for a known browser', async () => {
    const known = (await signIn({ ...owner })).cookies.find((each) => each.startsWith('crumbtrail_device='))
    const wait = async (email: string, password = 'wrong') =>
      Number(/try again in (\d+) seconds/.exec((await signIn({ email, password })).text)?.[1] ?? 0)
    let guesses = 0
    while ((await wait(owner.email)) === 0) guesses++
    expect(guesses).toBeLessThanOrEqual(10)
    for (let round = 0; round < 40; round++) {
      const flood = Array.from({ length: 10 }, (_, index) => wait(`${round}-${index}@flood.example`))
      expect(Math.min(...(await Promise.all(flood)))).toBeGreaterThan(0)
    }
    expect(await wait(owner.email, owner.password)).toBeGreaterThan(0)
    expect((await signIn({ ...owner }, known)).status).toBe(303)
  })
})

describe('GET /metrics', () => {
  /** fetch() would say another Host than it is told. */
  const statusFor = (host: string) =>
    new Promise((resolve, reject) => {
      get(`${desk.url}/metrics`, { headers: { host }, agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode)
      }).once('error', reject)
    })

  it('answers this machine, but no page whose own name points to it', async () => {
    expect(await statusFor(new URL(desk.url).host)).toBe(200)
    expect(await statusFor(`evil.example:${new URL(desk.url).port}`)).toBe(401)
  })
})
