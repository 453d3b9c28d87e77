import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NormalizedException } from '#server/processing/event.ts'
import { type ExceptionNode, exceptionTree } from '#server/processing/stack/exception-tree.ts'
import { aggregateError, broken, pythonGroup } from '#tests/fixtures/exceptions/groups.ts'
import { runs } from '#tests/support/run/doses.ts'

/** `Outer(First, Second(Third))`. */
function drawn(values: readonly NormalizedException[]): string | null {
  const draw = ({ index, below }: ExceptionNode): string =>
    `${values[index]?.type}${below.length === 0 ? '' : `(${below.map(draw).join(', ')})`}`
  const tree = exceptionTree(values)
  return tree && draw(tree)
}

describe('exceptionTree()', () => {
  it('puts the members of groups below them, in the order of the group', () => {
    expect(drawn(pythonGroup)).toBe(
      'ExceptionGroup(ValueError, ExceptionGroup(ImportError, ModuleNotFoundError), TypeError)',
    )
    expect(drawn(aggregateError)).toBe('AggregateError(Error(RangeError), TypeError)')
  })

  it('is null for a chain of causes, with ids or without', () => {
    const chain = [
      { type: 'Root', mechanism: { type: 'chained', exception_id: 1, parent_id: 0, source: 'cause' } },
      { type: 'Outer', mechanism: { type: 'generic', exception_id: 0 } },
    ]
    expect(exceptionTree(chain)).toBeNull()
    expect(exceptionTree([{}, {}, {}])).toBeNull()
    expect(exceptionTree([])).toBeNull()
  })

  it.each(Object.entries(broken))('hangs each exception somewhere although there is %s', (_name, values) => {
    expect(drawn(values)).toBe('System.AggregateException(MyApp.Exception(System.Exception))')
  })

  it('has each exception once, whatever the ids say', () => {
    const id = fc.option(fc.integer({ min: -1, max: 6 }), { nil: undefined })
    const mechanism = fc.record({
      type: fc.constant('chained'),
      exception_id: id,
      parent_id: id,
      is_exception_group: fc.constantFrom(true, undefined),
    }) as fc.Arbitrary<NonNullable<NormalizedException['mechanism']>>
    fc.assert(
      fc.property(fc.array(fc.record({ mechanism }), { maxLength: 12 }), (values) => {
        const tree = exceptionTree(values)
        if (tree === null) return
        const list = ({ index, below }: ExceptionNode): number[] => [index, ...below.flatMap(list)]
        expect(list(tree).toSorted((a, b) => a - b)).toEqual(values.map((_, index) => index))
      }),
      { numRuns: runs(300) },
    )
  })
})
