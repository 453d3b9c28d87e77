import type { TelemetryItem } from '../adapter.ts'
import type { Clock } from '../clock.ts'
import type { TelemetryEvent } from '../errors/event.ts'
import type { Scope } from '../scope/scope.ts'
import type { RequestSession, SessionCounts } from '../transport/session-items.ts'

export interface RequestSessions {
  /** Adds what was reported during the request. */
  note(session: RequestSession, event: TelemetryEvent): void
  /** Counts a request after its answer. */
  end(session: RequestSession): void
  /** Delivers the counts. */
  flush(): void
}

/**
 * The key for a request's session in its scope. It is a symbol, so that forks share it and no event
 * contains it.
 */
const sessionKey = Symbol('crumbtrail-session')

/** Returns the session of the request that this scope belongs to. */
export const sessionOf = (scope: Scope): RequestSession | undefined =>
  (scope as { [sessionKey]?: RequestSession })[sessionKey] // `beginSession` has set it.

export function beginSession(scope: Scope): RequestSession {
  const session: RequestSession = { status: 'exited' }
  Object.assign(scope, { [sessionKey]: session })
  return session
}

const minuteMs = 60_000

/**
 * Counts requests by the minute in which they ended, as @sentry/node does. The health of a release is
 * calculated from them.
 */
export function createRequestSessions(
  attrs: SessionCounts['attrs'],
  deliver: (item: TelemetryItem) => void,
  clock: Clock,
): RequestSessions {
  let counts = new Map<string, SessionCounts['aggregates'][number]>()
  return {
    note(session, { exception }) {
      if (exception?.values.some(({ mechanism }) => !mechanism.handled)) session.status = 'crashed'
      else if (exception && session.status === 'exited') session.status = 'errored'
    },
    end({ status }) {
      const started = new Date(Math.floor(clock() / minuteMs) * minuteMs).toISOString()
      const counted = counts.get(started) ?? { started, exited: 0, errored: 0, crashed: 0 }
      counted[status]++
      counts.set(started, counted)
    },
    flush() {
      const aggregates = [...counts.values()]
      counts = new Map()
      if (aggregates[0]) deliver({ type: 'sessions', payload: { aggregates, attrs } })
    },
  }
}
