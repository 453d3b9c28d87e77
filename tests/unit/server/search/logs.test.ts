import { describe, expect, it } from 'vitest'
import { logMatcher, type SearchedLog } from '#server/search/dialects/log-matcher.ts'
import { asksAttributes, parseLogSearch } from '#server/search/dialects/logs.ts'
import { formatSearchError } from '#server/search/search-error.ts'

const LOG: SearchedLog = {
  projectSlug: 'shop',
  level: 'warn',
  bodyStart: 'Payment provider is slow: 2914 ms',
  release: 'shop@2.5.0',
  environment: null,
  traceId: 'ab'.repeat(16),
  spanId: null,
  attributes: { order: 1042, 'http.route': '/cart/:id', isSlow: true },
}

function finds(query: string): boolean {
  const read = parseLogSearch(query)
  if ('error' in read) throw new Error(formatSearchError(read.error))
  return logMatcher(read.condition)(LOG)
}

describe('a search of logs', () => {
  it.each([
    '',
    'payment SLOW',
    '"provider is slow"',
    'level:warning',
    'level:>=warn',
    'level:[error, warn]',
    'release:shop@*',
    'order:1042',
    'http.route:"/cart/*"',
    'isSlow:true',
    'has:order',
    '!has:customer',
    '!level:error',
    'level:error OR order:1042',
    'project:shop',
    `trace:${'AB'.repeat(16)}`,
    'ab'.repeat(16),
    '!environment:production',
    'message:provider*ms',
  ])('%s finds it', (query) => {
    expect(finds(query)).toBe(true)
  })

  it.each([
    'refund',
    ...['hasOwnProperty:a', 'constructor:*', 'toString:1', '__proto__:*', 'has:valueOf'], // what objects inherit
    'level:>warn',
    'level:<=info',
    'order:104',
    'order:1042 refund',
    'has:customer',
    'release:shop@2.4*',
    `trace:${'0'.repeat(32)}`,
    'environment:production',
    '!(order:1042 OR level:error)',
    'http.route:cart*',
    'message:ms*provider',
  ])('%s does not', (query) => {
    expect(finds(query)).toBe(false)
  })

  it.each([
    ['level:loud', 'Cannot search: `level:loud` is not a level: use trace, debug, info, warn, error, fatal'],
    ['slow trace:12', 'Cannot search: `trace:12` (at character 6) needs an id of 32 hex characters'],
    ['span:xyz', 'Cannot search: `span:xyz` needs an id of 16 hex characters'],
    ['order:>5', 'Cannot search: `order:>5` can’t be compared: remove the sign'],
    ['(slow', 'Cannot search: `(` is not closed'],
  ])('%s is refused by its word', (query, refusal) => {
    const read = parseLogSearch(query)
    expect('error' in read && formatSearchError(read.error)).toBe(refusal)
  })

  it('knows what only attributes can tell', () => {
    const asks = (query: string) => {
      const read = parseLogSearch(query)
      return 'condition' in read && asksAttributes(read.condition)
    }
    expect([asks('slow level:warn'), asks('slow !(order:1 OR b)'), asks('has:x')]).toEqual([
      false,
      true,
      true,
    ])
  })
})
