import type { Given } from './conditions.ts'

/** How the filters of a rule are joined. */
export type FilterMatch = 'all' | 'any' | 'none'

type Read = { search: string } | { refusal: string }

/** Ours: a search as the list of issues has it. */
const SEARCH = 'crumbtrail.rules.filters.SearchFilter'

/** https://docs.sentry.io/api/alerts/create-an-issue-alert-rule-for-a-project/ lists those of Sentry. */
const READERS: ReadonlyMap<string, (filter: Given) => Read> = new Map([
  ['sentry.rules.filters.level.LevelFilter', readLevel],
  ['sentry.rules.filters.tagged_event.TaggedEventFilter', readTag],
  ['sentry.rules.filters.event_attribute.EventAttributeFilter', readAttribute],
  ['sentry.rules.filters.age_comparison.AgeComparisonFilter', readAge],
  ['sentry.rules.filters.issue_occurrences.IssueOccurrencesFilter', readOccurrences],
  ['sentry.rules.filters.assigned_to.AssignedToFilter', readAssigned],
  ['sentry.rules.filters.latest_release.LatestReleaseFilter', () => ({ search: 'release:latest' })],
  [SEARCH, readQuery],
])

/** Makes one search of filters and an environment; `refusal` is the end of a sentence. */
export function readFilters(
  filters: readonly Given[],
  { match, environment }: { match: FilterMatch; environment: string | null },
): Read {
  const terms: string[] = []
  for (const filter of filters) {
    const read = READERS.get(filter.id)?.(filter)
    if (read === undefined) return { refusal: `there is no filter "${filter.id}" here` }
    if ('refusal' in read) return { refusal: `${read.refusal} (${filter.id})` }
    terms.push(read.search)
  }
  const joined = join(terms, match)
  const place = environment === null ? '' : `environment:${quote(environment)}`
  return { search: [place, joined].filter((part) => part !== '').join(' ') }
}

/**
 * The environment that a search begins with, and what is left of it as one filter. It is not taken apart, so that a rule that
 * was made on the page reads like one that was made by a client.
 */
export function toFilters(search: string): { environment: string | null; filters: object[] } {
  const [, quoted, rest = ''] = /^environment:"([^"\\*]*)"(?: (\S.*))?$/s.exec(search) ?? []
  const left = quoted === undefined ? search : rest
  // An OR would have the environment on one side only.
  const isWhole = quoted !== undefined && (!/ OR /.test(left) || /^\([^()]*\)$/.test(left))
  const query = isWhole ? left : search
  return {
    environment: isWhole ? quoted : null,
    filters: query === '' ? [] : [{ id: SEARCH, query }],
  }
}

function join(terms: readonly string[], match: FilterMatch): string {
  if (match === 'none') return terms.map((term) => `!(${term})`).join(' ')
  return match === 'any' && terms.length > 1 ? `(${terms.join(' OR ')})` : terms.join(' ')
}

/** Foreign text as one value: stars and quotes stand for themselves. */
function quote(text: string): string {
  return `"${text.replace(/[\\"*]/g, '\\$&')}"`
}

const MATCHES: ReadonlyMap<unknown, (key: string, value: string) => string> = new Map([
  ['eq', (key, value) => `${key}:${value}`],
  ['ne', (key, value) => `!${key}:${value}`],
  ['co', (key, value) => `${key}:"*${value.slice(1, -1)}*"`],
  ['nc', (key, value) => `!${key}:"*${value.slice(1, -1)}*"`],
  ['sw', (key, value) => `${key}:"${value.slice(1, -1)}*"`],
  ['nsw', (key, value) => `!${key}:"${value.slice(1, -1)}*"`],
  ['ew', (key, value) => `${key}:"*${value.slice(1)}`],
  ['new', (key, value) => `!${key}:"*${value.slice(1)}`],
  ['is', (key) => `has:${key}`],
  ['ns', (key) => `!has:${key}`],
] satisfies [string, (key: string, value: string) => string][])

function compare(key: string, { match, value }: Given): Read {
  const made = MATCHES.get(match)
  if (made === undefined) return { refusal: `"match" cannot be ${JSON.stringify(match)} here` }
  const needsValue = match !== 'is' && match !== 'ns'
  if (needsValue && (typeof value !== 'string' || value === ''))
    return { refusal: '"value" must be a text that is not empty' }
  return { search: made(key, quote(String(value ?? ''))) }
}

function readTag(filter: Given): Read {
  const key = String(filter.key ?? '')
  // A key with other characters could end the term and begin another one.
  if (!/^[A-Za-z_][\w.-]{0,199}$/.test(key)) return { refusal: '"key" must be the name of a tag' }
  return compare(key, filter)
}

/** Sentry's names of what an event says, and ours where they differ. */
const ATTRIBUTES: ReadonlyMap<unknown, string> = new Map([
  ['message', 'message'],
  ['platform', 'platform'],
  ['environment', 'environment'],
  ['type', 'error.type'],
  ['exception.type', 'error.type'],
  ['exception.value', 'message'],
  ['error.handled', 'error.handled'],
  ['error.unhandled', 'error.unhandled'],
  ['user.id', 'user.id'],
  ['user.email', 'user.email'],
  ['user.username', 'user.username'],
  ['user.ip_address', 'user.ip'],
  ['http.method', 'http.method'],
  ['http.url', 'http.url'],
  ['http.status_code', 'http.status_code'],
  ['sdk.name', 'sdk.name'],
  ['stacktrace.filename', 'stack.filename'],
  ['stacktrace.module', 'stack.module'],
])

function readAttribute(filter: Given): Read {
  const key = ATTRIBUTES.get(filter.attribute)
  if (key === undefined) return { refusal: `"attribute" cannot be ${JSON.stringify(filter.attribute)} here` }
  return compare(key, filter)
}

/** From the quietest to the loudest, by Sentry's numbers. */
const LEVELS = [
  [10, 'debug'],
  [20, 'info'],
  [30, 'warning'],
  [40, 'error'],
  [50, 'fatal'],
] as const

function readLevel({ match, level }: Given): Read {
  const number = Number(level)
  if (!LEVELS.some(([each]) => each === number))
    return { refusal: '"level" must be one of 10, 20, 30, 40 and 50' }
  const meant = LEVELS.filter(([each]) =>
    match === 'gte' ? each >= number : match === 'lte' ? each <= number : each === number,
  )
  if (!['eq', 'gte', 'lte'].includes(String(match)))
    return { refusal: `"match" cannot be ${JSON.stringify(match)} here` }
  const names = meant.map(([, name]) => name)
  return { search: names.length === 1 ? `level:${names[0]}` : `level:[${names.join(', ')}]` }
}

const UNITS: ReadonlyMap<unknown, string> = new Map([
  ['minute', 'm'],
  ['hour', 'h'],
  ['day', 'd'],
  ['week', 'w'],
])

function readAge({ comparison_type, value, time }: Given): Read {
  const unit = UNITS.get(time)
  const sign = new Map<unknown, string>([
    ['newer', '-'],
    ['older', '+'],
  ]).get(comparison_type)
  if (unit === undefined || sign === undefined || !/^\d{1,5}$/.test(String(value)))
    return { refusal: '"comparison_type", "value" and "time" must be such as "newer", 2 and "hour"' }
  return { search: `age:${sign}${value}${unit}` }
}

function readOccurrences({ value }: Given): Read {
  return /^\d{1,9}$/.test(String(value))
    ? { search: `timesSeen:>=${value}` }
    : { refusal: '"value" must be a whole number' }
}

function readAssigned({ targetType }: Given): Read {
  return targetType === 'Unassigned'
    ? { search: 'assigned:none' }
    : { refusal: '"targetType" can only be "Unassigned"; say who by a search such as assigned:#team' }
}

function readQuery({ query }: Given): Read {
  if (typeof query !== 'string' || query.trim() === '')
    return { refusal: '"query" must be a search that is not empty' }
  return { search: / OR /.test(query) ? `(${query.trim()})` : query.trim() }
}
