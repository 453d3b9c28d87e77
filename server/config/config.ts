import * as v from 'valibot'
import { parseEmail, passwordRefusal } from '#server/accounts/credentials.ts'
import type { ProviderSettings } from '#server/accounts/oidc/provider.ts'
import { DEFAULT_SOURCE_MAP_SPACE, type SourceMapSpace } from '#server/protocol/limits.ts'
import type { Bucket } from '#server/store/blobs/s3/bucket.ts'
import { type AlertSettings, parseAlertSettings } from './alert-settings.ts'
import { parseBlobSettings } from './blob-settings.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { parseOidcSettings } from './oidc-settings.ts'
import {
  type OtlpPageSettings,
  type OtlpSettings,
  parseOtlpPageSettings,
  parseOtlpSettings,
} from './otlp-settings.ts'
import { ConfigError, type Environment, parseSetting as read } from './read-setting.ts'
import * as schemas from './setting-schemas.ts'

export { ConfigError }

/** All settings, checked. A setting that is missing or empty has its default. */
export interface Config {
  host: string
  /** 0 asks the system for a free port. */
  port: number
  /** The address at which browsers and SDKs reach us, with its path prefix if any, without a slash at the end. */
  publicUrl: string
  dataDir: string
  /** The address of the PostgreSQL database, with its password; undefined for SQLite in the data directory. */
  databaseUrl: string | undefined
  /** The proxies to believe about the client's address: all, none, a number of them, or these addresses. */
  trustProxy: boolean | number | string[]
  release: string
  environment: string
  /** The owner to create at the first start, instead of the set-up link. */
  owner: { email: string; password: string } | undefined
  telemetryAdapters: schemas.TelemetryAdapterName[]
  /** The DSN that the adapters `envelope` and `sentry` deliver to. */
  telemetryDsn: string | undefined
  /** The number of its own requests that the desk traces in a second. */
  tracesPerSecond: number
  /** The targets of the adapter `otlp`; undefined if it is not named. */
  otlp: OtlpSettings | undefined
  /** The adapters in pages; empty if pages report nothing. */
  browserAdapters: schemas.BrowserAdapterName[]
  /** The targets of `otlp` in pages, which every browser can read; undefined if pages don't use it. */
  browserOtlp: OtlpPageSettings | undefined
  /** The origins that pages deliver to beside this desk, for their policy. */
  browserTargets: string[]
  /** The tunnel's path, which must be the one that the pages were built with. */
  tunnelPath: string
  /** True if pages are served from their shells; otherwise Vike renders each request's. */
  pageShells: boolean
  /** DSNs of other servers that the tunnel forwards to. */
  tunnelAllowedDsns: string[]
  /** Where attachments are uploaded to; undefined keeps them in the data directory. */
  bucket: Bucket | undefined
  /** Data is deleted after this many days; undefined keeps it. */
  retentionDays: number | undefined
  /** Uploads that were not used for longest are deleted where maps take more. */
  sourceMapSpace: SourceMapSpace
  /** The OpenID provider to sign in with; undefined if there is none. */
  oidc: ProviderSettings | undefined
  alerts: AlertSettings
  /** Sentences about settings that are set but do nothing yet. */
  notices: string[]
}

/** One trace in 20 seconds shows what requests cost, and fills no list. */
const defaultTracesPerSecond = 0.05

/** Throws `ConfigError`, whose one line names the first setting that is wrong. */
export function parseConfig(env: Environment, defaults: { release: string }): Config {
  const host = read(env, 'HOST', schemas.host) ?? '127.0.0.1'
  const port = read(env, 'PORT', schemas.port) ?? 3000
  const telemetryAdapters = read(env, 'TELEMETRY_ADAPTER', schemas.telemetryAdapters) ?? ['in-process']
  const telemetryDsn = read(env, 'TELEMETRY_DSN', schemas.dsn)
  const browserAdapters = parseBrowserAdapters(env, telemetryAdapters)
  const browserOtlp = browserAdapters.includes('otlp') ? parseOtlpPageSettings(env) : undefined
  const needsDsn = telemetryAdapters.find((name) => name === 'envelope' || name === 'sentry')
  if (needsDsn !== undefined && telemetryDsn === undefined) {
    throw new ConfigError(`TELEMETRY_ADAPTER includes ${needsDsn}, which requires TELEMETRY_DSN`)
  }
  return {
    host,
    port,
    publicUrl: read(env, 'PUBLIC_URL', schemas.publicUrl) ?? defaultPublicUrl(host, port),
    dataDir: read(env, 'DATA_DIR', v.string()) ?? './data',
    databaseUrl: parseDatabaseUrl(env),
    trustProxy: read(env, 'TRUST_PROXY', schemas.trustProxy) ?? false,
    release: read(env, 'RELEASE', schemas.release) ?? defaults.release,
    environment: read(env, 'ENVIRONMENT', schemas.environment) ?? 'production',
    owner: parseOwner(env),
    telemetryAdapters,
    telemetryDsn,
    tracesPerSecond:
      read(env, 'TELEMETRY_TRACES_PER_SECOND', schemas.tracesPerSecond) ?? defaultTracesPerSecond,
    otlp: telemetryAdapters.includes('otlp') ? parseOtlpSettings(env) : undefined,
    browserAdapters,
    browserOtlp,
    browserTargets: originsOf(browserOtlp),
    tunnelPath: read(env, 'TUNNEL_PATH', schemas.tunnelPath) ?? '/tunnel',
    pageShells: read(env, 'PAGE_SHELLS', schemas.onOrOff) ?? true,
    tunnelAllowedDsns: read(env, 'TUNNEL_ALLOWED_DSNS', schemas.tunnelAllowedDsns) ?? [],
    bucket: parseBlobSettings(env),
    retentionDays: read(env, 'RETENTION_DAYS', schemas.retentionDays),
    sourceMapSpace: {
      projectBytes:
        read(env, 'SOURCE_MAPS_PROJECT_MIB', schemas.mebibytes) ?? DEFAULT_SOURCE_MAP_SPACE.projectBytes,
      totalBytes:
        read(env, 'SOURCE_MAPS_TOTAL_MIB', schemas.mebibytes) ?? DEFAULT_SOURCE_MAP_SPACE.totalBytes,
    },
    oidc: parseOidcSettings(env),
    alerts: parseAlertSettings(env),
    notices: noticesOn(env, telemetryAdapters, browserAdapters),
  }
}

/** Without telemetry of the desk's own, and without adapters for pages, pages report nothing either. */
function parseBrowserAdapters(
  env: Environment,
  telemetryAdapters: schemas.TelemetryAdapterName[],
): schemas.BrowserAdapterName[] {
  const named = read(env, 'BROWSER_TELEMETRY_ADAPTER', schemas.browserTelemetryAdapters)
  if (named === undefined) return telemetryAdapters.includes('none') ? [] : ['envelope']
  return named.filter((name) => name !== 'none')
}

function originsOf(otlp: OtlpPageSettings | undefined): string[] {
  return [...new Set(Object.values(otlp ?? {}).map(({ url }) => new URL(url).origin))]
}

function defaultPublicUrl(host: string, port: number): string {
  // The wildcard addresses are for listening: a browser cannot open them.
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
  const refusal = passwordRefusal(ADMIN_PASSWORD)
  // The value is never shown: this line ends up in logs.
  if (refusal) throw new ConfigError(`ADMIN_PASSWORD cannot be used: ${refusal}`)
  return { email, password: ADMIN_PASSWORD }
}

/** Refusing these would break set-ups written for the next version; ignoring them silently would promise too much. */
const NOT_YET: Record<string, string> = {
  SECRET_KEY: 'nothing is signed or encrypted with it',
}

function noticesOn(
  env: Environment,
  adapters: schemas.TelemetryAdapterName[],
  browserAdapters: schemas.BrowserAdapterName[],
): string[] {
  const notices = Object.entries(NOT_YET)
    .filter(([name]) => env[name])
    .map(([name, consequence]) => `${name} is set but has no effect yet: ${consequence}`)
  const toDsn = (name: string): boolean => name === 'envelope' || name === 'sentry'
  const isForPages = !adapters.includes('in-process') && browserAdapters.some(toDsn)
  if (env.TELEMETRY_DSN && !adapters.some(toDsn) && !isForPages) {
    notices.push(
      'TELEMETRY_DSN is set but has no effect: TELEMETRY_ADAPTER includes neither envelope nor sentry',
    )
  }
  return notices
}
