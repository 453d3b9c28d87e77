import * as v from 'valibot'
import { parseEmail, passwordFault } from './accounts/credentials.ts'
import * as schemas from './setting-schemas.ts'

/** Every setting that does something, checked. One that is not set, or empty, has its default. */
export interface Config {
  host: string
  /** 0 asks the system for a free one. */
  port: number
  /** Where people and SDKs reach us, with its path prefix if any, without a slash at the end. */
  publicUrl: string
  dataDir: string
  /** Whom to believe about the client's address: everybody, nobody, so many proxies, or these addresses. */
  trustProxy: boolean | number | string[]
  release: string
  environment: string
  /** The owner to create at the first start, instead of the set-up link. */
  owner: { email: string; password: string } | undefined
  telemetryAdapters: schemas.TelemetryAdapterName[]
  /** Where the adapters `envelope` and `sentry` deliver to. */
  telemetryDsn: string | undefined
  /** How many of a second's requests the desk traces, of its own. */
  tracesPerSecond: number
  /** The collector that the adapter `otlp` delivers to. */
  otlpEndpoint: string
  /** Where pages deliver to beside this desk, for their policy: origins. */
  browserTargets: string[]
  /** Must be the one that the pages were built with. */
  tunnelPath: string
  /** Whether pages are served from their shells; otherwise Vike renders each request's. */
  pageShells: boolean
  /** DSNs of other desks that the tunnel forwards to. */
  tunnelAllowedDsns: string[]
  /** After so many days what was sent is deleted; undefined keeps it. */
  retentionDays: number | undefined
  /** Sentences about settings that were given and do nothing yet. */
  notices: string[]
}

export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(matter: string) {
    super(`Cannot start: ${matter}`)
  }
}

/** OpenTelemetry's own: https://opentelemetry.io/docs/specs/otel/protocol/exporter/ */
const defaultOtlpEndpoint = 'http://localhost:4318'

/** What people at a desk cause, with all that their pages fetch ahead. */
const defaultTracesPerSecond = 20

type Environment = Record<string, string | undefined>

/** Throws `ConfigError`, whose one line names the first setting that is wrong. */
export function parseConfig(env: Environment, defaults: { release: string }): Config {
  if (env.DATABASE_URL) {
    throw new ConfigError('DATABASE_URL is set, and PostgreSQL is not supported yet: unset it to use SQLite')
  }
  const host = read(env, 'HOST', schemas.host) ?? '127.0.0.1'
  const port = read(env, 'PORT', schemas.port) ?? 3000
  const telemetryAdapters = read(env, 'TELEMETRY_ADAPTER', schemas.telemetryAdapters) ?? ['in-process']
  const telemetryDsn = read(env, 'TELEMETRY_DSN', schemas.dsn)
  const otlpEndpoint = read(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', schemas.otlpEndpoint) ?? defaultOtlpEndpoint
  const browserAdapters = read(env, 'BROWSER_TELEMETRY_ADAPTER', schemas.browserTelemetryAdapters) ?? []
  const needsDsn = telemetryAdapters.find((name) => name === 'envelope' || name === 'sentry')
  if (needsDsn !== undefined && telemetryDsn === undefined) {
    throw new ConfigError(`TELEMETRY_ADAPTER names ${needsDsn}, which needs a TELEMETRY_DSN to deliver to`)
  }
  return {
    host,
    port,
    publicUrl: read(env, 'PUBLIC_URL', schemas.publicUrl) ?? defaultPublicUrl(host, port),
    dataDir: read(env, 'DATA_DIR', v.string()) ?? './data',
    trustProxy: read(env, 'TRUST_PROXY', schemas.trustProxy) ?? false,
    release: read(env, 'RELEASE', schemas.release) ?? defaults.release,
    environment: read(env, 'ENVIRONMENT', schemas.environment) ?? 'production',
    owner: parseOwner(env),
    telemetryAdapters,
    telemetryDsn,
    tracesPerSecond:
      read(env, 'TELEMETRY_TRACES_PER_SECOND', schemas.tracesPerSecond) ?? defaultTracesPerSecond,
    otlpEndpoint,
    browserTargets: browserAdapters.includes('otlp') ? [new URL(otlpEndpoint).origin] : [],
    tunnelPath: read(env, 'TUNNEL_PATH', schemas.tunnelPath) ?? '/tunnel',
    pageShells: read(env, 'PAGE_SHELLS', schemas.onOrOff) ?? true,
    tunnelAllowedDsns: read(env, 'TUNNEL_ALLOWED_DSNS', schemas.tunnelAllowedDsns) ?? [],
    retentionDays: read(env, 'RETENTION_DAYS', schemas.retentionDays),
    notices: noticesOn(env, telemetryAdapters),
  }
}

function read<T>(env: Environment, name: string, schema: v.GenericSchema<string, T>): T | undefined {
  const text = env[name]?.trim()
  if (!text) return undefined
  const result = v.safeParse(schema, text)
  if (!result.success)
    throw new ConfigError(`${name} is ${JSON.stringify(text)}, ${result.issues[0].message}`)
  return result.output
}

function defaultPublicUrl(host: string, port: number): string {
  // The wildcard addresses are for listening: nobody can open them.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function parseOwner(env: Environment): Config['owner'] {
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = env
  if (!ADMIN_EMAIL && !ADMIN_PASSWORD) return undefined
  if (!ADMIN_PASSWORD) throw new ConfigError('ADMIN_EMAIL is set without ADMIN_PASSWORD')
  if (!ADMIN_EMAIL) throw new ConfigError('ADMIN_PASSWORD is set without ADMIN_EMAIL')
  const email = parseEmail(ADMIN_EMAIL)
  if (email === undefined) {
    throw new ConfigError(`ADMIN_EMAIL is ${JSON.stringify(ADMIN_EMAIL)}, which is not an email address`)
  }
  const fault = passwordFault(ADMIN_PASSWORD)
  // Never the value: this line ends up in logs.
  if (fault) throw new ConfigError(`ADMIN_PASSWORD cannot be used: ${fault}`)
  return { email, password: ADMIN_PASSWORD }
}

/** Refusing these would break set-ups written for the next version; silence would promise what is not kept. */
const NOT_YET: Record<string, string> = {
  SMTP_URL: 'no mail is sent',
  SECRET_KEY: 'nothing is signed or encrypted with it',
}

function noticesOn(env: Environment, adapters: schemas.TelemetryAdapterName[]): string[] {
  const notices = Object.entries(NOT_YET)
    .filter(([name]) => env[name])
    .map(([name, consequence]) => `${name} is set and has no effect yet: ${consequence}`)
  if (env.TELEMETRY_DSN && !adapters.includes('envelope') && !adapters.includes('sentry')) {
    notices.push(
      'TELEMETRY_DSN is set and has no effect: TELEMETRY_ADAPTER names neither envelope nor sentry',
    )
  }
  return notices
}
