import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Random } from '#server/accounts/secrets.ts'
import type { WriteTickets } from '#server/store/engine/news.ts'
import type { RequestTracing } from '#telemetry/fastify.ts'
import { formatTraceHeaders, metaTags } from '#telemetry/trace/propagation.ts'
import { createFailureRecorder, type FailureStage } from './failure.ts'
import { FLASH_COOKIE, type Flashes } from './forms/flash.ts'
import type { Idempotency } from './forms/idempotency.ts'
import { postedForm } from './forms/posted-form.ts'
import { runIdempotent } from './forms/run-idempotent.ts'
import { isPayloadUrl, pageUrlOf } from './payload.ts'
import { type CookieJar, type CookieOptions, createCookieJar } from './policy/cookie-jar.ts'
import {
  changePreferences,
  PREFERENCES_COOKIE,
  PREFERENCES_MAX_AGE_SECONDS,
  type PreferenceChanges,
  parsePreferences,
  writePreferences,
} from './preferences.ts'
import { createVisit, type RequestAdmission, type RequestTrace, type Visit } from './visit.ts'

const NONCE_BYTES = 16

export interface ReceiveOptions {
  /** The origin of the pages, as users know it. */
  publicOrigin: string
  cookieOptions: CookieOptions
  /** Only several processes on one database need it (policy/own-writes.ts). */
  writes?: WriteTickets | undefined
  clock: () => number
  random: Random
  tracing: RequestTracing
  /** Reports a failure and returns its digest. */
  report: (thrown: unknown, stage: FailureStage) => string
  admit: (request: FastifyRequest, jar: CookieJar) => RequestAdmission
}

/** The parts that all visits share. */
export interface FormMemory {
  idempotency: Idempotency
  flashes: Flashes
}

export interface ReceivedVisit {
  visit: Visit
  jar: CookieJar
}

/** Builds the visit: who asks for which page, and with what. */
export async function receiveVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ReceiveOptions & FormMemory,
): Promise<ReceivedVisit> {
  const { idempotency, writes, clock, random } = options
  const jar = createCookieJar(reply, options.cookieOptions)
  const failures = createFailureRecorder(options.report)
  const { findViewer, session, mayRepeat, ...admission } = options.admit(request, jar)
  const form = request.method === 'POST' ? postedForm(request.body) : undefined
  const found = await findViewer().then(
    (viewer) => ({ viewer, earlyFailure: undefined }),
    (thrown) => ({ viewer: undefined, earlyFailure: failures.record(thrown, 'request') }),
  )
  const url = new URL(options.publicOrigin + pageUrl(request))
  const wants = wantsOf(request)
  const visit = createVisit({
    ...admission,
    ...found,
    ...traceOf(request, options.tracing),
    ...preferencesOf(request, jar),
    failures,
    url,
    wants,
    now: clock(),
    newNonce: () => Buffer.from(random(NONCE_BYTES)).toString('base64'),
    form: form?.fields,
    files: form?.files ?? [],
    runIdempotent: (run) =>
      form === undefined
        ? run()
        : runIdempotent({ idempotency, jar, session, mayRepeat, url, form, writes }, run),
    flash:
      request.method === 'GET' && wants === 'document'
        ? await takeFlash(request, jar, options, url)
        : undefined,
  })
  return { visit, jar }
}

function preferencesOf({ cookies }: FastifyRequest, jar: CookieJar) {
  const preferences = parsePreferences(cookies)
  return {
    preferences,
    changePreferences(changes: PreferenceChanges) {
      const changed = changePreferences(preferences, changes)
      if ('refusal' in changed) return changed
      jar.set({
        name: PREFERENCES_COOKIE,
        value: writePreferences(changed) || undefined,
        maxAgeSeconds: PREFERENCES_MAX_AGE_SECONDS,
      })
      return undefined
    },
  }
}

function pageUrl({ url }: FastifyRequest): string {
  return isPayloadUrl(url) ? pageUrlOf(url) : url
}

/** A form is posted to its page's own address in either case; the Accept header tells them apart. */
function wantsOf({ method, url, headers }: FastifyRequest): Visit['wants'] {
  const isScript = method === 'POST' && /\bapplication\/json\b/i.test(headers.accept ?? '')
  return isPayloadUrl(url) || isScript ? 'data' : 'document'
}

async function takeFlash(
  { cookies }: FastifyRequest,
  jar: CookieJar,
  { flashes }: FormMemory,
  { pathname }: URL,
): Promise<object | undefined> {
  const id = cookies[FLASH_COOKIE]
  const flash = id === undefined ? undefined : await flashes.take(id, pathname)
  // Another page's visit leaves the flash for the page that it belongs to.
  if (flash !== undefined) jar.set({ name: FLASH_COOKIE, value: undefined, maxAgeSeconds: 0 })
  return flash
}

function traceOf({ method, url }: FastifyRequest, tracing: RequestTracing): RequestTrace {
  const root = tracing.activeSpan() // telemetryPlugin sets it for this request.
  return {
    measure: (op, name, work) => tracing.startSpan({ op, name }, work),
    setRoute(route) {
      root.name = `${method} ${route}${isPayloadUrl(url) ? ' (payload)' : ''}`
      root.setAttribute('http.route', route)
    },
    traceMeta() {
      // A trace that is not sampled only passes that decision on.
      const isKept = root.context.sampled !== false
      return metaTags(isKept ? tracing.traceHeaders(root) : formatTraceHeaders(root.context, {}))
    },
  }
}
