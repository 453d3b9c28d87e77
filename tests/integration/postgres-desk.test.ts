import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiClient, eventually } from '#tests/support/desk/api-client.ts'
import { type DeskProcess, removeData, runMain, startDesk } from '#tests/support/desk/desk-process.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'
import { openStream } from '#tests/support/live/event-stream.ts'
import { createEmptyPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { isFull } from '#tests/support/run/doses.ts'

let url: string
let desks: DeskProcess[]
let one: DeskProcess
let other: DeskProcess

/** Both start at once on a database without tables. */
beforeAll(async () => {
  url = await createEmptyPostgresDatabase()
  const env = { DATABASE_URL: url }
  ;[one, other] = await Promise.all([startDesk({ env, ofSources: isFull }), startDesk({ env })])
  desks = [one, other]
}, 120_000)

afterAll(async () => {
  await Promise.all(desks.map((desk) => desk.stop()))
  await Promise.all(desks.map(removeData))
})

it('two desks start on an empty database, and each shows what the other received', async () => {
  const [, dsn = ''] = /reports to (\S+)/.exec(await one.cli('project', 'add', 'shop')) ?? []
  const { status, eventId } = await sendEvent(dsn)
  expect(status).toBe(200)
  const api = await createApiClient(other)
  const issues = await eventually('the issue at the other desk', async () => {
    const { body } = await api.get<{ title: string; count: string }[]>('/api/0/projects/desk/shop/issues/')
    return Number(body[0]?.count) > 0 ? body : undefined // it is there a moment before its event is counted
  })
  expect(issues).toMatchObject([{ title: 'TypeError: no price', count: '1' }])
  const event = await api.get<{ eventID: string }>(`/api/0/projects/desk/shop/events/${eventId}/`)
  expect(event.body.eventID).toBe(eventId)
})

it('who has signed in at one desk is signed in at the other', async () => {
  const cookie = await signInForCookie(one)
  const page = await fetch(`${other.url}/issues`, { headers: { cookie }, redirect: 'manual' })
  expect(page.status).toBe(200)
})

it('people see at one desk what they changed at the other a moment ago', async () => {
  const cookie = await signInForCookie(one)
  const readProjects = async (cookies: string) => {
    const address = `${other.url}/projects/index.pageContext.json`
    const page = await fetch(address, { headers: { cookie: cookies } })
    return page.text()
  }
  for (let round = 0; round < 5; round++) {
    expect(await readProjects(cookie)).not.toContain(`round-${round}`) // It is remembered now.
    const posted = await fetch(`${one.url}/projects`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: one.url, cookie },
      body: new URLSearchParams({ name: `Round ${round}` }),
    })
    expect(posted.status).toBe(303)
    const cookies = posted.headers.getSetCookie().map((line) => line.split(';')[0])
    expect(await readProjects([cookie, ...cookies].join('; '))).toContain(`round-${round}`)
  }
})

it('a page of one desk hears of what the other received, until its session ends there', async () => {
  const cookie = await signInForCookie(other)
  const stream = await openStream(`${one.url}/live`, { cookie })
  const [, dsn = ''] = /reports to (\S+)/.exec(await one.cli('project', 'add', 'tills')) ?? []
  await sendEvent(dsn.replace(one.url.slice('http://'.length), other.url.slice('http://'.length)))
  await stream.until(/"slug":"tills","eventCount":1,/)
  await fetch(`${other.url}/issues`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: other.url, cookie },
    body: new URLSearchParams({ frame: 'sign-out' }),
  })
  await stream.ended
})

it.skipIf(!isFull)('the demo is filled beside running desks, and removed again', async () => {
  expect(await one.cli('demo')).toMatch(/^The project "demo" now has two weeks of data/)
  const api = await createApiClient(other)
  const { body } = await api.get<{ shortId: string }[]>('/api/0/projects/desk/demo/issues/')
  expect(body.map(({ shortId }) => shortId)).toContain('DEMO-1')
  expect(await other.cli('demo', '--remove')).toMatch(/^Removed the project "demo"/)
})

it('a desk says at its start how the server may lose what was acknowledged', () => {
  expect(one.output()).toContain('fsync is off: the database may be lost when the server crashes\n')
})

it('doctor asks the server, and a backup is left to the programs of PostgreSQL', async () => {
  const env = { DATABASE_URL: url, DATA_DIR: one.dataDir, PORT: new URL(one.url).port }
  const doctor = await runMain(['doctor'], env)
  expect(doctor.output).toMatch(
    /^ok {4}database {4}PostgreSQL \d+\.\d+ answers, and its database can be used$/m,
  )
  expect(doctor.output).toMatch(/^fail {2}durability {2}fsync is off/m) // as the tests' server is started
  expect(doctor.output).toMatch(/^ok {4}counting {4}events are counted as they come$/m)
  const backup = await runMain(['backup', `${one.dataDir}/all.crumbtrail`], env)
  expect(backup).toMatchObject({ code: 1, output: expect.stringMatching(/^Cannot back up to .+pg_dump/) })
})

it('a desk does not start without its database, and shows no password', async () => {
  const nowhere = 'postgres://desk:secret@127.0.0.1:1/desk'
  const { code, output } = await runMain([], { DATABASE_URL: nowhere, DATA_DIR: one.dataDir, PORT: '0' })
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringMatching(/^Cannot connect to the database: connect ECONNREFUSED 127\.0\.0\.1:1\n$/),
  })
})

describe('what is posted to two desks', () => {
  const post = (desk: DeskProcess, path: string, fields: Record<string, string>, cookie = '') =>
    fetch(desk.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: desk.url, cookie },
      body: new URLSearchParams(fields),
    })

  it('creates one project, though each of them gets the form of a double click', async () => {
    const cookie = await signInForCookie(one)
    const form = { name: 'Sent twice', 'idempotency-key': 'create-1' }
    const answers = await Promise.all([
      post(one, '/projects', form, cookie),
      post(other, '/projects', form, cookie),
    ])
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/projects/sent-twice'])
    }
    const projects = JSON.parse(await one.cli('project', 'list', '--json')) as { slug: string }[]
    expect(projects.filter(({ slug }) => slug.startsWith('sent-twice'))).toHaveLength(1)
  })

  it('is confirmed once, by whichever desk shows the next page', async () => {
    const session = await signInForCookie(one)
    const answer = await post(one, '/playground', { outcome: 'done' }, session)
    const cookies = answer.headers.getSetCookie().map((each) => each.split(';')[0])
    const headers = { cookie: [session, ...cookies].join('; ') }
    const shown = async (desk: DeskProcess) => (await fetch(`${desk.url}/playground`, { headers })).text()
    expect(await shown(other)).toContain('The action succeeded.')
    expect(await shown(one)).not.toContain('The action succeeded')
  })

  it('guesses at a password as often as one desk allows', async () => {
    const guess = { email: 'guessed@example.com', password: 'wrong wrong wrong' }
    const refusals: boolean[] = []
    for (let tries = 0; tries < 12; tries++) {
      const answer = await post(tries % 2 === 0 ? one : other, '/sign-in', guess)
      refusals.push((await answer.text()).includes('Cannot sign in: too many attempts'))
    }
    expect(refusals).toEqual([...Array(10).fill(false), true, true])
  })
})

it('a desk without requests stops in order', async () => {
  expect(await one.stop()).toBe(0)
  expect(await other.stop()).toBe(0)
})
