import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tracePath } from '#renderer/paths.ts'
import {
  formatTraceAddress,
  parseTraceAddress,
  type TraceAddress,
  toggleCollapsed,
  toTraceView,
} from '#renderer/views/trace/trace-address.ts'

const key = fc.stringMatching(/^[0-9a-f]{1,16}$/)
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const addresses: fc.Arbitrary<TraceAddress> = fc.record({
  find: optional(fc.stringMatching(/^[a-z*]{1,20}$/)),
  only: optional(fc.constantFrom('slow' as const, 'errors' as const)),
  service: optional(fc.stringMatching(/^[a-z-]{1,20}$/)),
  from: optional(fc.integer({ min: 0, max: 1_000 })),
  to: optional(fc.integer({ min: 1_001, max: 9_000 })),
  depth: optional(fc.nat(9)),
  collapsed: fc.uniqueArray(key, { maxLength: 20 }),
  open: fc.uniqueArray(key, { maxLength: 20 }),
  at: fc.nat(9_999),
  span: optional(key),
})
const read = (address: TraceAddress) =>
  parseTraceAddress(new URL(tracePath('a', formatTraceAddress(address)), 'http://desk.test').searchParams)
const plain = (address: TraceAddress) => JSON.parse(JSON.stringify(address)) as unknown

describe('a trace’s address', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(addresses, (address) => {
        expect(plain(read(address))).toEqual(plain(address))
      }),
    )
  })

  it('says nothing of what is as it is by itself', () => {
    expect(tracePath('a', formatTraceAddress({ collapsed: [], open: [], at: 0 }))).toBe('/traces/a')
  })

  it('takes whatever anybody writes', () => {
    const parameters = new URLSearchParams(
      'only=x&from=9&to=3&depth=-1&fold=<b>,ab,ab,&open=../x&at=1e9&span="&service=',
    )
    expect(parseTraceAddress(parameters)).toEqual({ collapsed: ['ab'], open: [], at: 0 })
    expect(parseTraceAddress(new URLSearchParams(`fold=${'ab,'.repeat(9_999)}`)).collapsed).toEqual(['ab'])
  })

  it('gives times in microseconds to the server', () => {
    expect(toTraceView(read({ collapsed: [], open: [], at: 0, from: 5, to: 2_000 }))).toMatchObject({
      fromUs: 5_000,
      toUs: 2_000_000,
    })
  })
})

describe('toggleFold()', () => {
  const address = { collapsed: ['a'], open: ['b'], at: 0 }

  it('collapses, and expands what was collapsed or is deep', () => {
    expect(toggleCollapsed(address, 'c', false)).toMatchObject({ collapsed: ['a', 'c'], open: ['b'] })
    expect(toggleCollapsed(address, 'a', true)).toMatchObject({ collapsed: [], open: ['b'] })
    expect(toggleCollapsed(address, 'c', true)).toMatchObject({ collapsed: ['a'], open: ['b', 'c'] })
    expect(toggleCollapsed(address, 'b', false)).toMatchObject({ collapsed: ['a', 'b'], open: [] })
  })
})
