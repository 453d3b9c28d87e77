import type { TelemetryItem } from '../adapter.ts'
import type { Clock } from '../clock.ts'
import type { TelemetryEvent } from '../errors/event.ts'
import type { Scope } from '../scope/scope.ts'
import type { RequestSession, SessionCounts } from '../transport/session-items.ts'

export interface RequestSessions {
  /** Takes in what was reported while the request ran. */
  note(session: RequestSession, event: TelemetryEvent): void
  /** Counts a request that has been answered. */
  end(session: RequestSession): void
  /** Delivers what was counted. */
  flush(): void
}

/** Where a scope has its request's session. A symbol: forks share it, and no event shows it. */
const sessionKey = Symbol('crumbtrail-session')

/** The session of the request that this scope belongs to. */
export const sessionOf = (scope: Scope): RequestSession | undefined =>
  (scope as { [sessionKey]?: RequestSession })[sessionKey] // set by `beginSession`

export function beginSession(scope: Scope): RequestSession {
  const session: RequestSession = { status: 'exited' }
  Object.assign(scope, { [sessionKey]: session })
  return session
}

const minuteMs = 60_000

/** Counts requests by the minute they ended in, as @sentry/node does. Releases are healthy by these. */
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
