import { describe, expect, it } from 'vitest'
import { ConfigError, parseConfig } from '#server/config/config.ts'

// https://opentelemetry.io/docs/specs/otel/protocol/exporter/
const parse = (env: Record<string, string>) => parseConfig(env, { release: '1.2.3' })
const parseServer = (env: Record<string, string>) => parse({ TELEMETRY_ADAPTER: 'otlp', ...env }).otlp
const forPages = { BROWSER_TELEMETRY_ADAPTER: 'envelope,otlp' }

function refusalOf(env: Record<string, string>): string {
  try {
    parse({ TELEMETRY_ADAPTER: 'otlp', ...env })
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'nothing was refused'
}

describe('OTEL_EXPORTER_OTLP_*, on the server', () => {
  it('has the defaults of its specification', () => {
    const plain = { headers: {}, timeoutMs: 10_000, compression: 'none' }
    expect(parseServer({})).toEqual({
      traces: { url: 'http://localhost:4318/v1/traces', ...plain },
      logs: { url: 'http://localhost:4318/v1/logs', ...plain },
    })
  })

  it.each([
    ['https://c.example', 'https://c.example/v1/traces', 'https://c.example/v1/logs'],
    ['https://c.example/my/', 'https://c.example/my/v1/traces', 'https://c.example/my/v1/logs'],
  ])('the endpoint %s has the path of each signal behind it', (endpoint, traces, logs) => {
    const otlp = parseServer({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
    expect([otlp?.traces.url, otlp?.logs.url]).toEqual([traces, logs])
  })

  it('uses the endpoint of one signal as it is', () => {
    const otlp = parseServer({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.example',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://t.example/in',
    })
    expect([otlp?.traces.url, otlp?.logs.url]).toEqual(['https://t.example/in', 'https://c.example/v1/logs'])
  })

  it('reads headers as baggage members, decoded, and those of one signal over the general ones', () => {
    const otlp = parseServer({
      OTEL_EXPORTER_OTLP_HEADERS:
        'Authorization=Bearer%20a%2Cb , x-sentry-auth=sentry sentry_key=k,x-empty=,',
      OTEL_EXPORTER_OTLP_LOGS_HEADERS: 'authorization=Basic%20Zm9v',
    })
    const common = { 'x-sentry-auth': 'sentry sentry_key=k', 'x-empty': '' }
    expect(otlp?.traces.headers).toEqual({ authorization: 'Bearer a,b', ...common })
    expect(otlp?.logs.headers).toEqual({ authorization: 'Basic Zm9v', ...common })
  })

  it('reads time-out and compression, of one signal or of all', () => {
    const otlp = parseServer({
      OTEL_EXPORTER_OTLP_TIMEOUT: '2500',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '1',
      OTEL_EXPORTER_OTLP_LOGS_COMPRESSION: 'none',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    })
    expect(otlp?.traces).toMatchObject({ timeoutMs: 1, compression: 'gzip' })
    expect(otlp?.logs).toMatchObject({ timeoutMs: 2500, compression: 'none' })
  })

  it.each([
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' },
    { OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: 'http/protobuf' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'ftp://c.example' },
    { OTEL_EXPORTER_OTLP_TIMEOUT: '10s' },
    { OTEL_EXPORTER_OTLP_TIMEOUT: '0' },
    { OTEL_EXPORTER_OTLP_COMPRESSION: 'deflate' },
    { OTEL_EXPORTER_OTLP_CERTIFICATE: '/etc/ca.pem' },
    { OTEL_EXPORTER_OTLP_CLIENT_KEY: '/etc/key.pem' },
    { OTEL_EXPORTER_OTLP_TRACES_CLIENT_CERTIFICATE: '/etc/cert.pem' },
  ])('refuses what it cannot do: %o', (env) => {
    expect(refusalOf(env)).toMatch(new RegExp(`^Cannot start: ${Object.keys(env)[0]} is [^\\n]+$`))
  })

  it.each(['hunter2', 'a=b,hunter2', 'na me=hunter2', 'a=%E0%A4hunter2', 'a=hunter2%0Ab'])(
    'refuses the headers %o without saying them',
    (headers) => {
      expect(refusalOf({ OTEL_EXPORTER_OTLP_HEADERS: headers })).toMatch(
        /^Cannot start: OTEL_EXPORTER_OTLP_HEADERS has an invalid member \(number [12]\): it must be name=value/,
      )
      expect(refusalOf({ OTEL_EXPORTER_OTLP_HEADERS: headers })).not.toContain('hunter2')
    },
  )

  it('is not looked at where nothing reports by OTLP: a host sets it for all that it runs', () => {
    const config = parse({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_ENDPOINT: 'c:4317' })
    expect(config).toMatchObject({ otlp: undefined, browserOtlp: undefined, browserTargets: [] })
  })
})

describe('OTLP of pages', () => {
  it('goes where the server goes, and their policy allows that', () => {
    const config = parse({ ...forPages, OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.example:4318/otlp' })
    expect(config.browserTargets).toEqual(['https://c.example:4318'])
    expect(config.browserOtlp?.logs).toEqual({
      url: 'https://c.example:4318/otlp/v1/logs',
      headers: {},
      timeoutMs: 10_000,
    })
  })

  it.each(['', '_TRACES', '_LOGS'])(
    'is refused with secret headers: OTEL_EXPORTER_OTLP%s_HEADERS',
    (signal) => {
      const refusal = refusalOf({ ...forPages, [`OTEL_EXPORTER_OTLP${signal}_HEADERS`]: 'a=hunter2' })
      expect(refusal).toMatch(
        /^Cannot start: BROWSER_TELEMETRY_ADAPTER includes otlp, but OTEL_EXPORTER_OTLP\w*_HEADERS /,
      )
      expect(refusal).toContain('BROWSER_OTLP_HEADERS')
      expect(refusal).not.toContain('hunter2')
    },
  )

  it('never takes a header of the server, but those that pages may show', () => {
    const secret = { ...forPages, OTEL_EXPORTER_OTLP_HEADERS: 'a=hunter2' }
    const shown = parse({ ...secret, BROWSER_OTLP_HEADERS: 'x-key=public' }).browserOtlp
    expect(shown?.traces.headers).toEqual({ 'x-key': 'public' })
    const elsewhere = parse({ ...secret, BROWSER_OTLP_ENDPOINT: 'https://open.example' })
    expect(JSON.stringify([shown, elsewhere.browserOtlp])).not.toContain('hunter2')
    expect(elsewhere.browserOtlp?.logs.url).toBe('https://open.example/v1/logs')
    expect(elsewhere.browserTargets).toEqual(['https://open.example'])
  })
})

describe('BROWSER_TELEMETRY_ADAPTER', () => {
  it.each(['otlp', 'console', 'memory', 'none', 'in-process'])(
    'is its own beside TELEMETRY_ADAPTER=%s',
    (name) => {
      const env = { TELEMETRY_ADAPTER: name, BROWSER_TELEMETRY_ADAPTER: 'console,otlp' }
      expect(parse(env).browserAdapters).toEqual(['console', 'otlp'])
    },
  )

  it('is envelope by default, and nothing where the server reports nothing', () => {
    expect(parse({ TELEMETRY_ADAPTER: 'console' }).browserAdapters).toEqual(['envelope'])
    expect(parse({ TELEMETRY_ADAPTER: 'none' }).browserAdapters).toEqual([])
    expect(parse({ BROWSER_TELEMETRY_ADAPTER: 'none' }).browserAdapters).toEqual([])
    expect(refusalOf({ BROWSER_TELEMETRY_ADAPTER: 'none,otlp' })).toMatch(
      /where "none" must be the only name$/,
    )
  })

  it('is a use for TELEMETRY_DSN where pages send envelopes and the server does not', () => {
    const dsn = { TELEMETRY_DSN: 'https://abc@errors.example/1' }
    expect(parse({ ...dsn, TELEMETRY_ADAPTER: 'console' }).notices).toEqual([])
    expect(parse({ ...dsn, TELEMETRY_ADAPTER: 'none' }).notices).toHaveLength(1)
  })
})
