import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { pathPrefixesOf } from '#server/protocol/path-prefixes.ts'
import { SECOND_MS } from '#server/protocol/time.ts'
import type { Store } from '#server/store/engine/store.ts'
import { readStatus } from './read-status.ts'
import { renderStatus } from './render-status.ts'
import { STATUS_CSS } from './status-css.ts'

interface StatusRoutesOptions {
  store: Pick<Store, 'db'>
  publicUrl: string
  /** Milliseconds since the epoch. */
  clock: () => number
}

/** A page is read once in this time, however many ask for it. */
const FRESH_MS = 15 * SECOND_MS
/** Addresses that are remembered, those without a page among them. */
const MOST_KNOWN = 500
/** Further addresses have to wait: whoever tries them all asks the database no oftener. */
const MOST_READS_A_SECOND = 20

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': `public, max-age=${FRESH_MS / SECOND_MS}`,
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STATUS_CSS).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

interface Answer {
  readAt: number
  /** Undefined where there is no such page. */
  page: { html: string; isIndexed: boolean } | undefined
}

/** `GET /status/<slug>`: what strangers are told, of pages that are on. */
export function registerStatus(app: FastifyInstance, { store, publicUrl, clock }: StatusRoutesOptions): void {
  const known = new LRUCache<string, Promise<Answer>>({ max: MOST_KNOWN })
  let second = 0
  let reads = 0

  async function read(slug: string, now: number): Promise<Answer> {
    const status = await readStatus(store.db, slug, now)
    return { readAt: now, page: status && { html: renderStatus(status), isIndexed: status.isIndexed } }
  }

  /** Undefined where too many were read in this second. */
  async function find(slug: string): Promise<Answer | undefined> {
    const now = clock()
    const before = known.get(slug)
    const answer = await before?.catch(() => undefined)
    if (answer !== undefined && now - answer.readAt < FRESH_MS) return answer
    if (known.get(slug) !== before) return known.get(slug) // somebody began to read it meanwhile
    if (Math.floor(now / SECOND_MS) !== second) [second, reads] = [Math.floor(now / SECOND_MS), 0]
    reads += 1
    if (reads > MOST_READS_A_SECOND) return answer
    const reading = read(slug, now)
    known.set(slug, reading)
    return reading
  }

  for (const prefix of pathPrefixesOf(publicUrl)) {
    app.get<{ Params: { slug: string } }>(`${prefix}/status/:slug`, async (request, reply) => {
      const answer = await find(request.params.slug.slice(0, 100))
      if (answer === undefined)
        return reply.code(429).header('retry-after', '1').send({ detail: 'Try again in a second' })
      const { page } = answer
      if (page === undefined) return reply.code(404).type('text/plain').send('There is no such status page.')
      if (!page.isIndexed) void reply.header('x-robots-tag', 'noindex')
      return reply.headers(HEADERS).send(page.html)
    })
  }
}
