import type { Breadcrumb } from './breadcrumbs.ts'
import type { TelemetryRequest } from './request.ts'
import { parseStack, type StackFrame, type StackOptions } from './stacktrace.ts'
import { describeThrown, listThrown, readProperty, type ThrownLink } from './thrown.ts'

/** An event as it is sent: https://develop.sentry.dev/sdk/data-model/event-payloads/ */
export interface TelemetryEvent {
  /** 32 lower-case hex characters. */
  event_id: string
  /** Seconds since the epoch. */
  timestamp: number
  platform: string
  level: Level
  message?: string
  /** From the oldest cause to what was thrown. */
  exception?: { values: TelemetryException[] }
  breadcrumbs?: { values: Breadcrumb[] }
  release?: string
  environment?: string
  server_name?: string
  user?: TelemetryUser
  request?: TelemetryRequest
  tags?: Record<string, string>
  contexts?: Contexts
  extra?: Record<string, unknown>
  fingerprint?: string[]
  sdk?: { name: string; version: string }
}

export type Level = 'fatal' | 'error' | 'warning' | 'info' | 'debug'
export type Contexts = Record<string, Record<string, unknown>>

export interface TelemetryUser {
  id?: string
  email?: string
  username?: string
  ip_address?: string
}

export interface TelemetryException {
  type: string
  value: string
  mechanism: ExceptionMechanism
  stacktrace?: { frames: StackFrame[] }
}

/** How it was caught, and, where there are causes, how the exceptions hang together. */
interface ExceptionMechanism {
  type: string
  handled: boolean
  exception_id?: number
  parent_id?: number
  source?: string
  is_exception_group?: boolean
  data?: Record<string, string | number>
}

/** What the caller knows about the failure. */
export interface EventBasis {
  eventId: string
  timestampMs: number
  platform: string
  mechanism: { type: string; handled: boolean }
}

// What errors commonly carry beside their message, and what foreign digests are found by.
const dataKeys = ['code', 'errno', 'syscall', 'status', 'statusCode', 'digest']

/** Takes anything that can be thrown, and never throws itself. */
export function eventFromThrown(
  thrown: unknown,
  basis: EventBasis,
  options: StackOptions = {},
): TelemetryEvent {
  return {
    event_id: basis.eventId,
    timestamp: basis.timestampMs / 1000,
    platform: basis.platform,
    level: 'error',
    exception: { values: exceptionsFromThrown(thrown, basis.mechanism, options) },
  }
}

/** Oldest cause first, what was thrown last. */
export function exceptionsFromThrown(
  thrown: unknown,
  mechanism: EventBasis['mechanism'],
  options: StackOptions = {},
): TelemetryException[] {
  const links = listThrown(thrown)
  const isChain = links.length > 1
  return links.map((link) => toException(link, mechanism, isChain, options)).reverse()
}

function toException(
  link: ThrownLink,
  mechanism: EventBasis['mechanism'],
  isChain: boolean,
  options: StackOptions,
): TelemetryException {
  const { type, value, stack } = describeThrown(link.thrown)
  const frames = stack === undefined ? [] : parseStack(stack, value, options)
  const data = dataOf(link.thrown)
  return {
    type,
    value,
    mechanism: {
      type: link.parentId === undefined ? mechanism.type : 'chained',
      handled: mechanism.handled,
      ...(isChain ? { exception_id: link.id } : {}),
      ...(link.parentId === undefined ? {} : { parent_id: link.parentId }),
      ...(link.source === undefined ? {} : { source: link.source }),
      ...(type === 'AggregateError' ? { is_exception_group: true } : {}),
      ...(data ? { data } : {}),
    },
    ...(frames.length > 0 ? { stacktrace: { frames } } : {}),
  }
}

function dataOf(thrown: unknown): Record<string, string | number> | undefined {
  const data: Record<string, string | number> = {}
  for (const key of dataKeys) {
    const value = readProperty(thrown, key)
    if (typeof value === 'number' || (typeof value === 'string' && value.length <= 200)) data[key] = value
  }
  return Object.keys(data).length > 0 ? data : undefined
}
