import { DAY_MS, HOUR_MS, MINUTE_MS } from '#renderer/format/time-units.ts'

// Reads from the address what a page is limited to. The parameters have Sentry's names.

import { fromWallTime } from './format/wall-time.ts'
import * as say from './texts/frame/scope.ts'

/** The project, the environment and the period of a page. */
export interface PageScope {
  /** A project's slug. */
  project: string | undefined
  /** True for all projects: Crumbtrail's own project is shown only when it is chosen. */
  isWithoutOwn: boolean
  environment: string | undefined
  period: PagePeriod
}

/** The scope of an address, and why its period is not used. */
export interface ReadScope {
  scope: PageScope
  refusal: string | null
}

/** Milliseconds since the epoch; the end is exclusive. */
export interface PagePeriod {
  start: number
  end: number
  /** `14d` if the period was given relative to now. */
  statsPeriod: string | undefined
}

const UNITS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS }
/** Longer than any data is kept. */
const LONGEST = 3_660 * UNITS.d

/**
 * Parses `project`, `environment` and either `statsPeriod` (`24h`) or `start` and `end`. Those are ISO
 * 8601; without an offset they are in the time zone `zone`, or else in UTC. An invalid period is replaced
 * by the page's default, and a refusal names it.
 */
export function parseScope(parameters: URLSearchParams, now: number, ownPeriod = '24h'): ReadScope {
  const read = (name: string) => parameters.get(name)?.trim() || undefined
  const found = parsePeriod(read, now)
  const own = relativePeriod(ownPeriod, now) ?? { start: now - UNITS.d, end: now, statsPeriod: '24h' }
  const isRefused = found !== undefined && 'refusal' in found
  return {
    scope: {
      project: read('project'),
      isWithoutOwn: read('project') === undefined,
      environment: read('environment'),
      period: found === undefined || isRefused ? own : found,
    },
    refusal: isRefused ? found.refusal : null,
  }
}

/** The parameters that select the same scope on another page. Those that the address lacks are left out. */
export function scopeParams(parameters: URLSearchParams): Record<string, string> {
  const params: Record<string, string> = {}
  for (const name of ['project', 'environment', 'statsPeriod', 'start', 'end', 'zone']) {
    const value = parameters.get(name)?.trim()
    if (value) params[name] = value
  }
  return params
}

type Read = (name: string) => string | undefined

function parsePeriod(read: Read, now: number): PagePeriod | { refusal: string } | undefined {
  const statsPeriod = read('statsPeriod')
  if (statsPeriod !== undefined) {
    return relativePeriod(statsPeriod, now) ?? { refusal: say.noPeriod(statsPeriod) }
  }
  const [from, to] = [read('start'), read('end')]
  if (from === undefined && to === undefined) return undefined
  const start = from === undefined ? now - UNITS.d : parseTimeParameter(from, read('zone'))
  const end = to === undefined ? now : parseTimeParameter(to, read('zone'))
  if (start === undefined) return { refusal: say.noStart(from) }
  if (end === undefined) return { refusal: say.noEnd(to) }
  if (end <= start) return { refusal: say.endsFirst }
  return { start: Math.max(start, now - LONGEST), end, statsPeriod: undefined }
}

function relativePeriod(text: string, now: number): PagePeriod | undefined {
  const [, amount, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? []
  if (amount === undefined || Number(amount) === 0) return undefined
  const length = Number(amount) * UNITS[unit as keyof typeof UNITS] // The pattern allows no other unit.
  return length > LONGEST ? undefined : { start: now - length, end: now, statsPeriod: text }
}

function parseTimeParameter(text: string, zone = 'UTC'): number | undefined {
  if (/(z|[+-]\d\d:?\d\d)$/i.test(text)) return timeOrNone(Date.parse(text))
  const wall = timeOrNone(Date.parse(/T/i.test(text) ? `${text}Z` : text))
  return wall === undefined || zone === 'UTC' ? wall : fromWallTime(wall, zone)
}

function timeOrNone(time: number): number | undefined {
  return Number.isFinite(time) ? time : undefined
}
