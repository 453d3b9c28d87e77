import { describe, expect, it } from 'vitest'
import { ConfigError, parseConfig } from '#server/config/config.ts'

const parse = (env: Record<string, string | undefined>) => parseConfig(env, { release: '1.2.3' })

describe('parseConfig()', () => {
  it('has a default for everything', () => {
    expect(parse({})).toEqual({
      alerts: { mail: undefined, allowsPrivate: false },
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: './data',
      trustProxy: false,
      release: '1.2.3',
      environment: 'production',
      owner: undefined,
      telemetryAdapters: ['in-process'],
      telemetryDsn: undefined,
      tracesPerSecond: 0.05,
      pageShells: true,
      browserAdapters: ['envelope'],
      browserTargets: [],
      tunnelPath: '/tunnel',
      tunnelAllowedDsns: [],
      sourceMapSpace: { projectBytes: 2_147_483_648, totalBytes: 10_737_418_240 },
      notices: [],
    })
  })

  it('takes an empty setting for one that is not set, as compose files write it', () => {
    expect(parse({ PORT: '', HOST: ' ', DATABASE_URL: '', ADMIN_EMAIL: '', SMTP_URL: '' })).toEqual(parse({}))
  })

  it.each([
    [{ HOST: '0.0.0.0', PORT: '80' }, 'http://localhost:80'],
    [{ HOST: '::' }, 'http://localhost:3000'],
    [{ HOST: '::1', PORT: '0' }, 'http://[::1]:0'],
    [{ PUBLIC_URL: 'https://Desk.Example.com:443/' }, 'https://desk.example.com'],
    [{ PUBLIC_URL: 'https://example.com/crumbs//' }, 'https://example.com/crumbs'],
  ])('reaches %o at %s', (env, publicUrl) => {
    expect(parse(env).publicUrl).toBe(publicUrl)
  })

  it.each([
    ['true', true],
    ['false', false],
    ['0', 0],
    ['2', 2],
    ['127.0.0.1', ['127.0.0.1']],
    ['10.0.0.0/8, ::1,loopback', ['10.0.0.0/8', '::1', 'loopback']],
  ])('trusts the proxies in TRUST_PROXY=%s', (text, trustProxy) => {
    expect(parse({ TRUST_PROXY: text }).trustProxy).toEqual(trustProxy)
  })

  it('takes several telemetry adapters', () => {
    const config = parse({
      TELEMETRY_ADAPTER: 'in-process, console,envelope,console',
      TELEMETRY_DSN: 'https://abc@sentry.example.com/prefix/7',
    })
    expect(config.telemetryAdapters).toEqual(['in-process', 'console', 'envelope'])
    expect(config.telemetryDsn).toBe('https://abc@sentry.example.com/prefix/7')
  })

  it('makes an owner of ADMIN_EMAIL and ADMIN_PASSWORD', () => {
    const owner = parse({ ADMIN_EMAIL: ' Ada@Example.com', ADMIN_PASSWORD: ' twelve chars ' }).owner
    expect(owner).toEqual({ email: 'ada@example.com', password: ' twelve chars ' })
  })

  it('gives source maps 2 GiB for each project and 10 GiB in all unless settings say otherwise', () => {
    expect(parse({}).sourceMapSpace).toEqual({ projectBytes: 2_147_483_648, totalBytes: 10_737_418_240 })
    const space = parse({ SOURCE_MAPS_PROJECT_MIB: '64', SOURCE_MAPS_TOTAL_MIB: '1' }).sourceMapSpace
    expect(space).toEqual({ projectBytes: 67_108_864, totalBytes: 1_048_576 })
    for (const wrong of ['0', '-1', '1.5', '1g', '100000000']) {
      const matter = `SOURCE_MAPS_TOTAL_MIB is "${wrong}", which is not a number of MiB (1 to 99999999)`
      expect(() => parse({ SOURCE_MAPS_TOTAL_MIB: wrong })).toThrow(new ConfigError(matter))
    }
  })

  it('keeps what was sent unless RETENTION_DAYS says for how long', () => {
    expect(parse({}).retentionDays).toBeUndefined()
    expect(parse({ RETENTION_DAYS: '30' }).retentionDays).toBe(30)
    for (const wrong of ['0', '-1', '1.5', 'x', '100000']) {
      const matter = `RETENTION_DAYS is "${wrong}", which is not a number of days (1 to 99999)`
      expect(() => parse({ RETENTION_DAYS: wrong })).toThrow(new ConfigError(matter))
    }
  })

  it('takes a mail server with the address that mails come from, and neither alone', () => {
    const mail = { SMTP_URL: 'smtps://ada:pa%20ss@mail.example:465', MAIL_FROM: 'desk@example.com' }
    expect(parse(mail).alerts).toEqual({
      mail: { url: 'smtps://ada:pa%20ss@mail.example:465', from: 'desk@example.com' },
      allowsPrivate: false,
    })
    const named = { ...mail, MAIL_FROM: 'Crumbtrail <desk@example.com>' }
    expect(parse(named).alerts.mail?.from).toBe('Crumbtrail <desk@example.com>')
    expect(parse({ ALERTS_ALLOW_PRIVATE: 'on' }).alerts).toEqual({ mail: undefined, allowsPrivate: true })
    for (const [env, message] of [
      [{ MAIL_FROM: 'desk@example.com' }, 'MAIL_FROM is set without SMTP_URL'],
      [{ SMTP_URL: 'smtp://x' }, 'SMTP_URL is set without MAIL_FROM, the address that mails come from'],
      [
        { SMTP_URL: 'http://:secret@x' },
        'SMTP_URL is set to something else than smtp://USER:PASSWORD@HOST:PORT',
      ],
      [{ SMTP_URL: 'smtp://x', MAIL_FROM: 'desk' }, 'MAIL_FROM is "desk", which is not an email address'],
      [{ ALERTS_ALLOW_PRIVATE: 'yes' }, 'ALERTS_ALLOW_PRIVATE is "yes", which is neither on nor off'],
    ] as const)
      expect(() => parse(env)).toThrow(new ConfigError(message))
  })

  it('says which settings do nothing yet', () => {
    const env = {
      SECRET_KEY: 's3cret',
      TELEMETRY_DSN: 'http://k@h/1',
    }
    expect(parse(env).notices).toEqual([
      'SECRET_KEY is set but has no effect yet: nothing is signed or encrypted with it',
      'TELEMETRY_DSN is set but has no effect: TELEMETRY_ADAPTER includes neither envelope nor sentry',
    ])
  })
})

describe('parseConfig() refuses', () => {
  it('what is not a port, in one line that names it', () => {
    expect(() => parse({ PORT: 'abc' })).toThrow(
      new ConfigError('PORT is "abc", which is not a port number (0 to 65535)'),
    )
    expect(() => parse({ PORT: 'a\nb' })).toThrow('Cannot start: PORT is "a\\nb", which is')
  })

  it.each([
    { PORT: '65536' },
    { PORT: '-1' },
    { PORT: '80.5' },
    { PORT: '1e3' },
    { HOST: 'http://localhost' },
    { PUBLIC_URL: 'example.com' },
    { PUBLIC_URL: 'ftp://example.com' },
    { PUBLIC_URL: 'https://me:secret@example.com' },
    { PUBLIC_URL: 'https://example.com/?a=b' },
    { PUBLIC_URL: 'https://example.com/#a' },
    { TRUST_PROXY: 'yes' },
    { TRUST_PROXY: '10.0.0.0/33' },
    { TRUST_PROXY: '10.0.0.0/8/8' },
    { TRUST_PROXY: '1.2.3.4,' },
    { RELEASE: 'a/b' },
    { RELEASE: 'r'.repeat(201) },
    { ENVIRONMENT: 'two words' },
    { TELEMETRY_ADAPTER: 'statsd' },
    { TELEMETRY_ADAPTER: 'none,console' },
    { TELEMETRY_ADAPTER: 'envelope' },
    { PAGE_SHELLS: 'no' },
    { TELEMETRY_TRACES_PER_SECOND: '1.2.3' },
    { TELEMETRY_TRACES_PER_SECOND: '-1' },
    { TELEMETRY_DSN: 'https://sentry.example.com/7' },
    { TELEMETRY_DSN: 'https://abc@sentry.example.com/' },
    { TUNNEL_PATH: 'tunnel' },
    { TUNNEL_PATH: '/' },
    { TUNNEL_PATH: '/tunnel?x' },
    { TUNNEL_PATH: '/api/1/envelope' },
    { TUNNEL_PATH: '/assets' },
    { TUNNEL_ALLOWED_DSNS: 'https://errors.example/1' },
    { TUNNEL_ALLOWED_DSNS: 'https://abc@errors.example/1,' },
    { TUNNEL_ALLOWED_DSNS: 'https://abc@errors.example/1, https://errors.example' },
    { DATABASE_URL: 'mysql://me:secret@db/crumbs' },
    { ADMIN_EMAIL: 'ada@example.com' },
    { ADMIN_PASSWORD: 'correct horse battery' },
    { ADMIN_EMAIL: 'ada', ADMIN_PASSWORD: 'correct horse battery' },
    { ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'hunter2' },
  ])('%o', (env) => {
    const refusal = refusalOf(env)
    expect(refusal).toMatch(/^Cannot start: [^\n]+$/)
    expect(Object.keys(env).some((name) => refusal.includes(name))).toBe(true)
    expect(refusal).not.toMatch(/secret@db|hunter2/)
  })

  it('nothing about a tunnel path that is free', () => {
    expect(parse({}).tunnelAllowedDsns).toEqual([])
    const [one, other] = ['https://abc@errors.example/1', 'http://abc@127.0.0.1:8000/base/2']
    expect(parse({ TUNNEL_ALLOWED_DSNS: `${one}, ${other},${one}` }).tunnelAllowedDsns).toEqual([one, other])
    expect(parse({ TUNNEL_PATH: '/api/tunnel' }).tunnelPath).toBe('/api/tunnel')
    expect(parse({ TUNNEL_PATH: '/monitoring/crumbs' }).tunnelPath).toBe('/monitoring/crumbs')
  })

  it.each(['sentry', 'envelope'])('%s without the DSN that it delivers to', (name) => {
    expect(refusalOf({ TELEMETRY_ADAPTER: name })).toBe(
      `Cannot start: TELEMETRY_ADAPTER includes ${name}, which requires TELEMETRY_DSN`,
    )
  })
})

function refusalOf(env: Record<string, string>): string {
  try {
    parse(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'nothing was refused'
}
