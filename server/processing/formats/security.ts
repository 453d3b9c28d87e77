import { isObject, type JsonObject } from '#server/processing/normalize/untrusted.ts'
import { parseReports } from '#server/processing/pipeline/parse-payload.ts'
import { RefusedItem } from '#server/processing/pipeline/refused-item.ts'
import type { Envelope } from '#server/protocol/envelope.ts'
import type { Submission, SubmissionHints } from '#server/protocol/formats.ts'
import { limits } from '#server/protocol/limits.ts'
import { blockedSource, parseCsp } from './csp.ts'
import { jsonItem } from './json-item.ts'

/**
 * What browsers report by themselves, each as an event: `{"csp-report": …}` and its like, or a list as in
 * https://www.w3.org/TR/reporting-1/. Of a list, what is of another kind is counted as not supported.
 */
export function parseSecurityReports({ body, hints = {} }: Submission): [Envelope, ...Envelope[]] {
  const reports = parseReports('report', body, limits.securityReportBytes)
  if (reports.length > limits.eventsPerBody) {
    const detail = `Cannot read reports: there are more than ${limits.eventsPerBody}`
    throw new RefusedItem(413, 'too_many_reports', detail, { quantity: reports.length })
  }
  const [first, ...others] = reports.map((report) => {
    const event = isObject(report) ? toEvent(report) : undefined
    const item = event
      ? jsonItem('security', { ...event, ...contextOf(event, hints) })
      : jsonItem('raw_security', {})
    return { headers: {}, items: [item] }
  })
  if (!first) throw new RefusedItem(400, 'no_reports', 'Cannot read reports: the list is empty')
  return [first, ...others]
}

function toEvent(report: JsonObject): JsonObject | undefined {
  const { type, url, body } = report
  if (type === 'csp-violation' && isObject(body)) return cspEvent({ documentURL: url, ...body })
  const { 'csp-report': csp, 'expect-ct-report': ct, 'expect-staple-report': staple } = report
  if (isObject(csp)) return cspEvent(csp)
  if (isObject(ct)) return certificateEvent('expectct', 'Expect-CT', ct)
  if (isObject(staple)) return certificateEvent('expectstaple', 'Expect-Staple', staple)
  // RFC 7469 wraps it in nothing.
  if (Array.isArray(report['known-pins'])) return certificateEvent('hpkp', 'Public key pinning', report)
  return undefined
}

/** One issue for each directive and source, whatever the page: so does Sentry. */
function cspEvent(given: JsonObject): JsonObject {
  const csp = parseCsp(given)
  const source = blockedSource(csp)
  const what = (Object.hasOwn(WHAT, csp.directive) && WHAT[csp.directive]) || csp.directive
  return {
    logger: 'csp',
    platform: 'other',
    level: 'error',
    message: `Blocked ${what} from '${source}'`,
    transaction: csp.document === '' ? undefined : csp.document.split(/[?#]/, 1)[0],
    fingerprint: ['csp', csp.directive, source],
    tags: { 'effective-directive': csp.directive, 'blocked-uri': csp.blocked.slice(0, limits.tagValueChars) },
    request: { url: csp.document },
    extra: { report: csp.report },
  }
}

const WHAT: Record<string, string> = {
  'base-uri': "'base' address",
  'child-src': "'child'",
  'connect-src': "'connect'",
  'font-src': "'font'",
  'form-action': "'form' action",
  'frame-ancestors': "'frame' ancestor",
  'frame-src': "'frame'",
  'img-src': "'image'",
  'manifest-src': "'manifest'",
  'media-src': "'media'",
  'object-src': "'object'",
  'script-src': "'script'",
  'script-src-attr': "'script' attribute",
  'script-src-elem': "'script' element",
  'style-src': "'style'",
  'style-src-attr': "'style' attribute",
  'style-src-elem': "'style' element",
  'worker-src': "'worker'",
}

function certificateEvent(logger: string, what: string, report: JsonObject): JsonObject {
  const host =
    typeof report.hostname === 'string' && report.hostname !== '' ? report.hostname : 'unknown host'
  return {
    logger,
    platform: 'other',
    level: 'error',
    message: `${what} failed for '${host}'`,
    fingerprint: [logger, host],
    tags: { hostname: host.slice(0, limits.tagValueChars) },
    extra: { report },
  }
}

/** A browser's report says nothing about the application: its address may, and who sent it. */
function contextOf(event: JsonObject, { query = {}, userAgent }: SubmissionHints): JsonObject {
  const { sentry_release: release, sentry_environment: environment } = query
  const request = isObject(event.request) ? event.request : {}
  return {
    ...(release === undefined ? {} : { release }),
    ...(environment === undefined ? {} : { environment }),
    ...(userAgent === undefined ? {} : { request: { ...request, headers: { 'User-Agent': userAgent } } }),
  }
}
