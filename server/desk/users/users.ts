import type { Kysely } from 'kysely'
import { toEventSummary } from '#server/desk/events/find-events.ts'
import { searchEventRows } from '#server/desk/events/search-events.ts'
import { readTrace } from '#server/desk/traces/read-trace.ts'
import type { AffectedUsers, UserHistory, UserTrace } from '#server/models/users.ts'
import type { EventLevel, NormalizedEvent } from '#server/processing/event.ts'
import { formatShortId } from '#server/protocol/short-id.ts'
import { findPayload } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { EventRow } from '#server/store/events/events.ts'
import { findIssueRow } from '#server/store/issues/issues.ts'
import {
  countIssueUsers,
  listIssueUsers,
  listUserIssueRows,
  type UserOrder,
} from '#server/store/issues/users.ts'
import { listUserFeedback } from '#server/store/records/read/user-feedback.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** The users of the applications, as their SDKs name them. */
export interface DeskUsers {
  /** Lists the users that an issue affected; undefined when there is no such issue. */
  listOfIssue(issueId: number, order: UserOrder): Promise<AffectedUsers | undefined>
  /** Reads all that happened to a user, in all projects without `projectSlug`; undefined when nothing did. */
  find(name: string, projectSlug: string | undefined): Promise<UserHistory | undefined>
}

const MOST_USERS = 200
const MOST_ISSUES = 50
/** Events are searched in the issues seen last. */
const SEARCHED_ISSUES = 5
const MOST_EVENTS = 20
const MOST_TRACES = 8
const MOST_FEEDBACK = 10
/** The first spans of a trace say how it began. */
const SPANS_READ = 200

export function createDeskUsers({ db }: Store): DeskUsers {
  return {
    async listOfIssue(issueId, order) {
      const row = await findIssueRow(db, issueId)
      if (!row) return undefined
      const issue = { projectId: row.projectId, issueId }
      const [users, counts] = await Promise.all([
        listIssueUsers(db, issue, { order, limit: MOST_USERS }),
        countIssueUsers(db, issue),
      ])
      return { users, ...counts }
    },
    async find(name, projectSlug) {
      const issues = await listUserIssueRows(db, name, { projectSlug, limit: MOST_ISSUES })
      if (issues.length === 0) return undefined
      const events = await listEvents(db, name, issues.slice(0, SEARCHED_ISSUES))
      const [newest] = events
      const readUser = async () => {
        const user = newest && (await findPayload(db, newest))?.user
        const feedback = await listUserFeedback(db, {
          projectIds: [...new Set(issues.map(({ projectId }) => projectId))],
          eventIds: events.map(({ eventId }) => eventId),
          email: user?.email ?? null,
          limit: MOST_FEEDBACK,
        })
        return { user, feedback }
      }
      const [traces, { user, feedback }] = await Promise.all([listTraces(db, events), readUser()])
      return {
        name,
        facts: factsOf(user),
        issues: issues.map(({ number, projectId: _projectId, ...issue }) => ({
          ...issue,
          name,
          level: issue.level as EventLevel, // the writer stores normalized levels only
          shortId: formatShortId({ projectSlug: issue.projectSlug, number }),
        })),
        events: events.map(toEventSummary),
        traces,
        feedback: feedback.map(({ id: _id, ...row }) => row),
      }
    },
  }
}

type UserIssueRow = Awaited<ReturnType<typeof listUserIssueRows>>[number]

/** Each issue says when the user was seen in it, so that only events of that time are read. */
async function listEvents(db: Kysely<Database>, name: string, issues: readonly UserIssueRow[]) {
  const condition = { kind: 'tag', key: 'user', pattern: [name] } as const
  const found = await Promise.all(
    issues.map(({ id, type, firstSeen, lastSeen }) =>
      searchEventRows(db, { id, type }, condition, {
        limit: MOST_EVENTS,
        range: { from: firstSeen, before: lastSeen + 1 },
      }),
    ),
  )
  return found
    .flatMap(({ rows }) => rows)
    .toSorted((a, b) => b.receivedAt - a.receivedAt || b.rowId - a.rowId)
    .slice(0, MOST_EVENTS)
}

async function listTraces(db: Kysely<Database>, events: readonly EventRow[]): Promise<UserTrace[]> {
  const traceIds = [...new Set(events.flatMap(({ traceId }) => traceId ?? []))].slice(0, MOST_TRACES)
  const traces = await Promise.all(traceIds.map((traceId) => readTrace(db, traceId, SPANS_READ)))
  return traces.flatMap(({ traceId, spans }) => {
    const [first] = spans
    if (first === undefined) return []
    const { op, name: title, startUs, durationUs } = first
    return [{ traceId, op, title, startMs: startUs / 1000, durationMs: durationUs / 1000 }]
  })
}

function factsOf(user: NormalizedEvent['user']): [string, string][] {
  const known = Object.entries(user ?? {})
  return known.flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  )
}
