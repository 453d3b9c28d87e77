import { describe, expect, it } from 'vitest'
import { createFailureRecorder, Failure } from '#server/hosting/failure.ts'

function recorder() {
  const reported: [unknown, string][] = []
  const failures = createFailureRecorder((thrown, stage) => {
    reported.push([thrown, stage])
    return `DIGEST-${reported.length}`
  })
  return { failures, reported }
}

describe('createFailureRecorder', () => {
  it.each([
    ['an error', new TypeError('no price')],
    ['a string', 'no price'],
    ['null', null],
    ['undefined', undefined],
    ['a frozen error', Object.freeze(new Error('frozen'))],
    ['an error with causes', new Error('outer', { cause: new Error('inner') })],
    [
      'an object whose text throws',
      {
        toString: () => {
          throw new Error('no text')
        },
      },
    ],
    [
      'an error whose stack throws',
      Object.defineProperty(new Error('x'), 'stack', {
        get() {
          throw new Error('no stack')
        },
      }),
    ],
  ])('gives %s one digest, however often it is recorded', (_name, thrown) => {
    const { failures, reported } = recorder()
    const first = failures.record(thrown, 'loader')
    const again = failures.record(thrown, 'render')
    expect(again).toBe(first)
    expect(reported).toEqual([[thrown, 'loader']])
    expect(first).toMatchObject({ digest: 'DIGEST-1', stage: 'loader', cause: thrown })
    expect(first.message).toContain('DIGEST-1')
  })

  it('hands a failure through as it is', () => {
    const { failures, reported } = recorder()
    const failure = failures.record('x', 'action')
    expect(failures.record(failure, 'request')).toBe(failure)
    expect(reported).toHaveLength(1)
  })

  it('gives two things thrown two digests, and knows the last', () => {
    const { failures } = recorder()
    expect(failures.last()).toBeUndefined()
    failures.record(new Error('one'), 'loader')
    failures.record(new Error('two'), 'stream')
    expect(failures.last()?.digest).toBe('DIGEST-2')
  })

  it('keeps the stack of what was thrown, with the digest before it', () => {
    const thrown = new RangeError('too far')
    const { stack } = new Failure(thrown, 'render', 'K7Q2MX-4T9ZPA')
    expect(stack).toMatch(/^K7Q2MX-4T9ZPA \(render\): RangeError: too far\n {4}at /)
    expect(stack).toContain('failure.test.ts')
  })
})
