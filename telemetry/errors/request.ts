import { isSecretName, scrubUrl } from './urls.ts'

/** https://develop.sentry.dev/sdk/data-model/event-payloads/request/ */
export interface TelemetryRequest {
  method?: string | undefined
  url?: string | undefined
  headers?: Record<string, string> | undefined
}

type HeaderValues = Record<string, string | string[] | number | undefined>

// The headers that identify the visitor. A host that wants to report the user calls `scope.setUser`.
const addressHeaders = /^(?:forwarded|x-forwarded-for|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/

/** Describes a request without secrets, cookies and visitors' addresses. */
export function describeRequest(request: {
  method?: string
  url?: string
  headers?: HeaderValues
}): TelemetryRequest {
  return {
    ...(request.method === undefined ? {} : { method: request.method }),
    ...(request.url === undefined ? {} : { url: scrubUrl(request.url) }),
    ...(request.headers === undefined ? {} : { headers: scrubHeaders(request.headers) }),
  }
}

function scrubHeaders(headers: HeaderValues): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    shown[name] = shownHeader(name.toLowerCase(), Array.isArray(value) ? value.join(', ') : String(value))
  }
  return shown
}

function shownHeader(name: string, value: string): string {
  if (isSecretName(name) || /cookie/.test(name) || addressHeaders.test(name)) return '[Filtered]'
  return /^(?:referer|referrer|origin|location|x-original-url|x-rewrite-url)$/.test(name)
    ? scrubUrl(value)
    : value
}
