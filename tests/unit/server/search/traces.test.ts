import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTraceSearch, parseTraceTarget } from '#server/search/dialects/traces.ts'
import { parseDuration } from '#server/search/duration.ts'
import { formatSearchError } from '#server/search/search-error.ts'
import { anyText } from '#tests/support/fuzz/any-text.ts'

const conditionOf = (text: string) => {
  const read = parseTraceSearch(text)
  return 'error' in read ? formatSearchError(read.error) : read.condition
}

describe('readTraceSearch()', () => {
  it.each([
    ['', { kind: 'all', of: [] }],
    ['cart', { kind: 'words', text: 'cart' }],
    ['"GET /cart"', { kind: 'words', text: 'GET /cart' }],
    ['name:"GET /cart"', { kind: 'text', field: 'name', pattern: ['GET /cart'] }],
    ['transaction:GET*', { kind: 'text', field: 'name', pattern: ['GET', ''] }],
    ['op:http.*', { kind: 'text', field: 'op', pattern: ['http.', ''] }],
    ['Side:Browser', { kind: 'text', field: 'side', pattern: ['browser'] }],
    ['duration:>500ms', { kind: 'duration', range: { from: 500_001 } }],
    ['!is:root', { kind: 'not', of: { kind: 'root' } }],
    ['is:failed', { kind: 'failed' }],
    ['has:error', { kind: 'error' }],
    ['status:[ok, aborted]', { kind: 'any' }],
    ['is:root OR has:errors', { kind: 'any', of: [{ kind: 'root' }, { kind: 'error' }] }],
  ])('understands `%s`', (text, condition) => {
    expect(conditionOf(text)).toMatchObject(condition)
  })

  it.each([
    ['duration:soon', 'Cannot search: `duration:soon` needs a duration, such as >500ms, <2s or 100ms..1s'],
    ['cart level:error', 'Cannot search: `level:error` (at character 6) has a key that traces do not have'],
    ['side:client', 'Cannot search: `side:client` is not a side: use browser or server'],
    ['is:new', 'Cannot search: `is:new` is not a state: use root or failed'],
    ['has:user', 'Cannot search: `has:user` is not supported: only has:error is'],
    ['name:>x', 'Cannot search: `name:>x` can’t be compared: remove the sign'],
    ['__proto__:x', 'Cannot search: `__proto__:x` has a key that traces do not have'],
    ['name:"x', 'Cannot search: `"x` (at character 6) has no closing quote'],
  ])('names the word of `%s`', (text, refusal) => {
    expect(conditionOf(text)).toContain(refusal)
  })

  it('takes whatever anybody types', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 1_200 }), (text) => {
        const read = parseTraceSearch(text)
        expect('error' in read || 'condition' in read).toBe(true)
      }),
    )
  })
})

describe('readTraceTarget()', () => {
  it('knows a trace’s id however it is written, alone', () => {
    const id = '0af7651916cd43dd8448eb211c80319c'
    expect(parseTraceTarget(` ${id.toUpperCase()} `)).toBe(id)
    expect(parseTraceTarget(`trace:${id}`)).toBe(id)
    expect(parseTraceTarget('0af76519-16cd-43dd-8448-eb211c80319c')).toBe(id)
    expect(parseTraceTarget(`${id} cart`)).toBeUndefined()
    expect(parseTraceTarget('')).toBeUndefined()
  })
})

describe('readDuration()', () => {
  it.each([
    ['', '500', { from: 500_000 }],
    ['>=', '1.5s', { from: 1_500_000 }],
    ['<', '2m', { before: 120_000_000 }],
    ['<=', '10us', { before: 11 }],
    ['', '100ms..1s', { from: 100_000, before: 1_000_001 }],
    ['>', '100ms..1s', undefined],
    ['', '1h', undefined],
    ['', '-5ms', undefined],
    ['', '1..2..3', undefined],
  ] as const)('reads `%s%s`', (operator, text, range) => {
    expect(parseDuration(operator, text)).toEqual(range)
  })
})
