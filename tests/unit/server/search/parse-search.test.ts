import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Expression, Pattern } from '#server/search/expression.ts'
import { LONGEST_SEARCH, parseSearch } from '#server/search/parse-search.ts'
import { formatSearchError } from '#server/search/search-error.ts'
import { scanSearch } from '#server/search/tokens.ts'
import { cpuMs } from '#tests/support/run/cpu-time.ts'
import { runs } from '#tests/support/run/doses.ts'
import { formatExpression } from './format-expression.ts'

/** The search as it is printed, or its fault. */
function read(text: string): string {
  const parsed = parseSearch(text)
  return 'error' in parsed ? formatSearchError(parsed.error) : formatExpression(parsed.expression)
}

describe('parseSearch()', () => {
  it.each([
    ['', ''],
    ['  price   missing ', 'price missing'],
    ['is:unresolved  level:error', 'is:unresolved level:error'],
    ['"price is missing"', '"price is missing"'],
    ['"say \\"no\\""', '"say \\"no\\""'],
    ['!price !"a phrase" !is:resolved', '!price !"a phrase" !is:resolved'],
    ['timesSeen:>100 users:<=5', 'timesSeen:>100 users:<=5'],
    ['firstSeen:-24h lastSeen:>2026-11-20T10:00', 'firstSeen:-24h lastSeen:>2026-11-20T10:00'],
    ['level:[error,  fatal]', 'level:[error, fatal]'],
    ['level:[error]', 'level:error'],
    ['title:"price * missing" type:*Error', 'title:"price * missing" type:*Error'],
    ['message:"50\\*"', 'message:"50\\*"'],
    ['tags[is]:x "my key":"a b"', 'tags[is]:x "my key":"a b"'],
    ['"browser":Firefox', 'tags[browser]:Firefox'],
    ['environment:""', 'environment:""'],
    ['a AND b', 'a b'],
    ['a OR b c', 'a OR b c'],
    ['(a OR b) c', '(a OR b) c'],
    ['!(a b) ((c))', '!(a b) c'],
    ['!(!a)', 'a'],
    ['(()) a', 'a'],
  ])('reads %s', (text, printed) => {
    expect(read(text)).toBe(printed)
  })

  it.each([
    'std::bad_alloc',
    'https://example.com/a?b=c',
    'C:\\temp\\x',
    "TypeError: Cannot read properties of undefined (reading 'map')",
    'at foo(bar)',
    'say:',
    'it’s 12:30',
    ')',
    '!',
    'say"no"',
  ])('reads pasted text as words: %s', (text) => {
    const parsed = parseSearch(text)
    const kinds = 'error' in parsed ? ['error'] : kindsOf(parsed.expression)
    expect(kinds.every((kind) => kind === 'text')).toBe(true)
  })

  it.each([
    ['is:unresolved "price', 'Cannot search: `"price` (at character 15) has no closing quote'],
    ['level:"err', 'Cannot search: `"err` (at character 7) has no closing quote'],
    ['level:[error', 'Cannot search: `level:[error` has a list that is not closed'],
    ['level:["a" "b"]', 'Cannot search: `level:["a" "b"]` has a list that is not closed'],
    ['level:[]', 'Cannot search: `level:[]` has an empty value in its list'],
    ['level:"a"b c', 'Cannot search: `level:"a"b` has text after its value'],
    ['a (b', 'Cannot search: `(` (at character 3) is not closed'],
    ['OR a', 'Cannot search: `OR` needs a term on both sides'],
    ['a OR', 'Cannot search: `OR` (at character 3) needs a term on both sides'],
    ['('.repeat(11), 'Cannot search: `(` (at character 11) is nested deeper than 10 groups'],
    ['a '.repeat(51), 'Cannot search: `a` is one term too many: a search can have at most 50'],
    ['a'.repeat(1001), 'Cannot search: `aaaaaaaaaaaaaaaaaaaa` has more than 1000 characters in all'],
  ])('says what is wrong with %s', (text, message) => {
    expect(read(text)).toBe(message)
  })
})

function kindsOf(expression: Expression): string[] {
  return 'of' in expression ? expression.of.flatMap(kindsOf) : [expression.kind]
}

/** Characters that mean something, so that the parser is led everywhere. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'()[]"!:,*\\<>=-.',
        ' ',
        ' OR ',
        ' AND ',
        'is:',
        'tags[a]:',
        '"k":',
        'a',
        'b',
        'é',
        '\n',
      ),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

describe('any text', () => {
  it('is a search or has a fault that names a word of it', () => {
    fc.assert(
      fc.property(text, (any) => {
        const parsed = parseSearch(any)
        if ('error' in parsed) expect(any).toContain(parsed.error.word)
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('means the same when it is printed', () => {
    fc.assert(
      fc.property(text, (any) => {
        const parsed = parseSearch(any)
        if ('error' in parsed) return
        const printed = formatExpression(parsed.expression)
        fc.pre(printed.length <= LONGEST_SEARCH)
        expect(withoutPlaces(parseSearch(printed))).toEqual(withoutPlaces(parsed))
      }),
      { numRuns: runs(2_000) },
    )
  })

  it.each(['(', ')', '!', '"', '\\', '[', ':', 'a:[', 'a:"', '!(', '*', 'tags[', '< ', 'a', '"a"'])(
    'is cut into words in linear time: %j again and again',
    (part) => {
      const began = cpuMs()
      scanSearch(part.repeat(200_000)) // two hundred times what is let in: a square of it takes minutes
      expect(cpuMs() - began).toBeLessThan(2000)
    },
  )
})

describe('any filter', () => {
  const piece = fc.string({ minLength: 1, maxLength: 5 })
  const pattern: fc.Arbitrary<Pattern> = fc
    .tuple(fc.string({ maxLength: 5 }), fc.array(piece, { maxLength: 2 }), fc.string({ maxLength: 5 }))
    .map(([first, middle, last]) => (middle.length === 0 ? [first] : [first, ...middle, last]))

  it('is printed so that it is read again', () => {
    fc.assert(
      fc.property(
        fc.array(pattern, { minLength: 1, maxLength: 3 }),
        fc.string({ minLength: 1, maxLength: 8 }),
        fc.boolean(),
        (values, key, isNegated) => {
          const filter = { kind: 'filter', key, isTag: true, operator: '', values, isNegated } as const
          const printed = formatExpression({ ...filter, at: 0, word: '' })
          expect(withoutPlaces(parseSearch(printed))).toEqual({ expression: filter })
        },
      ),
      { numRuns: runs(2_000) },
    )
  })
})

/** Where a word stood is not what it means. */
function withoutPlaces(parsed: unknown): unknown {
  return JSON.parse(
    JSON.stringify(parsed, (key, value) => (key === 'at' || key === 'word' ? undefined : value)),
  )
}
