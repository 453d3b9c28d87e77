import type { ApiRequest } from '#server/api/answer.ts'
import { environmentTerms } from '#server/api/environment-terms.ts'
import { parsePageParameters, withLimit } from '#server/api/page-parameters.ts'
import { type ApiPeriod, parsePeriod } from '#server/api/period.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import { formatSearchError } from '#server/search/search-error.ts'
import { fieldsOf, parseTableSearch, type TableCondition } from '#server/search/tables/table-search.ts'
import type { SessionField, SessionFields } from './session-fields.ts'

const UNITS_MS = { s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }
const HOURS_OF_DAY = 24
const TWO_DAYS_MS = 2 * DAY_MS
/** A larger table would be too long to read. */
const MOST_GROUPS = 1_000

export const GROUPS = ['project', 'release', 'environment', 'session.status'] as const
export type SessionGroup = (typeof GROUPS)[number]

/** What users are not counted by. */
const NOT_OF_USERS: ReadonlySet<string> = new Set(['environment', 'session.status'])

export interface SessionQuery {
  period: ApiPeriod
  fields: Map<string, SessionField>
  by: SessionGroup[]
  stepHours: number
  condition: TableCondition
  order: { name: string; field: SessionField | undefined; isDescending: boolean }
  mostGroups: number
}

/** Reads what is asked of sessions; `refusal` is the end of a sentence. */
export function readSessionQuery(
  { query, now }: Pick<ApiRequest, 'query' | 'now'>,
  known: SessionFields,
): SessionQuery | { refusal: string } {
  const period = parsePeriod(query, now)
  if ('refusal' in period) return period
  const [first = ''] = known.keys()
  const fields = new Map<string, SessionField>()
  for (const name of given(query.field ?? first)) {
    const field = known.get(name)
    if (field === undefined) return { refusal: `field ${notOneOf(name, [...known.keys()])}` }
    fields.set(name, field)
  }
  const by = given(query.groupBy)
  const unknown = by.find((name) => !isGroup(name))
  if (unknown !== undefined) return { refusal: `groupBy ${notOneOf(unknown, GROUPS)}` }
  const step = stepOf(query.interval ?? (period.end - period.start > TWO_DAYS_MS ? '1d' : '1h'))
  if (step === undefined)
    return { refusal: 'the interval must divide a day, like 1h, 6h or 1d; one below an hour is an hour' }
  const condition = conditionOf(query, now)
  if ('refusal' in condition) return condition
  const order = orderOf(query.orderBy, { known, by, first: [...fields][0] ?? [first, known.get(first)] })
  if (order === undefined) return { refusal: 'orderBy must be a field, or what is grouped by' }
  const mostGroups = query.per_page === undefined ? MOST_GROUPS : parsePageParameters(withLimit(query))
  if (typeof mostGroups === 'object' && 'refusal' in mostGroups) return mostGroups
  const asked: SessionQuery = {
    ...{ period, fields, by: by.filter(isGroup), stepHours: step, condition, order },
    mostGroups: typeof mostGroups === 'number' ? mostGroups : mostGroups.limit,
  }
  return refusalOfUsers(asked) ?? asked
}

/** Whether something is asked that needs users. */
export function asksForUsers({ fields, order }: SessionQuery): boolean {
  return [...fields.values(), order.field].some((field) => field?.isOfUsers)
}

function refusalOfUsers(asked: SessionQuery): { refusal: string } | undefined {
  if (!asksForUsers(asked)) return undefined
  const named = [...asked.by, ...fieldsOf(asked.condition)].find((name) => NOT_OF_USERS.has(name))
  return named === undefined ? undefined : { refusal: `users are not counted by ${named}` }
}

function conditionOf(
  { query = '', environment }: ApiRequest['query'],
  now: number,
): TableCondition | { refusal: string } {
  if (typeof query !== 'string') return { refusal: 'query can be given only once' }
  const terms = environmentTerms(environment)
  const words = terms.length > 0 && query.trim() !== '' ? `(${query})` : query
  const search = parseTableSearch([...terms, words].join(' '), now)
  if ('error' in search) return { refusal: formatSearchError(search.error) }
  const unknown = fieldsOf(search.condition).find((name) => !isGroup(name))
  return unknown === undefined ? search.condition : { refusal: `query ${notOneOf(unknown, GROUPS)}` }
}

interface Orders {
  known: SessionFields
  by: readonly string[]
  first: readonly [string, SessionField | undefined]
}

/** Without one, the groups that have most are the first. */
function orderOf(asked: unknown, { known, by, first }: Orders): SessionQuery['order'] | undefined {
  if (asked === undefined || asked === '') return { name: first[0], field: first[1], isDescending: true }
  if (typeof asked !== 'string') return undefined
  const name = asked.replace(/^-/, '')
  const field = known.get(name)
  return field || by.includes(name) ? { name, field, isDescending: asked.startsWith('-') } : undefined
}

/** Hours of an interval: sessions are counted by the hour. */
function stepOf(interval: unknown): number | undefined {
  const [, count, unit] = (typeof interval === 'string' && /^(\d{1,5})([smhd])$/.exec(interval)) || []
  const ms = Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS] // the pattern has no other unit
  const hours = Math.ceil(ms / HOUR_MS)
  return hours > 0 && HOURS_OF_DAY % hours === 0 ? hours : undefined
}

function isGroup(name: string): name is SessionGroup {
  return GROUPS.some((group) => group === name)
}

function given(names: unknown): string[] {
  return [...new Set([names ?? []].flat().map(String))].filter((name) => name !== '')
}

function notOneOf(name: string, known: readonly string[]): string {
  return `is ${JSON.stringify(name)}, which is not one of ${known.join(', ')}`
}
