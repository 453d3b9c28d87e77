import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderByParents } from '#server/desk/traces/order-spans.ts'

type Given = [id: string, parent: string | null, project?: number]

const order = (...given: Given[]) =>
  orderByParents(
    given.map(([spanId, parentSpanId, projectId = 1]) => ({ spanId, parentSpanId, projectId })),
  ).map(({ spanId, depth, projectId }) => `${'-'.repeat(depth)}${spanId}${projectId === 1 ? '' : projectId}`)

describe('orderByParents()', () => {
  it('puts each before its children, siblings as they come', () => {
    expect(order(['a', null], ['b', 'a'], ['c', 'a'], ['d', 'b'], ['e', null])).toEqual([
      'a',
      '-b',
      '--d',
      '-c',
      'e',
    ])
  })

  it('finds a parent that comes later, and one of another project', () => {
    expect(order(['b', 'a', 2], ['a', null])).toEqual(['a', '-b2'])
  })

  it('prefers the parent of the same project', () => {
    expect(order(['a', null], ['a', null, 2], ['b', 'a', 2], ['b', 'a'])).toEqual(['a', '-b', 'a2', '-b2'])
  })

  it('puts on top what has lost its parent', () => {
    expect(order(['b', 'lost'], ['c', 'b'])).toEqual(['b', '-c'])
  })

  it('cuts circles open at their first span', () => {
    expect(order(['a', 'a'])).toEqual(['a'])
    expect(order(['a', 'c'], ['b', 'a'], ['c', 'b'])).toEqual(['a', '-b', '--c'])
    expect(order(['x', 'b'], ['b', 'c'], ['c', 'b'])).toEqual(['b', '-x', '-c'])
  })

  it('goes no deeper than 200, however long the chain', () => {
    const chain = Array.from(
      { length: 10_000 },
      (_, index): Given => [String(index), index === 0 ? null : String(index - 1)],
    )
    const ordered = orderByParents(
      chain.map(([spanId, parentSpanId]) => ({ spanId, parentSpanId, projectId: 1 })),
    )
    expect(ordered.map(({ spanId }) => Number(spanId))).toEqual(chain.map((_, index) => index))
    expect(Math.max(...ordered.map(({ depth }) => depth))).toBe(200)
  })

  it('keeps every span exactly once, one level at most below the one before', () => {
    const id = fc.constantFrom(...'abcdefgh')
    const span = fc.record({
      spanId: id,
      parentSpanId: fc.option(id),
      projectId: fc.constantFrom(1, 2),
      number: fc.nat(),
    })
    fc.assert(
      fc.property(fc.array(span, { maxLength: 20 }), (spans) => {
        const ordered = orderByParents(spans)
        expect(ordered.map(({ number }) => number).sort()).toEqual(spans.map(({ number }) => number).sort())
        ordered.forEach(({ depth }, index) => {
          expect(depth).toBeLessThanOrEqual(index === 0 ? 0 : (ordered[index - 1]?.depth ?? 0) + 1)
        })
      }),
    )
  })
})
