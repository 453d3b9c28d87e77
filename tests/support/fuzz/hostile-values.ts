/** What stands in JSON for a value that JavaScript can't write: `breakJson` puts the text in its place. */
const WRITTEN: Record<string, string> = {
  '@deep@': `${'['.repeat(90)}1${']'.repeat(90)}`,
  '@deepObjects@': `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`,
  '@infinite@': '1e999',
  '@long@': '123456789012345678901234567890',
  '@negativeZero@': '-0.0',
  '@noNumber@': 'NaN',
  '@prototype@': '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  '@thenable@': '{"then":1}',
  '@halfEscape@': '"\\ud83d"',
}

export const HOSTILE_VALUES: readonly unknown[] = [
  ...Object.keys(WRITTEN),
  ...[null, true, false, 0, -1, 1.5, 1e21, -1e-300, 2 ** 53, Number.MAX_VALUE, 4242424242424242],
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '\r\n',
    '[Filtered]',
    '{{auto}}',
    '{{ default }}',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '0'.repeat(32),
    'é'.repeat(300),
    '🦄'.repeat(200),
  ],
  ...['2026-09-21T12:00:00Z', '9999-99-99', '-1', '1e5', 'NaN', '%s %(x)s', '1970', '0x10'],
  ...[
    'x'.repeat(20_000),
    '=:'.repeat(5_000),
    'eyJ'.repeat(3_000),
    '"password":"'.repeat(500),
    '-----BEGIN '.repeat(900),
  ],
  ...[
    'token='.repeat(2_000),
    "authorization: '".repeat(600),
    '4242 '.repeat(2_000),
    '://a:'.repeat(2_000),
    '<a>'.repeat(2_000),
  ],
  ...['a@'.repeat(3_000), '1.2.3.4.'.repeat(900), '::1'.repeat(900), 'Bearer '.repeat(900), 'NEXT_REDIRECT;'],
  ...[[], {}, [[]], [{}], [null], { values: null }, { values: [{}] }, { length: -1 }, { toJSON: 'x' }],
  Array.from({ length: 700 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`key ${index}`, index])),
  { name: 'cookie', value: 'x' },
  [['cookie', 'x']],
]

export function withWrittenValues(json: string): string {
  return json.replace(/"(@\w+@)"/g, (whole, name: string) => WRITTEN[name] ?? whole)
}
