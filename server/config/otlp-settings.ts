import * as v from 'valibot'
import { parseOtlpHeaders } from './otlp-headers.ts'
import { ConfigError, type Environment, parseSetting } from './read-setting.ts'
import { otlpEndpoint } from './setting-schemas.ts'

// These are OpenTelemetry's own settings: https://opentelemetry.io/docs/specs/otel/protocol/exporter/. They are read,
// and can be wrong, only if an adapter uses them: a host sets them for all that it runs.

/** The target of one kind of item, and how to send it. */
export interface OtlpDeliverySettings {
  url: string
  headers: Record<string, string>
  timeoutMs: number
  compression: 'gzip' | 'none'
}

type Signal = 'traces' | 'logs'
export type OtlpSettings = Record<Signal, OtlpDeliverySettings>

/** Settings that everyone may read: never a header that the desk itself sends. */
export type OtlpPageSettings = Record<Signal, Omit<OtlpDeliverySettings, 'compression'>>

const defaultEndpoint = 'http://localhost:4318'
const defaultTimeoutMs = 10_000

const timeout = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,8}$/, 'which is not a number of milliseconds (1 to 999999999)'),
  v.transform(Number),
)
const compression = v.picklist(['gzip', 'none'], 'which is neither gzip nor none')

/** Reads the settings of `otlp` on the server. Throws `ConfigError`. */
export function parseOtlpSettings(env: Environment): OtlpSettings {
  refuseWhatIsNotSpoken(env)
  return { traces: parseDelivery(env, 'traces'), logs: parseDelivery(env, 'logs') }
}

/** Reads the settings of `otlp` in pages. Throws `ConfigError`. */
export function parseOtlpPageSettings(env: Environment): OtlpPageSettings {
  refuseWhatIsNotSpoken(env)
  const endpoint = parseSetting(env, 'BROWSER_OTLP_ENDPOINT', otlpEndpoint)
  const shown = parseOtlpHeaders(env, 'BROWSER_OTLP_HEADERS')
  const secret = headerSettings.find((name) => env[name]?.trim())
  if (secret !== undefined && endpoint === undefined && shown === undefined) {
    throw new ConfigError(
      `BROWSER_TELEMETRY_ADAPTER includes otlp, but ${secret} cannot be sent to pages, where anyone could read it: ` +
        'set BROWSER_OTLP_HEADERS to headers that may be public, or BROWSER_OTLP_ENDPOINT to a collector that needs none',
    )
  }
  const read = (signal: Signal) => {
    const { url, timeoutMs } = parseDelivery(env, signal)
    return {
      url: endpoint === undefined ? url : below(endpoint, signal),
      headers: shown ?? {},
      timeoutMs,
    }
  }
  return { traces: read('traces'), logs: read('logs') }
}

function parseDelivery(env: Environment, signal: Signal): OtlpDeliverySettings {
  const read = <T>(name: string, schema: v.GenericSchema<string, T>): T | undefined =>
    parseSetting(env, nameOf(name, signal), schema) ?? parseSetting(env, nameOf(name), schema)
  const base = parseSetting(env, nameOf('ENDPOINT'), otlpEndpoint) ?? defaultEndpoint
  return {
    // A signal's own address is used as it is; the general one gets the signal's path appended.
    url: parseSetting(env, nameOf('ENDPOINT', signal), otlpEndpoint) ?? below(base, signal),
    headers: {
      ...parseOtlpHeaders(env, nameOf('HEADERS')),
      ...parseOtlpHeaders(env, nameOf('HEADERS', signal)),
    },
    timeoutMs: read('TIMEOUT', timeout) ?? defaultTimeoutMs,
    compression: read('COMPRESSION', compression) ?? 'none',
  }
}

const below = (endpoint: string, signal: Signal): string => `${endpoint.replace(/\/$/, '')}/v1/${signal}`

function nameOf(name: string, signal?: Signal): string {
  return `OTEL_EXPORTER_OTLP_${signal === undefined ? '' : `${signal.toUpperCase()}_`}${name}`
}

const everyNameOf = (name: string): string[] => [nameOf(name), nameOf(name, 'traces'), nameOf(name, 'logs')]
const headerSettings = everyNameOf('HEADERS')

function refuseWhatIsNotSpoken(env: Environment): void {
  for (const name of everyNameOf('PROTOCOL')) {
    parseSetting(
      env,
      name,
      v.literal('http/json', 'which is not http/json, the only OTLP protocol that the desk sends'),
    )
  }
  for (const name of ['CERTIFICATE', 'CLIENT_KEY', 'CLIENT_CERTIFICATE'].flatMap(everyNameOf)) {
    if (env[name]?.trim()) {
      throw new ConfigError(
        `${name} is set, but OTLP uses Node's own certificates: unset it and name the authority in NODE_EXTRA_CA_CERTS`,
      )
    }
  }
}
