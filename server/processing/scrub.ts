import type { NormalizedEvent, NormalizedRequest } from './event.ts'
import { isObject, type JsonObject } from './normalize/untrusted.ts'
import { FILTERED, isSecretName, scrubBrokenJson, scrubQuery, scrubText } from './secrets.ts'
import type { NormalizedSpan } from './span.ts'

/**
 * Puts `[Filtered]` where an event's data obviously holds a secret. Titles and stacks stay: what can't be
 * read can't be mended.
 */
export function scrub(event: NormalizedEvent): NormalizedEvent {
  const contexts = Object.entries(event.contexts).map(([name, context]) => [name, scrubObject(context)])
  return {
    ...event,
    tags: scrubPairs(event.tags),
    extra: scrubObject(event.extra),
    contexts: Object.fromEntries(contexts),
    breadcrumbs: {
      values: event.breadcrumbs.values.map((crumb) =>
        crumb.data ? { ...crumb, data: scrubObject(crumb.data) } : crumb,
      ),
    },
    exception: {
      values: event.exception.values.map((exception) =>
        exception.mechanism?.data
          ? {
              ...exception,
              mechanism: { ...exception.mechanism, data: scrubObject(exception.mechanism.data) },
            }
          : exception,
      ),
    },
    ...(event.user ? { user: scrubObject(event.user) } : {}),
    ...(event.request ? { request: scrubRequest(event.request) } : {}),
  }
}

/** A query without its address is found by its attribute's name: `url.query`, `http.query`. */
export function scrubSpan(span: NormalizedSpan): NormalizedSpan {
  const data = scrubObject(span.data)
  for (const name in data) {
    const value = data[name]
    if (name.endsWith('.query') && typeof value === 'string') data[name] = scrubQuery(value)
  }
  return { ...span, name: scrubText(span.name), data }
}

function scrubRequest(request: NormalizedRequest): NormalizedRequest {
  const { url, query_string, headers, data, env } = request
  return {
    ...request,
    ...(url === undefined ? {} : { url: scrubText(url) }),
    ...(query_string === undefined ? {} : { query_string: scrubText(scrubQuery(query_string)) }),
    headers: scrubPairs(headers),
    // A form's body is a query without an address.
    ...(data === undefined
      ? {}
      : { data: typeof data === 'string' ? scrubText(scrubBody(data)) : scrubValue(data) }),
    ...(env === undefined ? {} : { env: scrubObject(env) }),
  }
}

/** JSON that was sent as text hides its names; it is read, scrubbed and written again. */
function scrubBody(text: string): string {
  if (!/^\s*[[{]/.test(text)) return scrubQuery(text)
  try {
    return JSON.stringify(scrubValue(JSON.parse(text)))
  } catch {
    return scrubBrokenJson(text)
  }
}

function scrubPairs(pairs: [string, string][]): [string, string][] {
  return pairs.map(([name, value]) => [name, isSecretName(name) ? FILTERED : scrubText(value)])
}

export function scrubObject(object: JsonObject): JsonObject {
  const copy: JsonObject = {}
  for (const name of Object.keys(object)) {
    copy[name] = isSecretName(name) && object[name] !== null ? FILTERED : scrubValue(object[name])
  }
  return copy
}

function scrubValue(value: unknown): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (Array.isArray(value)) return value.map(scrubValue)
  return isObject(value) ? scrubObject(value) : value
}
