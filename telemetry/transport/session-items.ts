/** An item of type `session`: https://develop.sentry.dev/sdk/telemetry/sessions/#session-update-payload */
export interface BrowserSession {
  /** 32 lower-case hex characters. */
  sid: string
  /** True the first time that it is told of. */
  init: boolean
  /** ISO 8601, as `timestamp`, which says when it was so. */
  started: string
  timestamp: string
  /** `unhandled`, as @sentry/browser 11 calls it: a page goes on where a process would crash. */
  status: 'ok' | 'unhandled'
  errors: number
  /** Who it was, by the first user that was set. */
  did: string | undefined
  attrs: { release: string; environment: string; ip_address: string | undefined; user_agent: string }
}

/** How a request went: https://develop.sentry.dev/sdk/telemetry/sessions/#session-aggregates-payload */
export interface RequestSession {
  status: 'exited' | 'errored' | 'crashed'
}

/** An item of type `sessions`. */
export interface SessionCounts {
  aggregates: ({ started: string } & Record<RequestSession['status'], number>)[]
  attrs: { release: string; environment: string | undefined }
}
