import type { Breadcrumb } from './breadcrumbs.ts'
import type { Level } from './level.ts'
import type { TelemetryRequest } from './request.ts'
import { describeThrown } from './thrown/describe-thrown.ts'
import { parseStack, type StackFrame, type StackOptions } from './thrown/stacktrace.ts'
import { listThrown, readProperty } from './thrown/thrown.ts'

/** An event in its format on the wire: https://develop.sentry.dev/sdk/data-model/event-payloads/ */
export interface TelemetryEvent {
  /** 32 lower-case hex characters. */
  event_id: string
  /** Seconds since the epoch. */
  timestamp: number
  platform: string
  level: Level
  message?: string | undefined
  /** Where a message was reported. */
  stacktrace?: { frames: StackFrame[] } | undefined
  /** From the oldest cause to the exception that was thrown. */
  exception?: { values: TelemetryException[] } | undefined
  breadcrumbs?: { values: readonly Breadcrumb[] } | undefined
  release?: string | undefined
  environment?: string | undefined
  server_name?: string | undefined
  user?: TelemetryUser | undefined
  request?: TelemetryRequest | undefined
  tags?: Record<string, string | undefined> | undefined
  contexts?: Contexts | undefined
  extra?: Record<string, unknown> | undefined
  fingerprint?: string[] | undefined
  sdk?: { name: string; version: string } | undefined
}

export type Contexts = Record<string, Record<string, unknown> | undefined>

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
  stacktrace?: { frames: StackFrame[] } | undefined
}

/** How it was caught, and how the exceptions are connected if there are causes. */
interface ExceptionMechanism {
  type: string
  handled: boolean
  exception_id?: number | undefined
  parent_id?: number | undefined
  source?: string | undefined
  is_exception_group?: boolean | undefined
  data?: Record<string, string | number> | undefined
}

/**
 * Returns the exceptions with the oldest cause first. `stackHere` replaces the stack of a thrown value
 * that has none.
 */
export function exceptionsFromThrown(
  thrown: unknown,
  mechanism: { type: string; handled: boolean },
  options: StackOptions = {},
  stackHere = '',
): TelemetryException[] {
  const { dataKeys = ['code', 'status', 'statusCode', 'digest'] } = options
  const links = listThrown(thrown)
  return links
    .map(({ thrown, parentId, source }, id) => {
      const caught = /reject/.test(mechanism.type) ? 'promise rejection' : undefined
      const { type, value, stack } = describeThrown(thrown, caught)
      const frames = parseStack(stack || (id ? '' : stackHere), value, options)
      const data: Record<string, string | number> = {}
      for (const key of dataKeys) {
        const value = readProperty(thrown, key)
        // The test in this line makes sure that the value is one of these types.
        if (/number|string/.test(typeof value)) data[key] = value as string | number
      }
      return {
        type,
        value,
        mechanism: {
          ...mechanism,
          ...(id && { type: 'chained' }),
          exception_id: links[1] && id,
          parent_id: parentId,
          source,
          is_exception_group: type === 'AggregateError' || undefined,
          data,
        },
        stacktrace: frames[0] && { frames },
      }
    })
    .reverse()
}
