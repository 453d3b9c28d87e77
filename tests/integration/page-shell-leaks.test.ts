import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { doseOf } from '#tests/support/run/doses.ts'
import { type BothWays, nonceOf, startBothWays } from '#tests/support/servers/both-ways.ts'
import { type RawAnswer, sendRaw } from '#tests/support/store/raw-request.ts'

const visitorCount = 10
const requestCount = doseOf('requestsAtOnce')
const atOnce = 20

interface Visitor {
  number: number
  headers: Record<string, string>
  email: string
  traceId: string
  /** In the visitor's queries and their parameters. */
  marker: string
}

let desk: BothWays
let visitors: Visitor[]

beforeAll(async () => {
  desk = await startBothWays({ visitorCount })
  visitors = desk.cookies.map((cookie, number) => visitorOf(cookie, number))
})

afterAll(() => desk.stop())

describe.each(['shells', 'vike'] as const)('ten visitors at once, by %s', (way) => {
  it('each get what is theirs, and not a byte of the others', async () => {
    const nonces = new Set<string>()
    const queue = Array.from({ length: requestCount }, (_, index) => index)
    const pages = new Set<string>()
    const run = async () => {
      for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
        const visitor = visitors[(index * 7) % visitorCount]
        if (visitor === undefined) throw new Error('Cannot ask: there are no visitors')
        const page = pagesOf(visitor)[index % pagesOf(visitor).length]
        if (page === undefined) throw new Error('Cannot ask: a visitor has no pages')
        pages.add(page.name)
        const origin = way === 'shells' ? desk.url : desk.vikeUrl
        const answer = await sendRaw(origin, { path: page.path, headers: visitor.headers })
        expect(answer.status, page.path).toBe(page.status)
        requireOwn(answer, visitor, page)
        const nonce = nonceOf(answer.headers)
        if (nonce === undefined) continue
        expect(nonces, 'each nonce once').not.toContain(nonce)
        nonces.add(nonce)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, run))
    expect(pages.size).toBe(8)
    expect(nonces.size).toBeGreaterThan(requestCount / 2)
  })
})

interface Asked {
  name: string
  path: string
  status: number
  isDocument: boolean
  /** What the answer must hold beside the trace. */
  holds: string[]
}

function pagesOf({ number, marker, email }: Visitor): Asked[] {
  const document = { status: 200, isDocument: true }
  return [
    { name: 'issues', path: `/issues?mark=${marker}`, ...document, holds: [email] },
    {
      name: 'digests',
      path: `/digests?digest=${refusedDigest(marker)}`,
      ...document,
      holds: [email, marker],
    },
    { name: 'projects', path: `/projects?mark=${marker}`, ...document, holds: [email] },
    { name: 'project', path: `/projects/crumbtrail?mark=${marker}`, ...document, holds: [email] },
    { name: 'sign-in', path: `/sign-in?next=/${marker}`, ...document, holds: [email] },
    { name: 'set-up', path: `/set-up/${marker}`, ...document, holds: [email, marker] },
    { name: 'not found', path: `/issues/${marker}`, status: 404, isDocument: true, holds: [email] },
    {
      name: 'payload',
      path: `/digests/index.pageContext.json?digest=${refusedDigest(marker)}`,
      status: 200,
      isDocument: false,
      holds: [email, marker, `"id":${number + 1}`],
    },
  ]
}

/** Too long for one, so that the page shows it again. */
function refusedDigest(marker: string): string {
  return marker + 'x'.repeat(200)
}

function requireOwn({ body, headers }: RawAnswer, visitor: Visitor, page: Asked): void {
  const text = String(body) + JSON.stringify(headers)
  const name = `${page.path} of ${visitor.email}`
  for (const own of page.holds) expect(text, name).toContain(own)
  if (page.isDocument) {
    expect(text, name).toContain(visitor.traceId)
    const nonce = nonceOf(headers)
    const used = [...String(body).matchAll(/nonce="([^"]*)"/g)].map(([, value]) => value)
    expect(used.length, name).toBeGreaterThan(2)
    expect(new Set(used), name).toEqual(new Set([nonce]))
  }
  for (const other of visitors) {
    if (other === visitor) continue
    for (const foreign of [other.email, other.marker, other.traceId, other.headers.cookie]) {
      if (foreign !== undefined && text.includes(foreign)) throw new Error(`${name} holds ${foreign}`)
    }
  }
}

const languages = ['de', 'en', 'ar', 'ja', 'fr-CH, fr;q=0.9', 'he', 'zh', 'el', 'tr', 'sv']

function visitorOf(cookie: string, number: number): Visitor {
  const traceId = `${number}`.repeat(16) + 'c0ffee'.padEnd(16, `${number}`)
  const marker = `marker-${String.fromCharCode(97 + number).repeat(9)}`
  return {
    number,
    email: `visitor-${number}@example.test`,
    traceId,
    marker,
    headers: {
      cookie: `${cookie}; theme=${number % 2 ? 'dark' : 'light'}-${marker}`,
      'accept-language': languages[number] ?? 'en',
      'sec-ch-prefers-color-scheme': number % 2 ? 'dark' : 'light',
      'user-agent': `Browser ${marker}`,
      'sentry-trace': `${traceId}-${'d'.repeat(16)}-${number % 2}`,
      baggage: `sentry-trace_id=${traceId},sentry-sample_rand=0.${number},other=${marker}`,
    },
  }
}
