import { isIP } from 'node:net'
import * as v from 'valibot'
import { refusalOfTunnelPath } from './tunnel-path.ts'

// Each takes a setting's text, trimmed and not empty. A message is the end of the sentence
// `Cannot start: NAME is "text", …`.

export type TelemetryAdapterName = (typeof TELEMETRY_ADAPTERS)[number]

const TELEMETRY_ADAPTERS = ['in-process', 'envelope', 'sentry', 'otlp', 'console', 'memory', 'none'] as const

export const host = v.pipe(
  v.string(),
  v.regex(/^[\w.:%-]+$/, 'which is not a host name or address to listen on'),
)

export const port = v.pipe(
  v.string(),
  v.check(isPort, 'which is not a port number (0 to 65535)'),
  v.transform(Number),
)

export const publicUrl = v.pipe(
  v.string(),
  v.check(isPlainHttpUrl, 'which is not an http or https address without query, fragment and password'),
  // After parsing and formatting, the origin is as browsers write it and can be compared with theirs.
  v.transform((text) => new URL(text).href.replace(/(?<!\/)\/+$/, '')),
)

export const trustProxy = v.pipe(
  v.string(),
  v.check(
    isTrustProxy,
    'which is not true, false, a number of proxies or a comma-separated list of addresses',
  ),
  v.transform((text) => {
    if (text === 'true' || text === 'false') return text === 'true'
    return isCount(text) ? Number(text) : listOf(text)
  }),
)

/** Characters that a release's name may have: https://docs.sentry.io/product/releases/naming-releases/ */
export const release = v.pipe(
  v.string(),
  v.regex(/^[^\p{C}/\\]+$/u, 'which must not contain slashes or control characters'),
  v.maxLength(200, 'which is longer than 200 characters'),
)

/** https://docs.sentry.io/concepts/key-terms/environments/ */
export const environment = v.pipe(
  v.string(),
  v.regex(/^[^\p{C}\s/]+$/u, 'which must not contain slashes, spaces or control characters'),
  v.maxLength(64, 'which is longer than 64 characters'),
)

export const telemetryAdapters = v.pipe(
  v.string(),
  v.transform((text) => [...new Set(listOf(text))]),
  v.array(
    v.picklist(TELEMETRY_ADAPTERS, `which includes something other than ${TELEMETRY_ADAPTERS.join(', ')}`),
  ),
  v.check((names) => !names.includes('none') || names.length === 1, 'where "none" must be the only name'),
)

export type BrowserAdapterName = (typeof BROWSER_ADAPTERS)[number]

const BROWSER_ADAPTERS = ['envelope', 'sentry', 'otlp', 'console', 'none'] as const

export const browserTelemetryAdapters = v.pipe(
  v.string(),
  v.transform((text) => [...new Set(listOf(text))]),
  v.array(v.picklist(BROWSER_ADAPTERS, `which includes something other than ${BROWSER_ADAPTERS.join(', ')}`)),
  v.check((names) => !names.includes('none') || names.length === 1, 'where "none" must be the only name'),
)

export const tracesPerSecond = v.pipe(
  v.string(),
  v.regex(/^\d{1,6}(\.\d{1,3})?$/, 'which is not a number from 0 to 999999'),
  v.transform(Number),
)

export const onOrOff = v.pipe(
  v.picklist(['on', 'off'], 'which is neither on nor off'),
  v.transform((text) => text === 'on'),
)

export const otlpEndpoint = v.pipe(
  v.string(),
  v.check(isPlainHttpUrl, 'which is not an http or https address without query, fragment and password'),
)

export const dsn = v.pipe(
  v.string(),
  v.check(isDsn, 'which is not a DSN like https://<key>@<host>/<project>'),
)

/** Each is compared as a text: an SDK's DSN is its sender's whole permission. */
export const tunnelAllowedDsns = v.pipe(
  v.string(),
  v.transform((text) => [...new Set(listOf(text))]),
  v.check(
    (dsns) => dsns.every(isDsn),
    'which is not a comma-separated list of DSNs like https://<key>@<host>/<project>',
  ),
)

// Pages are checked at the start.
export const tunnelPath = v.pipe(
  v.string(),
  v.check(
    (path) => refusalOfTunnelPath(path) === undefined,
    ({ input }) => refusalOfTunnelPath(input) ?? '',
  ),
)

export const retentionDays = v.pipe(
  v.string(),
  v.check((text) => /^[1-9]\d{0,4}$/.test(text), 'which is not a number of days (1 to 99999)'),
  v.transform(Number),
)

export const mebibytes = v.pipe(
  v.string(),
  v.check((text) => /^[1-9]\d{0,7}$/.test(text), 'which is not a number of MiB (1 to 99999999)'),
  v.transform((text) => Number(text) * 2 ** 20),
)

function listOf(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

function isCount(text: string): boolean {
  return /^\d{1,3}$/.test(text)
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65535
}

function isPlainHttpUrl(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '' && !/[?#]/.test(text)
  )
}

function isTrustProxy(text: string): boolean {
  return text === 'true' || text === 'false' || isCount(text) || listOf(text).every(isTrustedAddress)
}

/** Values that proxy-addr, which Fastify uses, understands: an address, a range, or a range's name. */
function isTrustedAddress(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  if (bits < 0 || rest.length > 0) return false
  return prefix === undefined || (isCount(prefix) && Number(prefix) <= bits)
}

function isDsn(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    /^[\w-]+$/.test(url.username) &&
    /\/\d+\/?$/.test(url.pathname) &&
    !/[?#]/.test(text)
  )
}
