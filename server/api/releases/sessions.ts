import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { findProjectsOf } from '#server/api/projects/projects.ts'
import { formatTime } from '#server/api/time.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { type Cell, tableMatcher } from '#server/search/tables/table-search.ts'
import type { SessionCount } from '#server/store/projects/project-counts.ts'
import type { SessionUsers } from '#server/store/releases/session-users.ts'
import { type Counted, METRIC_FIELDS, SESSION_FIELDS, type SessionFields } from './session-fields.ts'
import { asksForUsers, readSessionQuery, type SessionGroup, type SessionQuery } from './session-query.ts'

/**
 * Returns the sessions' health as series:
 * https://docs.sentry.io/api/releases/retrieve-release-health-session-statistics/
 */
export function getSessions(request: ApiRequest): Promise<Answer> {
  return answerSeries(request, SESSION_FIELDS)
}

/** The same where older clients look for it, by the names of Sentry's metrics of sessions. */
export function getSessionMetrics(request: ApiRequest): Promise<Answer> {
  return answerSeries(request, METRIC_FIELDS)
}

async function answerSeries(request: ApiRequest, known: SessionFields): Promise<Answer> {
  const { desk, params } = request
  if (!isOurOrganization(params)) return refuse(404, 'Cannot count sessions: the only organization is "desk"')
  const asked = readSessionQuery(request, known)
  if ('refusal' in asked) return refuse(400, `Cannot count sessions: ${asked.refusal}`)
  const found = await findProjectsOf(request)
  if (!found) return refuse(404, 'Cannot count sessions: there is no such project')
  const { period, fields, stepHours } = asked
  const ids = found.projects.map(({ id }) => id)
  const [sessions, users] = await Promise.all([
    desk.projects.listSessionCounts(ids, period),
    asksForUsers(asked) ? desk.projects.listSessionUsers(ids, period) : [],
  ])
  const slugs = new Map(found.projects.map(({ id, slug }) => [id, slug]))
  const matches = tableMatcher(asked.condition)
  const isAsked = (row: SessionCount | SessionUsers) => matches((field) => cellOf(row, field, slugs))
  const first = Math.floor(Math.ceil(period.start / HOUR_MS) / stepHours)
  const length = Math.ceil(period.end / HOUR_MS / stepHours) - first
  const timeOf = (step: number) => formatTime(step * stepHours * HOUR_MS)
  const groups = groupRows({ sessions: sessions.filter(isAsked), users: users.filter(isAsked) }, asked)
  return answer({
    start: timeOf(first),
    end: timeOf(first + length),
    intervals: Array.from({ length }, (_, index) => timeOf(first + index)),
    groups: groups.map(({ by, counted }) => {
      const points = pointsOf(counted, { first, length, stepHours })
      const each = <Value>(of: (name: string) => Value) =>
        Object.fromEntries([...fields.keys()].map((name) => [name, of(name)]))
      const read = (name: string, of: Counted) => fields.get(name)?.read(of) ?? null
      return {
        by,
        totals: each((name) => read(name, counted)),
        series: each((name) => points.map((point) => read(name, point))),
      }
    }),
  })
}

interface Group {
  by: Record<string, string | number>
  counted: Counted
}

/** The first groups of the order that is asked for; one of everything where nothing is grouped. */
function groupRows({ sessions, users }: Counted, { by, order, mostGroups }: SessionQuery): Group[] {
  const byOf = (row: SessionCount | SessionUsers) =>
    Object.fromEntries(by.map((name) => [name, groupOf(row, name)]))
  const keyOf = (row: SessionCount | SessionUsers) => JSON.stringify(byOf(row))
  const ofSessions = Map.groupBy(sessions, keyOf)
  const ofUsers = Map.groupBy(users, keyOf)
  const keys = by.length === 0 ? ['{}'] : [...new Set([...ofSessions.keys(), ...ofUsers.keys()])]
  const sign = order.isDescending ? -1 : 1
  return keys
    .map((key): Group & { place: string | number } => {
      const values: Group['by'] = JSON.parse(key) // as written above
      const counted = { sessions: ofSessions.get(key) ?? [], users: ofUsers.get(key) ?? [] }
      const place = order.field ? (order.field.read(counted) ?? -1) : (values[order.name] ?? '')
      return { by: values, counted, place }
    })
    .sort((one, other) => (one.place === other.place ? 0 : one.place < other.place ? -sign : sign))
    .slice(0, mostGroups)
    .map(({ by: values, counted }) => ({ by: values, counted }))
}

function pointsOf(
  { sessions, users }: Counted,
  { first, length, stepHours }: { first: number; length: number; stepHours: number },
): Counted[] {
  const stepOf = ({ hour }: { hour: number }) => Math.floor(hour / stepHours) - first
  const ofSessions = Map.groupBy(sessions, stepOf)
  const ofUsers = Map.groupBy(users, stepOf)
  return Array.from({ length }, (_, index) => ({
    sessions: ofSessions.get(index) ?? [],
    users: ofUsers.get(index) ?? [],
  }))
}

/** Grafana reads numbers and texts, and nothing else. */
function groupOf(row: SessionCount | SessionUsers, name: SessionGroup): string | number {
  switch (name) {
    case 'project':
      return row.projectId
    case 'release':
      return row.release
    case 'environment':
      return 'environment' in row ? row.environment : ''
    case 'session.status':
      return 'health' in row ? row.health : ''
  }
}

function cellOf(row: SessionCount | SessionUsers, field: string, slugs: ReadonlyMap<number, string>): Cell {
  switch (field) {
    case 'project':
      return slugs.get(row.projectId) ?? null
    case 'release':
    case 'environment':
    case 'session.status':
      return groupOf(row, field)
    default:
      return null
  }
}
