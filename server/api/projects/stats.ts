import { type Answer, type ApiRequest, answer, refuse } from '#server/api/answer.ts'
import { parsePeriod } from '#server/api/period.ts'
import { formatTime } from '#server/api/time.ts'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import { findNamedProject } from './projects.ts'

const UNITS = { '1h': { unit: 'hour', ms: HOUR_MS }, '1d': { unit: 'day', ms: DAY_MS } } as const

/**
 * Pairs of time (seconds since the epoch) and events that were stored, every hour or day of the period once:
 * https://docs.sentry.io/api/projects/retrieve-event-counts-for-a-project/
 */
export async function getProjectStats(request: ApiRequest): Promise<Answer> {
  const { stat = 'received', resolution = '1h', since, until } = request.query
  if (stat !== 'received') return refuse(400, 'Cannot count events: stat can only be received')
  if (resolution !== '1h' && resolution !== '1d') {
    return refuse(400, 'Cannot count events: resolution can only be 1h or 1d')
  }
  const range = { start: ofSeconds(since), end: ofSeconds(until) }
  const isRange = since !== undefined || until !== undefined
  const period = parsePeriod(isRange ? range : request.query, request.now)
  if ('refusal' in period) return refuse(400, `Cannot count events: ${period.refusal}`)
  const project = await findNamedProject(request)
  if (!project) return refuse(404, 'Cannot count events: there is no such project')
  const { unit, ms } = UNITS[resolution]
  const counted = await request.desk.projects.countEvents(project.id, unit, period)
  const counts = new Map(counted.map(({ time, count }) => [time, count]))
  const first = Math.ceil(period.start / ms)
  const length = Math.max(0, Math.ceil(period.end / ms) - first)
  return answer(
    Array.from({ length }, (_, index) => [((first + index) * ms) / 1_000, counts.get(first + index) ?? 0]),
  )
}

/** Reads Sentry's `since` and `until`; the refusal quotes a value that is not a number. */
function ofSeconds(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,11}$/.test(value) ? formatTime(Number(value) * 1_000) : value
}

/** This route is ours: it counts the users affected by a project's events, in whole days (UTC), 14 without a period. */
export async function getProjectUsers(request: ApiRequest): Promise<Answer> {
  const period = parsePeriod(request.query, request.now, '14d')
  if ('refusal' in period) return refuse(400, `Cannot count users: ${period.refusal}`)
  const project = await findNamedProject(request)
  if (!project) return refuse(404, 'Cannot count users: there is no such project')
  const [all, days] = await Promise.all([
    request.desk.projects.countUsers([project.id], period),
    request.desk.projects.countUsersByDay(project.id, period),
  ])
  return answer({
    start: formatTime(period.start),
    end: formatTime(period.end),
    userCount: all[0]?.userCount ?? 0,
    days: days.map(({ day, userCount }) => ({ date: formatTime(day * DAY_MS)?.slice(0, 10), userCount })),
  })
}
