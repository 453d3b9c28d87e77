import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PayloadData, withNow } from '#renderer/page/payload.ts'
import { pathOf } from '#server/hosting/payload.ts'
import { createShellPages } from '#server/hosting/shells/shell-pages.ts'
import { loadBuiltPages } from '#server/hosting/vike.ts'
import { addAlertRows } from '#tests/support/alerts/add-alert-rows.ts'
import { addressesOf, hostilePaths, type KnownIds } from '#tests/support/browser/pages/page-addresses.ts'
import { aVisit } from '#tests/support/builders/a-visit.ts'
import { aCheckIn } from '#tests/support/builders/sample-records.ts'
import { aTransaction } from '#tests/support/builders/sample-traces.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'
import { sendItems } from '#tests/support/fill/send-items.ts'
import { doseOf, someOf } from '#tests/support/run/doses.ts'
import { type BothWays, comparable, decoded, startBothWays } from '#tests/support/servers/both-ways.ts'
import { listSources } from '#tests/support/sources/source-files.ts'
import { type RawRequest, sendRaw } from '#tests/support/store/raw-request.ts'

/** Text that a shell's filling could take for its own, or a browser for markup. */
const hostile = `</script><script>x()</script><!-- $& $1 !undefined "'\`{{}} \u2028 \ud83d\ude00 K7Q2MX`

/** So that what both say of the trace is the same, to the byte. */
const traced = {
  'sentry-trace': `${'1'.repeat(32)}-${'2'.repeat(16)}-1`,
  baggage: `sentry-trace_id=${'1'.repeat(32)},sentry-sample_rand=0.5,sentry-sampled=true`,
}

let desk: BothWays
let ids: KnownIds
let signedIn: Record<string, string>

beforeAll(async () => {
  desk = await startBothWays()
  signedIn = { ...traced, cookie: desk.cookies[0] ?? '' }
  await desk.ask({ path: '/projects', ...form({ name: 'Shop' }) })
  const { eventId } = await sendEvent(desk.dsn, {
    exception: { values: [{ type: hostile, value: hostile }] },
    transaction: hostile,
    release: '1.0.0',
    user: { id: '7', username: hostile },
    tags: { hostile },
    extra: { nothing: null, deep: { deep: [hostile, 1.5, true, []] }, digest: '329735291' },
  })
  await sendItems(desk.dsn, aTransaction([{ number: 2, parent: 1, name: hostile }]), aCheckIn())
  addAlertRows(desk.file, hostile)
  const location = await eventually('the event', async () => {
    const { shells } = await desk.ask({ path: `/digests/${eventId}`, headers: signedIn })
    return shells.headers.location
  })
  ids = { issueId: location.split('/')[2] ?? '', eventId }
})

afterAll(() => desk.stop())

describe('with page shells and without', () => {
  it('every page is asked for', () => {
    const pageIds = listSources('pages')
      .filter((path) => path.endsWith('/+Page.tsx'))
      .map((path) => `/${path.replace('/+Page.tsx', '')}`)
    expect(Object.keys(addressesOf(ids)).sort()).toEqual(pageIds.sort())
  })

  describe.each(['signed in', 'signed out'])('%s', (who) => {
    const headers = () => (who === 'signed in' ? signedIn : traced)

    it('every page answers the same', async () => {
      for (const path of someOf(addresses(), 60)) {
        const { shells } = await requireSame({ path, headers: headers() })
        expect(shells.status, path).toBeLessThan(500)
      }
    })

    it('every payload answers the same, and what a browser has is not sent again', async () => {
      for (const page of someAddresses()) {
        const path = payloadOf(page)
        const { shells } = await requireSame({ path, headers: headers() })
        const { etag } = shells.headers
        if (etag === undefined) continue
        const again = await requireSame({ path, headers: { ...headers(), 'if-none-match': etag } })
        expect(again.shells.status, path).toBe(304)
        await requireSame({ path, headers: { ...headers(), 'if-none-match': '"another"' } })
        await requireSame({ path: page, headers: { ...headers(), 'if-none-match': '*' } })
      }
    })

    it('HEAD answers as GET would, without a body', async () => {
      for (const path of [...someAddresses(), ...someAddresses().map(payloadOf)]) {
        const head = await requireSame({ method: 'HEAD', path, headers: headers() })
        const get = await sendRaw(desk.url, { path, headers: headers() })
        expect(head.shells.body.length, path).toBe(0)
        delete get.headers['transfer-encoding'] // of a body that is streamed
        const { status, headers: expected } = comparable(get)
        expect(comparable(head.shells), path).toMatchObject({ status, headers: expected })
      }
    })

    it('compressed as br or gzip it is the same', async () => {
      for (const path of someOf(someAddresses(), 4)) {
        const plain = comparable(await sendRaw(desk.url, { path, headers: headers() })).text
        for (const encoding of ['br', 'gzip']) {
          const asked = { ...headers(), 'accept-encoding': encoding }
          const { shells } = await requireSame({ path, headers: asked })
          expect(comparable(shells).text, `${path} as ${encoding}`).toBe(plain)
          await requireSame({ path: payloadOf(path), headers: asked })
        }
      }
    })

    it.each(['identity', 'gzip;q=0', '*', 'deflate', 'br;q=0.1, gzip;q=0.9', '\u00fc,;=', ''])(
      'asked for the encoding %j it is the same',
      async (encoding) => {
        for (const path of ['/issues', '/sign-in', '/sign-in/index.pageContext.json']) {
          await requireSame({ path, headers: { ...headers(), 'accept-encoding': encoding } })
        }
      },
    )

    it('hostile addresses answer the same', async () => {
      for (const path of someOf(hostilePaths, 15)) {
        const { shells } = await requireSame({ path, headers: headers() })
        expect(shells.status, path).toBeLessThan(500)
        await requireSame({ path: payloadOf(path), headers: headers() })
      }
    })
  })

  it('holds what it is asked with as text', async () => {
    const { shells } = await desk.ask({ path: `/issues/${ids.issueId}`, headers: signedIn })
    const { text, pageContext } = comparable(shells)
    expect(text).not.toContain('<script>x()')
    expect(JSON.stringify(pageContext)).toContain(JSON.stringify(hostile).slice(1, -1))
    expect(decoded(shells.body, shells.headers)).not.toContain('<script>x()')
  })

  it.each([
    ['a form that is refused', '/projects', { name: '' }, 422],
    ['one with hostile text', '/projects', { name: `${hostile}${'x'.repeat(100)}` }, 422],
    ['a wrong password', '/sign-in', { email: 'a@example.test', password: 'wrong' }, 422],
    ['no such set-up link', '/set-up/abc', { email: hostile, password: 'x' }, 422],
    ['a form of the playground', '/playground', { outcome: 'refuse' }, 422],
    ['a form that is done', '/playground', { outcome: 'done' }, 303],
    ['a form that is about no issue', '/issues', { a: 'b' }, 422],
    ['a page without an action', '/digests', { a: 'b' }, 405],
    ['a page that is not there', '/nowhere', { a: 'b' }, 404],
  ])('%s answers the same', async (_name, path, fields, status) => {
    const { shells } = await requireSame({ path, ...form(fields) })
    expect(shells.status).toBe(status)
    const script = form(fields)
    await requireSame({ path, ...script, headers: { ...script.headers, accept: 'application/json' } })
    await requireSame({ path: payloadOf(path), ...form(fields) })
    const elsewhere = { ...form(fields), headers: { ...form(fields).headers, origin: 'http://evil.test' } }
    expect((await requireSame({ path, ...elsewhere })).shells.status).toBe(403)
  })

  it('a message that waits for its page is shown once', async () => {
    const posted = await desk.ask({ path: '/playground', ...form({ outcome: 'done' }) })
    for (const [way, url] of [['shells', desk.url] as const, ['vike', desk.vikeUrl] as const]) {
      const flash = posted[way].headers['set-cookie']?.split(';')[0] ?? ''
      const shown = await fetch(`${url}/playground`, { headers: { cookie: `${signedIn.cookie}; ${flash}` } })
      expect(await shown.text(), way).toContain('The action succeeded.')
    }
  })
})

it('what has a shell is rendered without Vike', async () => {
  const built = await loadBuiltPages(repositoryRoot)
  const byVike: string[] = []
  const pages = await createShellPages({
    routes: built.routes,
    newToken: () => randomUUID().replaceAll('-', ''),
    render(url, visit, found) {
      if (visit.shell === undefined) byVike.push(url)
      return built.render(url, visit, found)
    },
  })
  const rendered = new Set<string>()
  for (const url of addresses().filter((path) => !path.includes('playground'))) {
    const { shells } = await desk.ask({ path: payloadOf(url), headers: signedIn })
    const match = built.match(pathOf(url))
    if (shells.status !== 200 || match.kind !== 'page') continue
    const { data } = JSON.parse(String(shells.body)) as { data?: PayloadData } // our own
    if (data === undefined) continue // it leads on
    const { visit } = aVisit()
    const loaded = withNow(data, shells.headers.date ?? null)
    visit.loaded = { kind: 'loaded', data: loaded, payload: () => data, isRefused: false }
    const { statusCode, body } = await pages.render(url, visit, match)
    expect(statusCode, url).toBe(200)
    expect(String(body), url).toContain('</html>') // bytes or text
    rendered.add(match.pageId)
  }
  expect(byVike).toEqual([])
  const redirectToTarget = [
    ...['/pages/index', '/pages/digests/@digest', '/pages/sign-in/second-step', '/pages/sign-in/link'],
  ]
  // Only what the desk signed itself opens it.
  const signed = ['/pages/unsubscribe/@token']
  expect([...rendered, ...redirectToTarget, ...signed].sort()).toEqual(pages.report.pages.toSorted())
})

function addresses(): string[] {
  return Object.values(addressesOf(ids)).flat()
}

/** Those of each page that are compared in every way. */
function someAddresses(): readonly string[] {
  const all = Object.values(addressesOf(ids)).flatMap((ofPage) =>
    ofPage.slice(0, doseOf('comparedAddresses')),
  )
  return someOf(all, 12)
}

function payloadOf(address: string): string {
  const [path = '', ...query] = address.split(/(?=[?#])/)
  return `${path === '/' ? '' : path}/index.pageContext.json${query.join('')}`
}

function form(fields: Record<string, string>): Omit<RawRequest, 'path'> {
  return {
    method: 'POST',
    headers: {
      ...signedIn,
      origin: 'http://desk.test',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  }
}

/** An earlier page's failure may be counted between the two answers: what only reads is then asked again. */
async function askUntilSame(request: RawRequest) {
  const isRead = ['GET', 'HEAD'].includes(request.method ?? 'GET')
  for (let turn = 1; ; turn++) {
    const answers = await desk.ask(request)
    const isSame = isDeepStrictEqual(comparable(answers.shells), comparable(answers.vike))
    if (isSame || !isRead || turn === 3) return answers
  }
}

async function requireSame(request: RawRequest) {
  const answers = await askUntilSame(request)
  const { shells, vike } = answers
  expect(comparable(shells), `${request.method ?? 'GET'} ${request.path}`).toEqual(comparable(vike))
  const { 'content-length': length } = shells.headers
  if (length !== undefined && request.method !== 'HEAD') {
    expect(Number(length), request.path).toBe(shells.body.length)
  }
  return answers
}
