import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProject } from '#tests/support/desk/add-project.ts'
import { type DeskProcess, removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { sessionOf } from '#tests/support/desk/sign-in-for-cookie.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const sdk = { name: 'sentry.javascript.nextjs', version: '11.10.0' }
const trace = { trace_id: TRACE_ID, span_id: '00f067aa0ba902b7' }
const anException = (type: string, value: string) => ({ exception: { values: [{ type, value }] } })

let desk: DeskProcess

beforeAll(async () => {
  desk = await startDesk({ env: { TELEMETRY_ADAPTER: 'none' } })
})

afterAll(async () => {
  await desk.stop()
  await removeData(desk)
})

async function readPage(path: string, cookie: string) {
  const response = await fetch(desk.url + path, { headers: { cookie } })
  const html = await response.text()
  return { url: response.url, html, words: html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ') }
}

it('one look-up of a Next.js digest shows what the browser saw and what the server threw', async () => {
  const [server, web] = [(await addProject(desk, 'Server')).dsn, (await addProject(desk, 'Web')).dsn]
  const thrown = await sendEvent(server, {
    timestamp: Date.now() / 1000 - 2,
    sdk,
    ...anException('DatabaseError', 'lock timeout'),
    contexts: { trace, Error: { digest: '329735291' } },
  })
  const seen = await sendEvent(web, {
    platform: 'javascript',
    sdk,
    ...anException('Error', 'An error occurred in the Server Components render'),
    contexts: { trace },
    extra: { digest: '329735291' },
  })
  expect([thrown.status, seen.status]).toEqual([200, 200])

  const cookie = await sessionOf(desk)
  const found = await readPage('/digests/329735291', cookie)
  expect(found.url).toMatch(new RegExp(`/issues/\\d+/events/${thrown.eventId}$`))
  expect(found.words).toMatch(/Related events .*browser Echo of DatabaseError lock timeout/)
  const [, path] = new RegExp(`href="(/issues/\\d+/events/${seen.eventId})"`).exec(found.html) ?? []
  const other = await readPage(path ?? '', cookie)
  expect(other.words).toMatch(/Related events .*server DatabaseError lock timeout/)
  expect(other.html).toContain(thrown.eventId)

  const project = await readPage('/projects/server', cookie)
  expect(project.words).toMatch(/Storage \(estimate\) Kind Items Size Relative size Events 1 \d+ B/)
  expect(JSON.parse(await desk.cli('usage', '--json'))).toMatchObject([
    { category: 'events', quantity: 1 },
    { category: 'events', quantity: 1 },
  ])
})
