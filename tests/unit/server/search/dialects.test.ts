import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Condition, foldCondition, type Tagged, testsOf } from '#server/search/condition.ts'
import { parseIssueSearch } from '#server/search/dialects/issues.ts'
import { parseLogSearch } from '#server/search/dialects/logs.ts'
import { parseTraceSearch } from '#server/search/dialects/traces.ts'
import type { SearchError } from '#server/search/search-error.ts'

type AnyRead = { condition: Condition<Tagged> } | { error: SearchError }

/** Each with terms that it understands, and with some that mean nothing in it. */
const DIALECTS: { name: string; read(text: string): AnyRead; known: string[]; unknown: string[] }[] = [
  {
    name: 'issues',
    read: (text) => parseIssueSearch(text, { now: 0 }),
    known: ['price', '"a b"', 'is:new', 'level:[error, fatal]', 'users:>2', 'browser:Firefox*', 'version:1'],
    unknown: ['is:odd', 'level:>error', 'users:many', 'firstSeen:[soon, -1h]', 'assigned:me'],
  },
  {
    name: 'logs',
    read: parseLogSearch,
    known: ['slow', '"a b"', 'level:>=warn', 'release:[a, b*]', 'order:1042', 'has:order'],
    unknown: ['level:[warn, loud]', 'order:>5', 'span:xyz', 'trace:12'],
  },
  {
    name: 'traces',
    read: parseTraceSearch,
    known: ['cart', '"GET /cart"', 'op:[db, http*]', 'duration:>5ms', 'is:root', 'has:error'],
    unknown: ['device:x', 'is:new', 'duration:[1s, soon]', 'name:>x', 'side:client'],
  },
]

type Shape = { term: string } | { joined: 'all' | 'any'; of: Shape[] } | { not: Shape }

describe.each(DIALECTS)('a search of $name', ({ read, known, unknown }) => {
  const conditionOf = (text: string) => {
    const result = read(text)
    if ('error' in result) throw new Error(`Cannot read ${text}: ${result.error.message}`)
    return result.condition
  }

  it('means what its terms mean, joined as they are joined', () => {
    fc.assert(
      fc.property(shapesOf(known), (shape) => {
        expect(conditionOf(textOf(shape))).toEqual(expectedOf(shape, conditionOf))
      }),
    )
  })

  it('is refused by the first term that means nothing in it', () => {
    const few = (terms: string[]) => fc.array(fc.constantFrom(...terms), { maxLength: 6 })
    fc.assert(
      fc.property(
        few(known),
        fc.constantFrom(...unknown),
        few([...known, ...unknown]),
        (before, word, after) => {
          const at = before.reduce((sum, term) => sum + term.length + 1, 0)
          expect(read([...before, word, ...after].join(' '))).toMatchObject({ error: { at, word } })
        },
      ),
    )
  })
})

describe('foldCondition()', () => {
  const condition: Condition<{ kind: 'named'; name: string }> = {
    kind: 'any',
    of: [
      { kind: 'named', name: 'a' },
      {
        kind: 'not',
        of: {
          kind: 'all',
          of: [
            { kind: 'named', name: 'b' },
            { kind: 'not', of: { kind: 'named', name: 'c' } },
          ],
        },
      },
    ],
  }

  it('tells each test whether it is negated', () => {
    const text = foldCondition<{ kind: 'named'; name: string }, string>(condition, {
      test: ({ name }, isNegated) => (isNegated ? name.toUpperCase() : name),
      all: (parts, fold) => `(${parts.map(fold).join(' and ')})`,
      any: (parts) => `(${parts.join(' or ')})`,
      not: (part) => `not ${part}`,
    })
    expect(text).toBe('(a or not (B and not c))')
  })

  it('lists the tests in their order', () => {
    expect(testsOf(condition).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  })
})

/** Groups of at least two parts, of which none is a group of the same kind: the parser joins those with their parent. */
function shapesOf(terms: string[]): fc.Arbitrary<Shape> {
  const term = fc.constantFrom(...terms).map((text): Shape => ({ term: text }))
  const leaf = fc.oneof(
    term,
    term.map((shape): Shape => ({ not: shape })),
  )
  const groups = (joined: 'all' | 'any', part: fc.Arbitrary<Shape>) =>
    fc.array(part, { minLength: 2, maxLength: 3 }).map((of): Shape => ({ joined, of }))
  const inner = groups('any', fc.oneof(leaf, groups('all', leaf)))
  return groups(
    'all',
    fc.oneof(
      leaf,
      inner,
      inner.map((shape): Shape => ({ not: shape })),
    ),
  )
}

function textOf(shape: Shape): string {
  if ('term' in shape) return shape.term
  if ('not' in shape) return `!${textOf(shape.not)}`
  return shape.joined === 'all' ? shape.of.map(textOf).join(' ') : `(${shape.of.map(textOf).join(' OR ')})`
}

function expectedOf(
  shape: Shape,
  conditionOf: (text: string) => Condition<Tagged>,
): Condition<Tagged> | object {
  if ('term' in shape) return conditionOf(shape.term)
  if ('not' in shape) return { kind: 'not', of: expectedOf(shape.not, conditionOf) }
  return { kind: shape.joined, of: shape.of.map((part) => expectedOf(part, conditionOf)) }
}
