import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scrubBody } from '#server/processing/secrets/body.ts'
import { scrubberFor } from '#server/processing/secrets/scrubber.ts'
import { defaultProjectSettings } from '#server/protocol/project-settings.ts'
import { cpuMs } from '#tests/support/run/cpu-time.ts'
import { doseOf, runs } from '#tests/support/run/doses.ts'

const scrubber = scrubberFor()
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSMeKKF2QT4'
const PEM = '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nq83v\n-----END RSA PRIVATE KEY-----'
const LONG = 'Aa0'.repeat(15)

const emailScrubber = scrubberFor({ ...defaultProjectSettings.scrubbing, emailAddresses: true })

describe('a text', () => {
  it.each([
    // addresses and forms
    ['https://a.example/?a=1&token=abc#x', 'https://a.example/?a=1&token=[Filtered]#x'],
    ['/reset?password=p%20w&b=2', '/reset?password=[Filtered]&b=2'],
    ['/in?next=%2Freset%3Ftoken%3Dx%26a%3D1&b=2', '/in?next=%2Freset%3Ftoken%3D[Filtered]%26a%3D1&b=2'],
    [
      '/q?v=%7B%22pin%22%3A+%221%22%2C%22a%22%3A1%7D',
      '/q?v=%7B%22pin%22%3A+%22[Filtered]%22%2C%22a%22%3A1%7D',
    ],
    ['user[password]=abc&user%5Btoken%5D=x', 'user[password]=[Filtered]&user%5Btoken%5D=[Filtered]'],
    ['postgres://ada:S3CRET@db:5432/x', 'postgres://ada:[Filtered]@db:5432/x'],
    ['redis://:S3CRET@cache', 'redis://:[Filtered]@cache'],
    ['Server=db;User Id=sa;Password=x;Pool=1', 'Server=db;User Id=sa;Password=[Filtered];Pool=1'],
    // settings, headers and what languages print
    ['DB_PASSWORD=hunter2 NODE_ENV=production', 'DB_PASSWORD=[Filtered] NODE_ENV=production'],
    ['DB_PASSWORD = "hunter2"', 'DB_PASSWORD = "[Filtered]"'],
    ['a: 1\npassword: hunter2\nb: 2', 'a: 1\npassword: [Filtered]\nb: 2'],
    ['Cookie: a=b; c=d\nHost: x', 'Cookie: [Filtered]\nHost: x'],
    ['sent Cookie: a=b; c=d', 'sent Cookie: [Filtered]'],
    [`curl -H "Authorization: Basic dXNlcjpwYXNz" x`, 'curl -H "Authorization: [Filtered]" x'],
    ["{ user: 'ada', password: 'hunter2' }", "{ user: 'ada', password: '[Filtered]' }"],
    ['wrong password: "hunter2"', 'wrong password: "[Filtered]"'],
    ['{"password"=>"x", :token=>"y"}', '{"password"=>"[Filtered]", :token=>"[Filtered]"}'],
    ['body {"pin":1234,"x":1}', 'body {"pin":[Filtered],"x":1}'],
    ['cut {"passwords":["a",{"b":"]"}],"c":1', 'cut {"passwords":"[Filtered]","c":1'],
    ['{\\"token\\":\\"a\\\\b\\",\\"b\\":1}', '{\\"token\\":\\"[Filtered]\\",\\"b\\":1}'],
    ['<soap:password type="text">x</soap:password>', '<soap:password type="text">[Filtered]</soap:password>'],
    // forms of their own
    [`jwt ${JWT}.`, 'jwt [Filtered]'],
    ['failed with Bearer abc123def456', 'failed with Bearer [Filtered]'],
    [`before ${PEM} after`, 'before [Filtered] after'],
    ['-----BEGIN PRIVATE KEY-----\nMIIEowIBAAKCAQEA', '[Filtered]'],
    [`ghp_${LONG} and xoxb-${LONG}`, '[Filtered] and [Filtered]'],
    [`sk_live_${LONG}, AKIAIOSFODNN7EXAMPLE, ct_${LONG}`, '[Filtered], [Filtered], [Filtered]'],
    ['paid with 4242 4242 4242 4242 12/28', 'paid with [Filtered] 12/28'],
    ['378282246310005 or 5555-5555-5555-4444', '[Filtered] or [Filtered]'],
  ])('%j loses its secret', (text, rest) => {
    expect(scrubber.text(text)).toBe(rest)
  })

  it.each([
    '4242424242424241', // the check digit is wrong
    ...[
      '1790000000000',
      '1790000000000000',
      '1234567890123456789',
      'order 42424242424242424242',
      '0.4242424242424242',
    ],
    ...['3f2504e04f8911d39a0c0305e82c3301', '4242424242424242.5', 'a4242424242424242'],
    ...[
      'a=b',
      'what? x = token',
      'if (token === null) return',
      'tokens=5&max_tokens=10',
      'password=null&token=',
    ],
    ...[
      "Unexpected token: '}'",
      'Unexpected token } in JSON at position 4',
      'password: Required',
      'Password: must have 8 characters',
    ],
    ...[
      'Basic authentication failed',
      'Bearer authentication is required',
      'the authorization: failed for user 7',
    ],
    ...['session: expired', 'https://shop.example/session/new?step=1', 'GET /api/tokens/7', '12:30:45 token'],
    ...[
      'input#password[autocomplete="on"]',
      'button[type="submit"]',
      '<b>password</b>',
      '://',
      'data:image/png;base64,iVBO',
    ],
    ...[
      '-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----',
      'eyJ.b.c',
      'sk-learn',
      'ada@shop.example',
      '203.0.113.9',
    ],
  ])('%j stays as it is', (text) => {
    expect(scrubber.text(text)).toBe(text)
  })

  it('of code loses what has a form of its own, and keeps its names', () => {
    expect(scrubber.code(`const token = '${JWT}'`)).toBe("const token = '[Filtered]'")
    expect(scrubber.code('connect("postgres://ada:S3CRET@db")')).toBe(
      'connect("postgres://ada:[Filtered]@db")',
    )
    for (const line of [
      '  password: "Password is required",',
      'const token=req.headers.authorization',
      '}',
    ]) {
      expect(scrubber.code(line)).toBe(line)
    }
  })

  it('keeps addresses of people and machines, unless a project wants it otherwise', () => {
    const text = 'ada.l+x@mail.shop.example from 203.0.113.9 and 2001:db8::1 at 12:30:45, v1.2.3.400, ::'
    expect(scrubber.text(text)).toBe(text)
    const strict = scrubberFor({
      ...defaultProjectSettings.scrubbing,
      emailAddresses: true,
      ipAddresses: true,
    })
    expect(strict.text(text)).toBe('[Filtered] from [Filtered] and [Filtered] at 12:30:45, v1.2.3.400, ::')
  })

  it.each([
    ...['shop@2.5.1', 'shop@2.5', 'shop@v2.5.1', 'shop@2.5.1-rc.1', 'shop@2.5.1-beta', 'shop@1.0.0+build.5'],
    ...['@acme/cart@12.30.4', 'at pkg@1.2.3.4, line 5', 'shop-web@2026.11.25.', 'shop@2.5.1@production'],
  ])('keeps the version in %s, though it looks like an address', (text) => {
    expect(emailScrubber.text(text)).toBe(text)
  })

  it.each([
    ...['eve@163.com', 'eve@1.2.example', 'eve@2.5.1.example.com', 'eve@1.1-mail.example.com', 'eve@2.5.co'],
    ...['eve@1.2.xn--p1ai', 'eve@1.2.рф', 'eve@v2.example.com', '2.5.1@example.com', 'eve@4.mail.example'],
  ])('takes the address %s, though its domain begins like a version', (text) => {
    expect(emailScrubber.text(text)).toBe('[Filtered]')
    expect(emailScrubber.text(`from ${text} in shop@2.5.1.`)).toBe('from [Filtered] in shop@2.5.1.')
  })
})

describe('values', () => {
  it('go by names in objects, pairs and lists of both', () => {
    const given = {
      list: [['Cookie', 'x'], ['Accept', 'y'], { name: 'X-Api-Key', value: 'x' }, { key: 'a', value: 'b' }],
      session: { user: 'x' },
      isAuth: true,
      hasPassword: false,
      password: '',
      card: 4242424242424242,
      at: 1790000000000,
      [`key ${JWT}`]: 1,
    }
    expect(scrubber.object(given)).toEqual({
      list: [
        ['Cookie', '[Filtered]'],
        ['Accept', 'y'],
        { name: 'X-Api-Key', value: '[Filtered]' },
        { key: 'a', value: 'b' },
      ],
      session: '[Filtered]',
      isAuth: true,
      hasPassword: false,
      password: '',
      card: '[Filtered]',
      at: 1790000000000,
      'key [Filtered]': 1,
    })
  })
})

describe('a body', () => {
  it.each([
    ['{"a":[{"password":"x"}]}', '{"a":[{"password":"[Filtered]"}]}'],
    ['{ "id": 12345678901234567890 }', '{ "id": 12345678901234567890 }'],
    ['{"p\\u0061ssword":"x"}', '{"password":"[Filtered]"}'],
    [
      '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nhunter2\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nkept',
      '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n[Filtered]\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nkept',
    ],
    [`${'['.repeat(5_000)}"token=x"`, `${'['.repeat(5_000)}"token=[Filtered]"`],
  ])('%j is read', (body, rest) => {
    expect(scrubBody(body, scrubber)).toBe(rest)
  })
})

describe('any text', () => {
  const pieces = [
    ...[
      'password',
      'token',
      '=',
      ':',
      ': ',
      ' = ',
      '"',
      "'",
      '\\"',
      '\\',
      '[',
      ']',
      '{',
      '}',
      ',',
      ';',
      '&',
      '?',
      '\n',
      ' ',
      '\t',
    ],
    ...[
      '[Filtered]',
      'Cookie',
      'authorization',
      'Bearer ',
      '4242424242424242',
      '4242 ',
      JWT,
      'eyJ',
      '.',
      '-',
      '_',
      '://',
      '@',
      'a',
    ],
    ...[
      '-----BEGIN PRIVATE KEY-----',
      '-----END PRIVATE KEY-----',
      '-----BEGIN ',
      '<password>',
      '</',
      '>',
      '=>',
      '%3D',
      '%22',
      '%3A',
      '%26',
      'x1y2z3',
      'ghp_',
      LONG,
    ],
  ]
  const text = fc.array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...pieces) }, fc.string()), {
    maxLength: 14,
  })
  const strict = scrubberFor({ ...defaultProjectSettings.scrubbing, emailAddresses: true, ipAddresses: true })

  it.each(['password%3D:4242 =password0', 'password%3D( = %3Apassword', 'token%3Dx1y2 : secret'])(
    'takes what was filtered for no name: %s',
    (given) => {
      const once = scrubber.text(given)
      expect(once).toContain('[Filtered]')
      expect(scrubber.text(once)).toBe(once)
      expect(scrubber.text('[Filtered]password=x1y2z3')).toBe('[Filtered]password=[Filtered]')
    },
  )

  it.each([
    ...['Cookie%3A%3D://', 'password%3A%22://', '&password:%22%26', 'password:%22@'],
    ...['\\password:%264242424242424242', '{password:password=>password', 'password=>passwordx1%3D('],
    ...['-----BEGIN PRIVATE KEY-----%authorization%3D@', "password:0;password='-----END PRIVATE KEY-----"],
    ...['password = 0password=(', 'password\'=>{]"', 'password=><password>4242 </0'],
  ])('finds nothing more in what it scrubbed: %s', (given) => {
    const once = strict.text(given)
    expect(once).toContain('[Filtered]')
    expect(strict.text(once)).toBe(once)
  })

  it.each([
    ['Cookie%3A%3D://', 'Cookie%3A%3D[Filtered]'],
    ['password:%22@', 'password:%22[Filtered]'],
    ['/a%2Fb/c%3Ftoken%3Dx1y2z3', '%2Fa%2Fb%2Fc%3Ftoken%3D[Filtered]'],
    ['{password:password=>password', '{password:password=>[Filtered]'],
  ])('takes no more than the secret of %s', (given, rest) => {
    expect(scrubber.text(given)).toBe(rest)
  })

  it.each([
    ['text', scrubber.text],
    ['code', scrubber.code],
    ['body', (given: string) => scrubBody(given, scrubber)],
    ['text with addresses', strict.text],
  ])('as %s is scrubbed once and for all, and grows within bounds', (_name, scrub) => {
    fc.assert(
      fc.property(text, (parts) => {
        const given = parts.join('')
        const once = scrub(given)
        expect(scrub(once)).toBe(once)
        expect(once.length).toBeLessThanOrEqual(3 * given.length + 12)
      }),
      { numRuns: runs(2_000) },
    )
  })

  it.each([
    ...[
      'a',
      '=',
      ':',
      '"',
      "'",
      '\\',
      '{',
      '<',
      '@',
      '-',
      ' ',
      '\n',
      '4',
      '.',
      'eyJ',
      'eyJa.',
      '://',
      '://a:',
      '-----BEGIN ',
    ],
    ...[
      'password=',
      'token%3D',
      'a%26token%3D',
      'password="',
      "password: '",
      '"password":[',
      '"password": ',
      'authorization: ',
      'cookie:',
      'token = ',
    ],
    ...[
      '<password>',
      '<a ',
      '</',
      'Bearer ',
      'Basic a',
      '4242 ',
      '4242-',
      'a@',
      'a.b@',
      '1.',
      '1.2.3.4',
      '::',
      'f:',
      'x=>',
    ],
    ...[
      '-----BEGIN PRIVATE KEY-----',
      'ghp_',
      'sk_live_',
      'name="password"\r\n',
      '"a:',
      'password:"a\\',
      'form-data; name="p"\r\n\r\n',
    ],
  ])('much of %j is read in time that grows with it', (piece) => {
    const given = piece.repeat(Math.ceil(doseOf('repeatedLetters') / piece.length))
    const startedAt = cpuMs()
    strict.text(given)
    strict.code(given)
    scrubBody(given, strict)
    // What is linear takes less than a second for a megabyte; what is quadratic would take minutes, or 2 s for a third of it.
    expect(cpuMs() - startedAt).toBeLessThan(3 * (given.length / 1_000))
  })
})
