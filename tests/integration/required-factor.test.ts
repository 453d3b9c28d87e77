import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissions } from '#renderer/layout/permissions.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import { type DeskProcess, removeData } from '#tests/support/desk/desk-process.ts'
import { pathOfEvent } from '#tests/support/desk/path-of-event.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'

let desk: DeskProcess
let cookie: string
/** The page of an event, without its query. */
let event: string
/** Opened before factors were required. */
let stream: ReadableStreamDefaultReader<Uint8Array>

beforeAll(async () => {
  desk = await startPreparedDesk({ env: { TELEMETRY_ADAPTER: 'none' } })
  cookie = await signInForCookie(desk)
  const { dsn } = await addProject(desk, 'Shop')
  const { eventId } = await sendEvent(dsn)
  event = (await pathOfEvent(desk, eventId)).replace(/\?.*/, '')
  const live = await ask('/live?after=0')
  stream = live.body?.getReader() ?? expect.fail('there is no stream')
  await desk.cli('factors', 'require', 'on')
})

afterAll(async () => {
  await stream.cancel()
  await desk.stop()
  await removeData(desk)
})

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { cookie, origin: desk.url, ...init.headers }
  return fetch(desk.url + path, { redirect: 'manual', ...init, headers })
}

/** An address of a page. */
const addressOf = (route: string) =>
  route === '/index' ? '/' : route.replaceAll('@slug', 'shop').replaceAll(/@\w+/g, '1')

/** The pages that need an account, but for those by which a factor is set up and a session is ended. */
const closed = Object.entries(permissions).filter(
  ([route, { sees }]) => sees !== 'stranger' && route !== '/settings/factors' && route !== '/sign-out',
)

const isHeld = ({ status, headers }: Response, code: number) =>
  status === code && /^\/settings\/factors\b/.test(headers.get('location') ?? '')

describe('an account that has to set up a second factor first', () => {
  it('sees no page, as a document or as data', async () => {
    const open: string[] = []
    for (const [route] of closed) {
      const path = addressOf(route)
      if (!isHeld(await ask(path), 302)) open.push(path)
      const data = await ask(`${path === '/' ? '' : path}/index.pageContext.json`)
      const text = await data.text()
      if (!text.includes('/settings/factors') || text.includes('"data"')) open.push(`the data of ${path}`)
    }
    expect(open).toEqual([])
  })

  it('sends no form', async () => {
    const open: string[] = []
    const before = await desk.cli('project', 'list')
    for (const [route, { does = {} }] of closed) {
      for (const change of Object.keys(does)) {
        const body = new URLSearchParams({ change, outcome: change, name: 'Sneaky' })
        const answer = await ask(addressOf(route), { method: 'POST', body })
        if (!isHeld(answer, 303)) open.push(`${route} ${change}`)
      }
    }
    expect(open).toEqual([])
    expect(await desk.cli('project', 'list')).toBe(before)
  })

  it('gets no file', async () => {
    const files = ['event.json', 'event.md'].map((name) => `${event}/${name}`)
    for (const path of ['/settings/audit/audit-log.jsonl', ...files]) {
      expect([path, isHeld(await ask(path), 302)]).toEqual([path, true])
    }
  })

  it('hears of nothing, and the API takes no session', async () => {
    const issue = event.split('/')[2]
    for (const path of [
      '/live',
      '/live/news?since=1',
      `/live/issues/${issue}`,
      '/live/search?text=is',
      '/api/0/projects/',
      '/api/0/organizations/crumbtrail/issues/',
    ]) {
      expect([path, (await ask(path)).status]).toEqual([path, 401])
    }
  })

  it('loses the stream that was open', async () => {
    for (let isOver = false; !isOver; ) isOver = (await stream.read()).done
  })

  it('still reaches what is public, its factors, and the way out', async () => {
    const page = await ask('/settings/factors?next=%2Fusage')
    expect([page.status, (await page.text()).includes('Set up a second factor')]).toEqual([200, true])
    expect((await ask('/sign-in')).status).toBe(200)
    const form = { method: 'POST', body: new URLSearchParams({ frame: 'sign-out' }) }
    expect((await ask('/usage', form)).headers.get('location')).toBe('/sign-in')
    expect((await ask('/usage')).headers.get('location')).toBe('/sign-in?next=%2Fusage')
  })
})
