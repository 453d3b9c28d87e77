import type { FastifyInstance } from 'fastify'
import { type FindViewer, SESSION_COOKIE } from '#server/accounts/sessions.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { IssueFilter } from '#server/models/issues.ts'
import type { AccountRow } from '#server/store/accounts/accounts.ts'

interface OffersOptions {
  findViewer: FindViewer
  openDesk: (viewer: AccountRow) => Desk
}

/** Text after that is no search, key or value. */
const LONGEST_QUERY = 1_000
const LONGEST_WORD = 200

/**
 * `GET /live/search`: the keys that a search of issues can continue with; with `key`, its values. They are counted of the
 * list that the other parameters give. A session has one question in flight, since each counts again.
 */
export function registerOffers(app: FastifyInstance, { findViewer, openDesk }: OffersOptions): void {
  const inFlight = new Set<string>()
  app.get<{ Querystring: Record<string, unknown> }>('/live/search', async (request, reply) => {
    const cookie = request.cookies[SESSION_COOKIE]
    const viewer = await findViewer(cookie)
    if (cookie === undefined || viewer === undefined) {
      return reply.code(401).send({ detail: 'Cannot complete the search: you are not signed in' })
    }
    if (inFlight.has(cookie)) {
      return reply
        .code(429)
        .header('retry-after', '1')
        .send({ detail: 'Cannot complete the search: another question is not answered yet' })
    }
    inFlight.add(cookie)
    try {
      const { issues } = openDesk(viewer)
      const filter = filterOf(request.query)
      const key = textOf(request.query.key, LONGEST_WORD)
      const part = textOf(request.query.part, LONGEST_WORD) ?? ''
      const offered = await (key === undefined
        ? issues.offerKeys(filter)
        : issues.offerValues(filter, { key, part }))
      return await reply
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .send(offered)
    } finally {
      inFlight.delete(cookie)
    }
  })
}

function filterOf(query: Record<string, unknown>): Omit<IssueFilter, 'limit'> {
  const from = timeOf(query.from)
  const before = timeOf(query.before)
  const lastSeen = { ...(from !== undefined && { from }), ...(before !== undefined && { before }) }
  return {
    query: textOf(query.query, LONGEST_QUERY) ?? '',
    projectSlug: textOf(query.project, LONGEST_WORD),
    isWithoutOwn: textOf(query.project, LONGEST_WORD) === undefined,
    environment: textOf(query.environment, LONGEST_WORD),
    lastSeen: from === undefined && before === undefined ? undefined : lastSeen,
  }
}

/** A parameter that is given twice is an array, and no text. */
function textOf(value: unknown, longest: number): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, longest) : undefined
}

/** Milliseconds since the epoch. */
function timeOf(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}
