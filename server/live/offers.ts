import type { FastifyInstance } from 'fastify'
import { type FindViewer, SESSION_COOKIE, type Viewer } from '#server/accounts/sessions.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { Completed, OfferedKeys, OfferedValues } from '#server/models/completion.ts'

interface OffersOptions {
  findViewer: FindViewer
  openDesk: (viewer: Viewer) => Desk
}

const FEEDBACK_STATES = ['open', 'resolved', 'spam'] as const
/** Text after that is no search, key or value. */
const LONGEST_QUERY = 1_000
const LONGEST_WORD = 200
/** Later than any time; as microseconds it is a safe integer still. */
const LATEST_MS = 2 ** 42

/**
 * `GET /live/search`: the keys that a search can continue with; with `key`, its values. They are counted of the list that
 * the other parameters give: `list` names logs, traces, feedback, or the events of an issue. A session has one question in flight, since each counts again.
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
      const key = textOf(request.query.key, LONGEST_WORD)
      const part = textOf(request.query.part, LONGEST_WORD) ?? ''
      const completed = key === undefined ? undefined : { key, part }
      const offered = await offer(openDesk(viewer), request.query, completed)
      return await reply
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .send(offered)
    } finally {
      inFlight.delete(cookie)
    }
  })
}

/** What a search of the list can continue with: issues, where none is named. */
function offer(
  { events, feedback, issues, logs, traces }: Desk,
  query: Record<string, unknown>,
  completed: Completed | undefined,
): Promise<OfferedKeys | OfferedValues> {
  const filter = filterOf(query)
  const { query: text, projectSlug, isWithoutOwn, environment, lastSeen } = filter
  const period = { start: lastSeen?.from ?? 0, end: lastSeen?.before ?? LATEST_MS }
  switch (query.list) {
    case 'logs': {
      const scope = { query: text, project: projectSlug, isWithoutOwn, environment, period }
      return completed ? logs.offerValues(scope, completed) : logs.offerKeys(scope)
    }
    case 'traces': {
      const scope = { query: text, projectSlug, isWithoutOwn, environment, ...period }
      return completed ? traces.offerValues(scope, completed) : traces.offerKeys(scope)
    }
    case 'feedback': {
      const state = FEEDBACK_STATES.find((known) => known === query.state) ?? 'open'
      const scope = { query: text, project: projectSlug, isWithoutOwn, environment, period, state }
      return completed ? feedback.offerValues(scope, completed) : feedback.offerKeys(scope)
    }
    case 'events': {
      const issueId = timeOf(query.issue) ?? 0
      return completed ? events.offerValues(issueId, completed) : events.offerKeys(issueId)
    }
    default:
      return completed ? issues.offerValues(filter, completed) : issues.offerKeys(filter)
  }
}

function filterOf(query: Record<string, unknown>) {
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

/** Milliseconds since the epoch, or an id. */
function timeOf(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}
