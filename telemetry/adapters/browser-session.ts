import type { TelemetryAdapter, TelemetryItem } from '../adapter.ts'
import type { Clock } from '../clock.ts'
import type { TelemetryEvent, TelemetryUser } from '../errors/event.ts'
import { cryptoRandom, type RandomBytes, randomHex } from '../random.ts'
import type { BrowserSession } from '../transport/session-items.ts'

export interface BrowserSessionOptions {
  /** A page without a release reports no session. */
  release?: string | undefined
  environment?: string | undefined
  /** The user of the page: `() => telemetry.globalScope.user`. Events contain it as well. */
  user?: (() => TelemetryUser | undefined) | undefined
  clock?: Clock
  random?: RandomBytes
  userAgent?: string
  /** Milliseconds since the epoch. The default is now. */
  startedAtMs?: number
  /** When to report the session first, unless something fails or the page is left before. */
  whenIdle?: (tell: () => void) => void
}

/**
 * An adapter that also reports each page load as a session, like `browserSessionIntegration` of
 * @sentry/browser: once at first, again with the first error, and again with the first unhandled one.
 * Navigations belong to the same session.
 */
export function withSession(
  adapter: TelemetryAdapter,
  options: BrowserSessionOptions,
  earlier: readonly TelemetryItem[] = [],
): TelemetryAdapter {
  const { release, environment = 'production', clock = Date.now, random = cryptoRandom } = options
  const { userAgent = navigator.userAgent, startedAtMs = clock(), whenIdle = idle } = options
  if (!release) return adapter
  const session: BrowserSession = {
    sid: randomHex(random, 16),
    init: true,
    started: new Date(startedAtMs).toISOString(),
    timestamp: '',
    status: 'ok',
    errors: 0,
    did: undefined,
    attrs: { release, environment, ip_address: undefined, user_agent: userAgent },
  }
  /** Updates the session from an event. Returns whether it has changed. */
  const note = ({ exception, level, user }: TelemetryEvent): boolean => {
    meet(session, user)
    const isUnhandled = exception
      ? exception.values.some(({ mechanism }) => !mechanism.handled)
      : level === 'fatal'
    const isNews = session.status === 'ok' && (isUnhandled || (!!exception && !session.errors))
    if (isNews) {
      session.errors = 1
      if (isUnhandled) session.status = 'unhandled'
    }
    return isNews
  }
  const tell = (): void => {
    meet(session, options.user?.())
    const timestamp = new Date(clock()).toISOString()
    adapter.deliver({ type: 'session', payload: { ...session, attrs: { ...session.attrs }, timestamp } })
    session.init = false
  }
  /** The page is being left, so unreported changes are sent now. */
  const tellRest = (): void => {
    if (meet(session, options.user?.()) || session.init) tell()
  }
  for (const item of earlier) if (item.type === 'event') note(item.payload)
  whenIdle(() => {
    if (session.init) tell()
  })
  return {
    ...adapter,
    deliver(item) {
      if (item.type === 'event' && note(item.payload)) tell()
      adapter.deliver(item)
    },
    flush(timeoutMs) {
      tellRest()
      return adapter.flush(timeoutMs)
    },
    close(timeoutMs) {
      tellRest()
      return adapter.close(timeoutMs)
    },
  }
}

/** Sets the user if there was none. Returns whether the session has changed. */
function meet(session: BrowserSession, user: TelemetryUser = {}): boolean {
  const did = user.id || user.email || user.username
  session.attrs.ip_address ??= user.ip_address
  if (!did || session.did) return false
  session.did = did
  return true
}

/** Safari before version 18 has no idle callbacks. */
function idle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else setTimeout(work)
}
