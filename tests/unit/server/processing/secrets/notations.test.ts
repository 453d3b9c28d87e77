import { describe, expect, it } from 'vitest'
import { scrubBody } from '#server/processing/secrets/body.ts'
import { scrubberFor } from '#server/processing/secrets/scrubber.ts'
import { defaultProjectSettings } from '#server/protocol/project-settings.ts'
import { cpuMs } from '#tests/support/run/cpu-time.ts'
import { LOOK_ALIKES, secretTexts, secretValues } from '#tests/support/store/planted-secrets.ts'

const CANARY = 'c4n4ryS3cret'
const scrubber = scrubberFor()
const strict = scrubberFor({ ...defaultProjectSettings.scrubbing, emailAddresses: true, ipAddresses: true })

describe('a secret', () => {
  it.each(Object.entries(secretTexts(CANARY)))('in %s is filtered, once and for all', (_name, text) => {
    const once = scrubber.text(text)
    expect(once).not.toContain(CANARY)
    expect(once).toContain('[Filtered]')
    expect(scrubber.text(once)).toBe(once)
  })

  it.each(Object.entries(secretValues(CANARY)))('in %s is filtered', (_name, value) => {
    expect(JSON.stringify(scrubber.value({ of: value }))).not.toContain(CANARY)
  })

  it.each([
    [`{'password': u'${CANARY}', 'page': 2}`, "{'password': u'[Filtered]', 'page': 2}"],
    [`{User:bob Password:two ${CANARY} Age:3}`, '{User:bob Password:[Filtered] Age:3}'],
    [`{User:bob Password:two ${CANARY} word…`, '{User:bob Password:[Filtered]'],
    [`["password"]=> string(12) "${CANARY}" x`, '["password"]=> string(12) "[Filtered]" x'],
    [`WHERE token = '${CANARY}' AND x = 'y'`, "WHERE token = '[Filtered]' AND x = 'y'"],
    [`[(b'cookie', b'${CANARY}'), (b'accept', b'x')]`, "[(b'cookie', b'[Filtered]'), (b'accept', b'x')]"],
    [`curl -u bob:${CANARY} https://x.example`, 'curl -u bob:[Filtered] https://x.example'],
    [
      `/q?v=%257B%2522pin%2522%253A%2522${CANARY}%2522%252C%2522a%2522%253A1%257D&b=2`,
      '/q?v=%257B%2522pin%2522%253A%2522[Filtered]%2522%252C%2522a%2522%253A1%257D&b=2',
    ],
  ])('goes from %s without what stands around it', (text, rest) => {
    expect(scrubber.text(text)).toBe(rest)
  })
})

describe('what reads like a secret and is none', () => {
  it.each(LOOK_ALIKES)('%s stays as it is', (text) => {
    expect(scrubber.text(text)).toBe(text)
  })

  it.each([
    { session: 'closed' },
    { session: 'closed state' },
    { sid: 12 },
    { env: { OLDPWD: '/srv', PWD: 'C:\\srv' } },
    { required: ['password', 'email'] },
    { fields: ['username', 'password', 'email'] },
    { name: 'size', value: 'xl42' },
    { PublicKeyToken: 'b77a5c561934e089' },
    { errors: { password: 'required' } },
  ])('%j stays as it is', (given) => {
    expect(scrubber.object(given)).toBe(given)
  })
})

describe('e-mail addresses', () => {
  it.each([
    'bob%40example.com',
    'bob%2540example.com',
    'jürgen@müller.example',
    'j%C3%BCrgen%40m%C3%BCller.example',
    'почта@пример.example',
  ])('like %s are found in texts, queries and addresses', (address) => {
    expect(strict.text(address)).toBe('[Filtered]')
    expect(strict.text(`of ${address}, today`)).toBe('of [Filtered], today')
    expect(strict.text(`/x?email=${address}&a=1`)).toBe('/x?email=[Filtered]&a=1')
    expect(strict.text(`https://a.example/u/${address}?a=1`)).not.toContain('example.com')
    expect(scrubber.text(`/x?email=${address}`)).toBe(`/x?email=${address}`)
  })
})

/** Pieces that a reader could begin anew at each of, with what they would wait for in vain. */
const PIECES = [
  ...['(token:', '{token:', 'map[token:', 'password:', 'password: a1', '[password] => ', '["password"]=>'],
  ...['["password":', '["password"]=>array(1){', "'token',", "('token','", "['--password', ", '--password '],
  ...[
    ' --a "',
    'curl -u a:',
    'mysql -p',
    '%',
    '%25',
    '%2',
    '%zz',
    'a%20',
    'token%253D',
    '%2522password%2522%253A',
  ],
  ...["where token like '", "where token in ('a',", 'name="password" ', 'name=password value', '://aaaaaaaa'],
  ...[
    'ü@',
    'ü@ü.',
    '\\"',
    '\\\\\\"',
    "unexpected token: '",
    "unexpected token: \\'",
    "''",
    'token=["',
    'Some(',
  ],
  ...['<password><![CDATA[', '\0token: ', 'contraseña=', '?:+|=', '{"Name":"Authorization",', '"token",\n'],
]

describe('time', () => {
  it.each(PIECES)('grows with the length of a text of %j', (piece) => {
    /** The least of three times, or the first that is short enough. */
    const timeOf = (length: number, enoughMs = 0) => {
      const text = piece.repeat(Math.ceil(length / piece.length))
      let least = Infinity
      for (let time = 0; time < 3 && least >= enoughMs; time++) {
        const startedAt = cpuMs()
        strict.text(text)
        scrubBody(text, strict)
        least = Math.min(least, cpuMs() - startedAt)
      }
      return least
    }
    // Eight times the text takes some eight times as long; what is quadratic takes 64 times, and seconds.
    const mostMs = 30 * timeOf(20_000) + 250
    expect(timeOf(160_000, mostMs)).toBeLessThan(mostMs)
  })
})
