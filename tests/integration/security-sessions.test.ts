import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskProcess, owner, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { type Inbox, startInbox } from '#tests/support/visitors/inbox.ts'
import { signInAs, visitorWith } from '#tests/support/visitors/visitor.ts'

let desk: DeskProcess
let inbox: Inbox

beforeAll(async () => {
  inbox = await startInbox()
  desk = await startPreparedDesk({ env: { TELEMETRY_ADAPTER: 'envelope', TELEMETRY_DSN: inbox.dsn } })
})

afterAll(async () => {
  await desk.stop()
  await removeData(desk)
  inbox.close()
})

const isSignedIn = async (cookie: string) => (await visitorWith(desk, cookie).get('/issues')).status === 200

it('keeps no session that the browser had before it signed in', async () => {
  const planted = `crumbtrail_session=${'A'.repeat(43)}`
  const session = await signInAs(desk, owner, planted)
  expect(session).not.toBe(planted)
  expect(await isSignedIn(planted)).toBe(false)
  expect(await isSignedIn(session)).toBe(true)

  const next = await signInAs(desk, owner, session)
  expect(next).not.toBe(session)
  expect([await isSignedIn(session), await isSignedIn(next)]).toEqual([false, true])
})

it('takes no token and no session from an address, and reports none that is in one', async () => {
  const session = (await signInAs(desk)).split('=')[1] ?? ''
  const added: { token: string } = JSON.parse(
    await desk.cli('token', 'add', 'scripts', '--scope', 'write', '--json'),
  )
  const { token } = added
  const header = { authorization: `Bearer ${token}` }
  expect((await fetch(`${desk.url}/api/0/projects/`, { headers: header })).status).toBe(200)

  const stranger = visitorWith(desk, '')
  for (const name of ['token', 'auth_token', 'access_token', 'api_key', 'authorization', 'q']) {
    const query = `${name}=${token}`
    expect((await stranger.get(`/api/0/projects/?${query}`)).status, name).toBe(401)
    expect((await stranger.get(`/metrics?${query}`, { 'x-forwarded-for': '10.0.0.1' })).status).toBe(401)
    expect((await stranger.get(`/issues?${query}`)).status).toBe(302)
  }
  for (const name of ['crumbtrail_session', 'session', 'sid'])
    expect((await stranger.get(`/issues?${name}=${session}`)).status, name).toBe(302)
  expect((await stranger.get('/live', { authorization: `Bearer ${token}` })).status).toBe(401)
  expect((await stranger.get('/issues', { authorization: `Bearer ${token}` })).status).toBe(302)

  // A failure reports its whole address.
  const signedIn = visitorWith(desk, `crumbtrail_session=${session}`)
  const address = `/playground?token=${token}&crumbtrail_session=${session}&q=${token}`
  const failed = await signedIn.post(
    address,
    { outcome: 'fail' },
    { origin: desk.url, referer: desk.url + address },
  )
  expect(failed.status).toBe(500)
  await expect.poll(() => inbox.bodies.join('\n'), { timeout: 10_000 }).toContain('/playground?')
  for (const written of [inbox.bodies.join('\n'), desk.output()]) {
    expect(written).not.toContain(token)
    expect(written).not.toContain(session)
  }
})

/** What all threads of the process computed so far, in nanoseconds: https://docs.kernel.org/scheduler/sched-stats.html */
function workOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const spent = threads.map((id) => readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0])
  return spent.reduce((sum, nanoseconds) => sum + Number(nanoseconds), 0)
}

it.runIf(process.platform === 'linux')(
  'works as much for an unknown address as for a known one',
  async () => {
    const stranger = visitorWith(desk, '')
    const work = { known: 0, unknown: 0, 'no address': 0 }
    const emails = { known: owner.email, unknown: 'nobody@example.test', 'no address': 'nobody' }
    // A source has ten guesses, and one that names no address is none.
    for (let round = 0; round < 5; round++) {
      for (const kind of ['known', 'unknown', 'no address'] as const) {
        const before = workOf(desk.pid)
        const answer = await stranger.post('/sign-in', { email: emails[kind], password: 'wrong' })
        const text = await answer.text()
        // The first round compiles what the others run.
        if (round > 0) work[kind] += workOf(desk.pid) - before
        expect(text).not.toContain('too many attempts')
      }
    }
    expect(work.unknown / work.known).toBeGreaterThan(0.6)
    expect(work.unknown / work.known).toBeLessThan(1.6)
    // A hash is most of it, or the two above would prove nothing.
    expect(work['no address']).toBeLessThan(work.known * 0.6)
  },
)
