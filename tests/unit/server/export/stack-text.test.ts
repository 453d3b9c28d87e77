import { expect, it } from 'vitest'
import { formatStack } from '#server/export/stack-text.ts'
import { aggregateError, pythonGroup } from '#tests/fixtures/exceptions/groups.ts'

it('indents the members of a group, each with its place in it, and causes below what they caused', () => {
  expect(formatStack(aggregateError)).toBe(`AggregateError: All promises were rejected
    at any (app)

    errors[0]: Error: first
        at first (app)

    Caused by: RangeError: why
        at why (app)

    errors[1]: TypeError: second
        at second (app)`)
})

it('indents groups in groups further', () => {
  expect(formatStack(pythonGroup)).toContain(`    exceptions[1]: ExceptionGroup: imports

        exceptions[0]: ImportError: no.such.module

        exceptions[1]: ModuleNotFoundError: another.module

    exceptions[2]: TypeError: int`)
})

it('tells a chain of causes without any indent', () => {
  expect(formatStack([{ type: 'Root' }, { type: 'Outer' }])).toBe('Outer\n\nCaused by: Root')
})
