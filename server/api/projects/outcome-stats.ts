import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { parsePeriod } from '#server/api/period.ts'
import { formatTime } from '#server/api/time.ts'
import { CATEGORIES } from '#server/protocol/outcome.ts'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import type { GroupedOutcomes, OutcomeBy } from '#server/store/projects/outcome-hours.ts'
import { findProjectsOf } from './projects.ts'

const HOURS_OF = { h: 1, d: DAY_MS / HOUR_MS, w: (7 * DAY_MS) / HOUR_MS }
/** Both count items; Sentry's `sum(quantity)` of attachments is of their bytes, which outcomes do not say. */
const FIELDS = ['sum(quantity)', 'sum(times_seen)'] as const
const GROUPS = ['outcome', 'category', 'reason', 'project'] as const satisfies readonly OutcomeBy[]
/** The last two are Sentry's, and never happen here. */
const OUTCOMES = [
  ...['accepted', 'filtered', 'rate_limited', 'invalid', 'client_discard'],
  ...['abuse', 'cardinality_limited'],
]
/** A filter of more reasons than there are is a mistake. */
const MOST_REASONS = 100

/**
 * Counts what became of items:
 * https://docs.sentry.io/api/organizations/retrieve-event-counts-for-an-organization-v2/
 */
export async function getOutcomeStats(request: ApiRequest): Promise<Answer> {
  const { desk, params, query, now } = request
  if (!isOurOrganization(params)) return refuse(404, 'Cannot count items: the only organization is "desk"')
  const period = parsePeriod(query, now)
  if ('refusal' in period) return refuse(400, `Cannot count items: ${period.refusal}`)
  const asked = parseAsked(query)
  if ('refusal' in asked) return refuse(400, `Cannot count items: ${asked.refusal}`)
  const found = await findProjectsOf(request)
  if (!found) return refuse(404, 'Cannot count items: there is no such project')
  const { fields, by, only, stepHours } = asked
  const isByHour = !by.includes('project') // as Sentry, whose sums by project are of the whole period
  const first = Math.floor(period.start / HOUR_MS / stepHours)
  const length = Math.ceil(period.end / HOUR_MS / stepHours) - first
  const rows = await desk.usage.sumOutcomes({
    projectIds: found.projects.map(({ id }) => id),
    fromHour: first * stepHours,
    beforeHour: (first + length) * stepHours,
    ...{ by, only, isByHour },
  })
  const of = <Value>(value: Value) => Object.fromEntries(fields.map((field) => [field, value]))
  const groups = [...Map.groupBy(rows, ({ by: key }) => JSON.stringify(by.map((name) => key[name])))]
  return answer({
    start: formatTime(first * stepHours * HOUR_MS),
    end: formatTime((first + length) * stepHours * HOUR_MS),
    intervals: Array.from({ length }, (_, place) => formatTime((first + place) * stepHours * HOUR_MS)),
    groups: groups
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, own]) => ({
        by: own[0]?.by,
        totals: of(sumOf(own)),
        ...(isByHour && { series: of(seriesOf(own, { first, length, stepHours })) }),
      })),
  })
}

function seriesOf(
  rows: readonly GroupedOutcomes[],
  { first, length, stepHours }: { first: number; length: number; stepHours: number },
): number[] {
  const steps = Map.groupBy(rows, ({ hour }) => Math.floor(hour / stepHours) - first)
  return Array.from({ length }, (_, place) => sumOf(steps.get(place) ?? []))
}

function sumOf(rows: readonly GroupedOutcomes[]): number {
  return rows.reduce((sum, { quantity }) => sum + quantity, 0)
}

function parseAsked(query: ApiRequest['query']) {
  const fields = chosen('field', query.field ?? FIELDS[0], FIELDS)
  if ('refusal' in fields) return fields
  const by = chosen('groupBy', query.groupBy ?? [], GROUPS)
  if ('refusal' in by) return by
  const categories = chosen('category', query.category ?? [], CATEGORIES)
  if ('refusal' in categories) return categories
  const outcomes = chosen('outcome', query.outcome ?? [], OUTCOMES)
  if ('refusal' in outcomes) return outcomes
  const reasons = [query.reason ?? []].flat().map(String)
  if (reasons.length > MOST_REASONS) return { refusal: `reason is given more than ${MOST_REASONS} times` }
  const { interval = '1h' } = query
  const [, count, unit] = (typeof interval === 'string' && /^(\d{1,4})([hdw])$/.exec(interval)) || []
  const stepHours = Number(count) * HOURS_OF[unit as keyof typeof HOURS_OF] // the pattern has no other unit
  if (!(stepHours > 0)) return { refusal: 'the interval must be full hours, like 1h, 6h or 1d' }
  const only = {
    ...(categories.names.length > 0 && { category: categories.names }),
    ...(outcomes.names.length > 0 && { outcome: outcomes.names }),
    ...(reasons.length > 0 && { reason: reasons }),
  }
  return { fields: fields.names, by: by.names, only, stepHours }
}

/** The names that were given, each once. */
function chosen<Name extends string>(
  parameter: string,
  given: unknown,
  known: readonly Name[],
): { names: Name[] } | { refusal: string } {
  const names = new Set<Name>()
  for (const value of [given].flat().filter((one) => one !== '')) {
    const name = known.find((one) => one === value)
    if (name === undefined)
      return { refusal: `${parameter} is ${JSON.stringify(value)}, which is not one of ${known.join(', ')}` }
    names.add(name)
  }
  return { names: [...names] }
}
