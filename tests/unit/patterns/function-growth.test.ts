import { describe, expect, it } from 'vitest'
import { parseDigest } from '#renderer/format/digest-text.ts'
import { packageOf } from '#renderer/views/event/stack/package-of.ts'
import { tokenize } from '#renderer/views/event/stack/tokenize.ts'
import { formatStatement } from '#renderer/views/trace/format-statement.ts'
import { inlineCode } from '#server/export/fence.ts'
import { toPlainText } from '#server/export/plain-text.ts'
import { isLegacyBrowser } from '#server/processing/filters/legacy-browsers.ts'
import { nativeName, rubyName, withoutProxyNumber } from '#server/processing/grouping/class-name.ts'
import { stableFileName, stableModuleName } from '#server/processing/grouping/file-name.ts'
import { stableFunctionName } from '#server/processing/grouping/function-name.ts'
import { normalizeMessage } from '#server/processing/grouping/message.ts'
import { normalizeStatement } from '#server/processing/normalize/spans/statement.ts'
import { parseStackText } from '#server/processing/normalize/stack/stack-text.ts'
import { parseRelease } from '#server/processing/release-order.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { scanSearch } from '#server/search/tokens.ts'
import { parseTypedDigests } from '#server/search/typed-digests.ts'
import { parseStack } from '#telemetry/errors/thrown/stacktrace.ts'
import { scrubUrl } from '#telemetry/errors/urls.ts'
import { cpuMs } from '#tests/support/run/cpu-time.ts'
import { isFull } from '#tests/support/run/doses.ts'

const FUNCTIONS: Record<string, (text: string) => unknown> = {
  readStackText: parseStackText,
  parseStack: (text) => parseStack(text, text.slice(text.length / 2)),
  stableFileName,
  stableModuleName,
  stableFunctionName,
  nativeName,
  rubyName,
  withoutProxyNumber,
  normalizeMessage,
  normalizeStatement,
  formatStatement,
  parseRelease,
  isLegacyBrowser,
  scanSearch,
  readTypedDigests: parseTypedDigests,
  toPlainText,
  inlineCode,
  tokenize,
  readDigest: parseDigest,
  packageOf: (path) => packageOf({ abs_path: path, in_app: true }),
  scrubUrl,
}

const PIECES = [
  ...[
    '\n',
    ' ',
    '/',
    '\\',
    '"',
    "'",
    '`',
    '(',
    '[',
    '{',
    '<',
    '.',
    ':',
    '@',
    '?',
    '#',
    '$',
    '-',
    '*',
    '%',
    '0',
    'a',
    '\ud800',
  ],
  ...[
    '\r',
    '\n\n ',
    '+/*',
    '/*',
    '--',
    "''",
    '\\"',
    '":',
    'eval at a (',
    '@:1',
    '(a',
    'a.',
    'a*',
    '/<',
    'a:1:1',
    '), ',
    '\nat ',
  ],
  ...[
    '\na@b:1',
    '\n#0 a(1): b(',
    '\na(b)\n\tc.go',
    'at a.b() in c ',
    '.func1',
    '<a>',
    '`1',
    '{closure',
    ' [as a',
    '.min',
    '-1',
    '&a=',
  ],
  ...[
    'Version/1 ',
    'Opera/',
    'Trident/',
    'tags[a',
    'a:"',
    '/gems/a-1',
    'node_modules/',
    'left ',
    'and ',
    'digest: ',
    '1:1:',
    '2026-',
    '%25',
  ],
  ...[
    'a::',
    'a<',
    '>::',
    '{{',
    ' in ',
    'closure #1 in ',
    'operator',
    '-[A ',
    'A::B',
    '_1_',
    '__1_1',
    '_$$_jvst',
    '.cold',
  ],
]

function text(piece: string, characters: number, end: string): string {
  return `x${piece.repeat(characters / piece.length)}${end}`
}

const ENDS = ['', '\n', '!']

/** Each text with all ends in `npm run test:long`; in `npm test`, with one of them in turn. */
function endsAt(place: number): string[] {
  return ENDS.filter((_, end) => isFull || end === place % ENDS.length)
}

/** Quadratic work over 64,000 characters takes seconds: whatever takes less than this needs no second look. */
const QUICK_MS = 200
const MOST_LOOKS = 3

/** The least of some times, so that what else the machine does is not measured; one that is quick is enough. */
function leastMs(run: () => unknown): number {
  let least = Infinity
  for (let look = 0; look < MOST_LOOKS && least >= QUICK_MS; look++) {
    const startedAt = cpuMs()
    run()
    least = Math.min(least, cpuMs() - startedAt)
  }
  return least
}

/** Only processor time is measured. Where many processes share one, as much of it takes many times as long. */
const TIMEOUT_MS = 10 * MINUTE_MS

describe.each(Object.entries(FUNCTIONS))('%s()', (_name, run) => {
  it(
    'takes linear time over any text that is made against it',
    () => {
      for (const [place, piece] of PIECES.entries()) {
        for (const end of endsAt(place)) {
          const long = leastMs(() => run(text(piece, 64_000, end)))
          if (long < QUICK_MS) continue
          const short = leastMs(() => run(text(piece, 8_000, end)))
          expect(long / short, JSON.stringify(piece + end)).toBeLessThan(32)
        }
      }
    },
    TIMEOUT_MS,
  )
})

describe('what reads a bounded text', () => {
  it.each([
    ['readStackText', parseStackText, `${'\n'.repeat(31_999)}x`],
    ['stableFileName', stableFileName, `${'/'.repeat(4_080)}x`],
    ['normalizeStatement', normalizeStatement, `x${'+/*'.repeat(2_650)}`],
    ['formatStatement', formatStatement, 'left '.repeat(1_600)],
  ])('is as quick as that: %s()', (_name, run, worst) => {
    expect(leastMs(() => run(worst))).toBeLessThan(QUICK_MS)
  })
})
