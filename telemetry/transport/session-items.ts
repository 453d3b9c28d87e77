/**
 * An item of the type `session`: https://develop.sentry.dev/sdk/telemetry/sessions/#session-update-payload
 */
export interface BrowserSession {
  /** 32 lower-case hex characters. */
  sid: string
  /** True in the first report of the session. */
  init: boolean
  /** ISO 8601, like `timestamp`, which is the time of this state. */
  started: string
  timestamp: string
  /** `unhandled`, as @sentry/browser 11 calls it, because a page continues where a process would crash. */
  status: 'ok' | 'unhandled'
  errors: number
  /** The id of the first user that was set. */
  did: string | undefined
  attrs: { release: string; environment: string; ip_address: string | undefined; user_agent: string }
}

/** The result of a request: https://develop.sentry.dev/sdk/telemetry/sessions/#session-aggregates-payload */
export interface RequestSession {
  status: 'exited' | 'errored' | 'crashed'
}

/** An item of the type `sessions`. */
export interface SessionCounts {
  aggregates: ({ started: string } & Record<RequestSession['status'], number>)[]
  attrs: { release: string; environment: string | undefined }
}
