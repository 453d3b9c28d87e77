import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { parsePeriod } from '#server/api/period.ts'
import { findAskedProjects } from '#server/api/projects/projects.ts'
import { formatTime } from '#server/api/time.ts'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import type { SessionCount } from '#server/store/projects/project-counts.ts'

const INTERVALS_MS = { '1h': HOUR_MS, '1d': DAY_MS }
/** As Grafana writes them. */
const SAME_INTERVALS: ReadonlyMap<unknown, string> = new Map([
  ['60m', '1h'],
  ['24h', '1d'],
])
const TWO_DAYS_MS = 2 * INTERVALS_MS['1d']
/** A larger table would be too long to read. */
const MOST_GROUPS = 1_000

const FIELDS = {
  'sum(session)': (counts: readonly SessionCount[]) => sumOf(counts),
  'crash_rate(session)': (counts: readonly SessionCount[]) => crashRate(counts),
  'crash_free_rate(session)': (counts: readonly SessionCount[]) => {
    const rate = crashRate(counts)
    return rate === null ? null : 1 - rate
  },
}

const GROUPS = {
  project: ({ projectId }: SessionCount) => projectId,
  release: ({ release }: SessionCount) => release,
  environment: ({ environment }: SessionCount) => environment,
  'session.status': ({ health }: SessionCount) => health,
}

/**
 * Returns the sessions' health as series:
 * https://docs.sentry.io/api/releases/retrieve-release-health-session-statistics/
 */
export async function getSessions(request: ApiRequest): Promise<Answer> {
  const { desk, params, query, now } = request
  if (!isOurOrganization(params)) return refuse(404, 'Cannot count sessions: the only organization is "desk"')
  const period = parsePeriod(query, now)
  if ('refusal' in period) return refuse(400, `Cannot count sessions: ${period.refusal}`)
  const fields = chosen(query.field ?? 'sum(session)', FIELDS)
  if ('unknown' in fields) return refuse(400, `Cannot count sessions: field ${fields.unknown}`)
  const groups = chosen(query.groupBy ?? [], GROUPS)
  if ('unknown' in groups) return refuse(400, `Cannot count sessions: groupBy ${groups.unknown}`)
  const { interval: given = period.end - period.start > TWO_DAYS_MS ? '1d' : '1h', environment } = query
  const interval = SAME_INTERVALS.get(given) ?? given
  if (interval !== '1h' && interval !== '1d')
    return refuse(400, 'Cannot count sessions: interval can only be 1h or 1d')
  const asked = await findAskedProjects(request)
  if (!asked) return refuse(404, 'Cannot count sessions: there is no such project')

  const stepMs = INTERVALS_MS[interval]
  const first = Math.floor(Math.ceil(period.start / INTERVALS_MS['1h']) / (stepMs / INTERVALS_MS['1h']))
  const length = Math.ceil(period.end / stepMs) - first
  const ids = asked.projects.map(({ id }) => id)
  const all = await desk.projects.listSessionCounts(ids, period)
  const counts = environment === undefined ? all : all.filter((row) => row.environment === environment)
  const byOf = (row: SessionCount) =>
    Object.fromEntries(groups.names.map((name) => [name, GROUPS[name](row)]))
  const grouped = Map.groupBy(counts, (row) => JSON.stringify(byOf(row)))
  const rows = [...grouped].sort(([, a], [, b]) => sumOf(b) - sumOf(a)).slice(0, MOST_GROUPS)
  const without: [string, SessionCount[]][] =
    groups.names.length === 0 && rows.length === 0 ? [['{}', []]] : []
  return answer({
    start: formatTime(first * stepMs),
    end: formatTime((first + length) * stepMs),
    intervals: Array.from({ length }, (_, index) => formatTime((first + index) * stepMs)),
    groups: [...rows, ...without].map(([by, own]) => {
      const steps = Map.groupBy(own, ({ hour }) => Math.floor((hour * INTERVALS_MS['1h']) / stepMs) - first)
      const series = (name: keyof typeof FIELDS) =>
        Array.from({ length }, (_, index) => FIELDS[name](steps.get(index) ?? []))
      return {
        by: JSON.parse(by) as object, // as written above
        totals: Object.fromEntries(fields.names.map((name) => [name, FIELDS[name](own)])),
        series: Object.fromEntries(fields.names.map((name) => [name, series(name)])),
      }
    }),
  })
}

/** The names of a table's members that were asked for, once or more often. */
function chosen<Table extends object>(
  given: unknown,
  table: Table,
): { names: (keyof Table & string)[] } | { unknown: string } {
  const names = Array.isArray(given) ? given : [given]
  const isKnown = (name: unknown): name is keyof Table & string =>
    typeof name === 'string' && Object.hasOwn(table, name)
  const unknown = names.find((name) => !isKnown(name))
  if (unknown === undefined) return { names: names.filter(isKnown) }
  return { unknown: `is ${JSON.stringify(unknown)}, which is not one of ${Object.keys(table).join(', ')}` }
}

function crashRate(counts: readonly SessionCount[]): number | null {
  const all = sumOf(counts)
  return all === 0 ? null : sumOf(counts.filter(({ health }) => health === 'crashed')) / all
}

function sumOf(counts: readonly SessionCount[]): number {
  return counts.reduce((sum, { quantity }) => sum + quantity, 0)
}
