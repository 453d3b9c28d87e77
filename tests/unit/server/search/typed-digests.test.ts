import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTarget } from '#server/search/target.ts'
import { parseTypedDigests } from '#server/search/typed-digests.ts'
import { mintDigest, parseDigest } from '#telemetry/errors/digest.ts'
import { cryptoRandom } from '#telemetry/random.ts'
import { cpuMs } from '#tests/support/run/cpu-time.ts'

/** What the text names, as digests of ours are written. */
function read(text: string): string[] {
  const digests = parseTypedDigests(text).map((typed) => {
    const parsed = parseDigest(typed)
    return parsed === undefined ? typed : parsed.kind === 'whole' ? parsed.digest : parsed.prefix
  })
  return [...new Set(digests)]
}

describe('readTypedDigests()', () => {
  it.each([
    'k7q2mx 4t9zpa',
    'K7Q 2MX 4T9 ZPA',
    'k 7 q 2 m x 4 t 9 z p a',
    'K7Q2MX–4T9ZPA',
    'K7Q2MX / 4T9ZPA',
    'K7Q2MX.4T9ZPA.',
    'Digest: k7q2mx-4t9zpa.',
    'Digest K7Q2MX 4T9ZPA',
    'digest = “K7Q2MX-4T9ZPA”',
    '(K7Q2MX-4T9ZPA)',
    '#K7Q2MX4T9ZPA',
    'the digest is k7q 2mx 4t9 zpa, at the till',
    'It broke again (K7Q2MX-4T9ZPA) when I paid',
    'customer reads K7Q2MX dash 4T9ZPA to me',
    'cannot k7q2mx 4t9zpa',
    'https://desk.example/digests/K7Q2MX-4T9ZPA',
    'K7Q2MX-4T9ZPA is the digest',
  ])('finds the one in %j', (text) => expect(read(text)).toContain('K7Q2MX-4T9ZPA'))

  it.each([
    ['K7Q2MX', ['K7Q2MX']],
    ['Digest: K7Q2MX', ['K7Q2MX']],
    ['Application error: a server-side exception. Digest: 329735291', ['329735291']],
    ['329 735 291', ['329735291']],
    ['329735291@E394', ['329735291@E394']],
    ['price is missing', []],
    ['TypeError: undefined is not a function', []],
    ['', []],
  ])('finds in %j %j', (text, digests) => expect(read(text)).toEqual(digests))

  it('finds any, whatever stands around its halves', () => {
    const gap = fc.constantFrom('-', ' ', ' - ', '–', '\u00ad', ' — ', '.', '_')
    const before = fc.constantFrom('', 'Digest: ', 'digest ', 'my code is ', '"', '(', 'Digest:\n')
    const after = fc.constantFrom('', '.', ' please', '"', ')', '\n', ', says Ada')
    fc.assert(
      fc.property(gap, before, after, fc.boolean(), (gap, before, after, isLower) => {
        const digest = mintDigest('x', cryptoRandom)
        const typed = digest.replace('-', gap)
        expect(read(`${before}${isLower ? typed.toLowerCase() : typed}${after}`)).toContain(digest)
      }),
    )
  })

  it('is bounded', () => {
    expect(parseTypedDigests('cannot import '.repeat(1000)).length).toBeLessThanOrEqual(6)
    const began = cpuMs()
    for (const part of [' ', '.', 'a.', 'digest ', 'abcdef ', 'abcdef-', '- '])
      parseTypedDigests(part.repeat(100_000))
    expect(cpuMs() - began).toBeLessThan(500)
  })
})

describe('readTarget()', () => {
  it.each(['"k7q2mx 4t9zpa"', '!k7q2mx', 'is:open k7q2mx 4t9zpa', 'tags[digest]:K7Q2MX-4T9ZPA', 'a !b'])(
    'leaves %j to the search',
    (query) => expect(parseTarget(query)).toBeUndefined(),
  )

  it.each([
    'digest:K7Q2MX-4T9ZPA',
    'Digest: "K7Q2MX-4T9ZPA',
    'Digest: "K7Q2MX-4T9ZPA"',
    'a or k7q2mx-4t9zpa',
  ])('looks up what %j names', (query) => expect(parseTarget(query)).toMatchObject({ kind: 'digests' }))
})
