import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import type { LogLevel } from '#server/processing/record.ts'
import type { TwoWayListing } from './listing.ts'
import type { Period } from './period.ts'

export interface LogScope {
  /** A project's slug; undefined for all projects. */
  project: string | undefined
  /** Leaves out Crumbtrail's own project. */
  isWithoutOwn?: boolean
  /** Undefined for all environments. */
  environment: string | undefined
  period: Period
}

export interface LogFilter extends LogScope {
  query: string
  limit: number
  /** Undefined for the first page. */
  cursor: string | undefined
}

export interface LogSummary {
  id: number
  projectSlug: string
  timestampUs: number
  level: LogLevel
  body: string
  attributes: JsonObject
  traceId: string | null
  spanId: string | null
  release: string | null
  environment: string | null
  /** An error of the same trace; null when none is stored. */
  event: { issueId: number; eventId: string } | null
}

export interface LogListing extends TwoWayListing<LogSummary> {
  /** How far was looked, in milliseconds since the epoch; null when the whole period was looked through. */
  searchedUntil: number | null
}

export interface LogCountFilter extends LogScope {
  query: string
}

/** How many logs match in each hour since the epoch; hours without any are left out of `counts`. */
export interface LogHours {
  fromHour: number
  hours: number
  counts: { hour: number; level: LogLevel; quantity: number }[]
  /** How far back was counted, in milliseconds since the epoch; null when all of the hours were. */
  countedFrom: number | null
}
