import { describe, expect, it } from 'vitest'
import {
  fieldsOf,
  findFixed,
  parseTableSearch,
  type Row,
  tableMatcher,
} from '#server/search/tables/table-search.ts'

const NOW = Date.UTC(2026, 10, 27)
const CELLS = new Map<string, string | number | boolean>([
  ['message', 'Cannot check out'],
  ['level', 'error'],
  ['release', 'shop@1.4.0'],
  ['span.duration', 750],
  ['is_transaction', true],
  ['timestamp', '2026-11-26T23:30:00.000Z'],
])
const row: Row = (field) => CELLS.get(field) ?? null

function read(text: string) {
  const parsed = parseTableSearch(text, NOW)
  if ('error' in parsed) throw new Error(parsed.error.message)
  return parsed.condition
}

describe('a search of a table', () => {
  it.each([
    '',
    'CHECK',
    '"check out"',
    'level:error',
    'level:[error,fatal]',
    '!level:info',
    'release:1.4.0',
    'release:shop@*',
    'span.duration:>500ms span.duration:<=0.75s',
    'span.duration:750',
    'is_transaction:true',
    'timestamp:-1h',
    'timestamp:>=2026-11-26',
    'has:level !has:shelf',
    'level:info OR (level:error span.duration:>=750)',
  ])('finds the row by %s', (text) => {
    expect(tableMatcher(read(text))(row)).toBe(true)
  })

  it.each([
    'cart',
    'level:err',
    '!level:error',
    'release:1.4',
    'span.duration:>1s',
    'timestamp:-10m',
    'timestamp:<2026-11-26',
    'shelf:A3',
    'shelf:>1',
    'has:shelf',
    'level:>1',
  ])('does not find the row by %s', (text) => {
    expect(tableMatcher(read(text))(row)).toBe(false)
  })

  it.each([
    ['span.duration:>long', 'needs a number'],
    ['timestamp:soon', 'needs a time'],
    ['(level:error', 'is not closed'],
  ])('refuses %s, which %s', (text, message) => {
    expect(parseTableSearch(text, NOW)).toEqual({
      error: expect.objectContaining({ message: expect.stringContaining(message) }),
    })
  })

  it('says which fields it asks for, and which of them it leaves no choice of', () => {
    expect(fieldsOf(read('cart level:error (shelf:A3 OR has:user)'))).toEqual(['level', 'shelf', 'user'])
    expect(findFixed(read('trace:abc level:error'), 'trace')).toBe('abc')
    expect(findFixed(read('trace:abc OR level:error'), 'trace')).toBeUndefined()
    expect(findFixed(read('!trace:abc'), 'trace')).toBeUndefined()
    expect(findFixed(read('trace:a*'), 'trace')).toBeUndefined()
  })
})
