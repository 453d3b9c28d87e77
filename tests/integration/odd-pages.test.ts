import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listTraceEventRows } from '#server/store/events/events.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { kinds } from '#tests/fixtures/odd-site/kinds.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import { removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { type BothWays, comparable, digest, startBothWays } from '#tests/support/servers/both-ways.ts'
import { copyFixtureSite, type FixtureSite } from '#tests/support/sites/fixture-site.ts'
import { type RawAnswer, sendRaw } from '#tests/support/store/raw-request.ts'

/** Pages that a shell is not made for, or is hard to make right for: `tests/fixtures/odd-site`, by Vike itself. */
let site: FixtureSite
let desk: BothWays
let printed: string

beforeAll(async () => {
  site = await copyFixtureSite('odd-site')
  const process = await startDesk({ root: site.root, env: { NODE_DEBUG: 'crumbtrail' } }) // builds
  await process.stop()
  printed = process.output()
  await removeData(process)
  desk = await startBothWays({ root: site.root })
})

afterAll(async () => {
  await desk.stop()
  await site.remove()
})

describe('at boot', () => {
  it('pages without anything of their visitor in the document get a shell', () => {
    const [, names = ''] = /pages are served from shells: (.*)/.exec(printed) ?? []
    expect(names.split(', ').sort()).toEqual([
      '/pages/address/@name',
      '/pages/config',
      '/pages/ends',
      '/pages/failing',
      '/pages/kinds',
      '/pages/sign-in',
      '/pages/sign-in/forgot-password',
      '/pages/sign-in/link',
      '/pages/sign-in/second-step',
      '/pages/static-headers',
    ])
  })

  it('exactly the pages that should have one and do not are named with the reason', () => {
    const warnings = printed.match(/Cannot serve .*/g)?.sort()
    const slower = 'from a shell, so it is rendered more slowly: its document'
    expect(warnings).toEqual([
      `Cannot serve /pages/caught ${slower} reads pageContext.urlOriginal`,
      `Cannot serve /pages/clock ${slower} differs between two renders`,
      `Cannot serve /pages/described ${slower} reads pageContext.routeParams`,
      `Cannot serve /pages/head-of-visitor ${slower} reads pageContext.data`,
      `Cannot serve /pages/pictured ${slower} reads pageContext.urlParsed`,
    ])
  })
})

describe('with page shells and without', () => {
  it.each([
    '/address/plain',
    '/address/plain?x=1&y=a%20b',
    '/address/enc%6Fded?x=1',
    "/address/$&-$1-'?x=$&",
    '/config',
    '/config?title=mine',
    '/config?title=%3Cscript%3E%26$%26',
    '/ends',
    '/ends?end=mine',
    '/ends?end=%3C%22$%26',
    '/head-of-visitor',
    '/caught?of=me',
    '/described?of=me',
    '/pictured?theme=dark',
    '/guarded',
    '/guarded?open',
    '/prepared',
    '/streamed',
    '/headed?of=me',
    '/static-headers',
    '/failing',
    '/failing?as=untitled',
    '/failing?as=empty',
    '/failing?as=redirect',
    '/failing?as=missing',
    '/failing?as=forbidden',
    '/failing?as=rewritten',
    '/kinds',
    ...Object.keys(kinds).map((kind) => `/kinds?kind=${kind}`),
  ])('%s is the same', async (path) => {
    const { shells, vike } = await desk.ask({ path, headers: traced(1) })
    expect(comparable(shells)).toEqual(comparable(vike))
    expect(shells.status).toBeLessThan(500)
    const head = await desk.ask({ method: 'HEAD', path, headers: traced(1) })
    expect(comparable(head.shells)).toEqual(comparable(head.vike))
  })

  it('tell a component of its own request', async () => {
    const { shells } = await desk.ask({ path: '/address/mine?x=1' })
    expect(comparable(shells).text).toContain('&quot;urlPathname&quot;:&quot;/address/mine&quot;')
    expect(comparable(shells).text).toContain('&quot;search&quot;:{&quot;x&quot;:&quot;1&quot;}')
    const titled = await desk.ask({ path: '/config?title=mine' })
    expect(comparable(titled.shells).text).toContain('<title>By the component: mine</title>')
    const untitled = await desk.ask({ path: '/config' })
    expect(comparable(untitled.shells).text).not.toContain('By the component')
  })

  it('show the current time', async () => {
    const clock = ({ body }: RawAnswer) => /name="clock" content="(\d+)"/.exec(String(body))?.[1]
    const { shells } = await desk.ask({ path: '/clock' })
    const again = await desk.ask({ path: '/clock' })
    expect(clock(shells)).toMatch(/\d/)
    expect(clock(again.shells)).not.toBe(clock(shells))
  })
})

describe('a page with a shell that fails', () => {
  it.each([
    '/failing?as=error',
    '/failing?as=string',
    '/failing?as=null',
    '/failing?as=title',
    '/ends?end=error',
  ])('by %s has one digest and one event either way, of one fault', async (path) => {
    const store = await openSqliteStore({ file: desk.file })
    const answers = []
    const issues = new Set<number | undefined>()
    for (const url of [desk.url, desk.vikeUrl]) {
      const headers = traced(++traces)
      const answer = await sendRaw(url, { path, headers })
      answers.push(comparable(answer))
      const events = await eventually('its event', async () => {
        const rows = await listTraceEventRows(store.db, headers.traceid, 10)
        return rows.length > 0 ? rows : undefined
      })
      expect(events).toHaveLength(1)
      issues.add(events[0]?.issueId)
      expect(new Set(String(answer.body).match(digest)).size).toBe(1)
    }
    expect(answers[0]?.status).toBe(500)
    expect(answers[0]).toEqual(answers[1])
    // what a title or a head throws is grouped with its callers, which are ours
    if (!/title|ends/.test(path)) expect(issues.size).toBe(1)
    await store.close()
  })
})

let traces = 1

function traced(number: number) {
  const traceid = number.toString(16).padStart(32, 'f')
  return {
    traceid,
    'accept-encoding': 'identity',
    'sentry-trace': `${traceid}-${'b'.repeat(16)}-1`,
    baggage: `sentry-trace_id=${traceid},sentry-sample_rand=0.5`,
  }
}
