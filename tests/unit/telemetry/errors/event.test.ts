import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { exceptionsFromThrown } from '#telemetry/errors/event.ts'
import type { StackOptions } from '#telemetry/errors/thrown/stacktrace.ts'
import { limits } from '#telemetry/limits.ts'
import { createNodeFrames } from '#telemetry/node/frames.ts'
import { eventFromThrown } from '#tests/support/builders/telemetry-items.ts'

const mechanism = { type: 'generic', handled: true }
const basis = { eventId: 'e'.repeat(32), timestampMs: 1_700_000_000_500, platform: 'node', mechanism }

function summarize(thrown: unknown): string[] {
  return exceptionsFromThrown(thrown, mechanism).map(({ type, value }) => `${type}: ${value}`)
}

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

function hostileProxy(): object {
  const refuse = (): never => {
    throw new Error('refused')
  }
  return new Proxy(() => {}, { get: refuse, has: refuse, ownKeys: refuse, getPrototypeOf: refuse })
}

describe('eventFromThrown()', () => {
  it('states id, time in seconds, platform, and how it was caught', () => {
    const event = eventFromThrown(new TypeError('no'), {
      ...basis,
      mechanism: { type: 'onerror', handled: false },
    })
    expect(event).toMatchObject({
      event_id: basis.eventId,
      timestamp: 1_700_000_000.5,
      platform: 'node',
      level: 'error',
      exception: {
        values: [{ type: 'TypeError', value: 'no', mechanism: { type: 'onerror', handled: false } }],
      },
    })
  })

  it('has the frames of the stack, the innermost call last', () => {
    function fails(): never {
      throw new Error('here')
    }
    try {
      fails()
    } catch (error) {
      const [exception] = exceptionsFromThrown(error, mechanism, createNodeFrames(process.cwd()))
      expect(exception?.stacktrace?.frames.at(-1)).toMatchObject({
        function: 'fails',
        filename: 'tests/unit/telemetry/errors/event.test.ts',
        in_app: true,
      })
    }
  })

  it('keeps what errors commonly carry as the data of their mechanism', () => {
    const error = Object.assign(new Error('gone'), {
      code: 'ENOENT',
      errno: -2,
      path: '/etc/shadow',
      digest: '42',
    })
    const common = { code: 'ENOENT', digest: '42' }
    const dataOf = (options?: StackOptions) =>
      exceptionsFromThrown(error, mechanism, options)[0]?.mechanism.data
    expect(dataOf()).toEqual(common)
    expect(dataOf(createNodeFrames())).toEqual({ ...common, errno: -2 })
  })

  it.each([
    ['a string', 'out of stock', 'ThrownString: out of stock'],
    ['an empty string', '', 'ThrownString: '],
    ['null', null, 'ThrownNull: null'],
    ['undefined', undefined, 'ThrownUndefined: undefined'],
    ['a number', 42, 'ThrownNumber: 42'],
    ['NaN', Number.NaN, 'ThrownNumber: NaN'],
    ['a bigint', 10n, 'ThrownBigInt: 10'],
    ['a boolean', false, 'ThrownBoolean: false'],
    ['a symbol', Symbol('tag'), 'ThrownSymbol: Symbol(tag)'],
    ['a function', function pay() {}, 'ThrownFunction: with keys: '],
    ['an object, by its keys alone', { password: 'hunter2', id: 1 }, 'ThrownObject: with keys: password,id'],
    ['an object with a message', { message: 'broken', id: 1 }, 'ThrownObject: broken'],
    ['an object without a prototype', Object.create(null), 'ThrownObject: with keys: '],
    ['an array', [1, 2], 'ThrownArray: with keys: 0,1'],
    ['a frozen error', Object.freeze(new RangeError('ice')), 'RangeError: ice'],
    ['an error-like object', { name: 'AbortError', message: 'stop' }, 'AbortError: stop'],
    ['an error of another realm', runInNewContext('new TypeError("far")'), 'TypeError: far'],
    [
      'an error whose message is no text',
      Object.assign(new Error(), { message: { a: 1 } }),
      'Error: [object Object]',
    ],
    ['an error whose name is no text', Object.assign(new Error('x'), { name: 7 }), 'Error: x'],
    ['a revoked proxy', revokedProxy(), 'ThrownObject: [Unreadable]'],
    ['a proxy that throws', hostileProxy(), 'ThrownObject: [Unreadable]'],
  ])('describes %s', (_name, thrown, expected) => {
    expect(summarize(thrown)).toEqual([expected])
  })

  it('reads around getters that throw', () => {
    const error = new Error('visible')
    for (const key of ['stack', 'name', 'cause', 'code']) {
      Object.defineProperty(error, key, {
        get() {
          throw new Error('getter')
        },
      })
    }
    expect(summarize(error)).toEqual(['Error: visible'])
    expect(exceptionsFromThrown(error, mechanism)[0]?.stacktrace).toBeUndefined()
  })

  it('cuts a message of megabytes', () => {
    const [exception] = exceptionsFromThrown(new Error('x'.repeat(5_000_000)), mechanism)
    expect(exception?.value).toHaveLength(limits.textLength)
  })
})

describe('causes', () => {
  it('come oldest first, each saying what it is the cause of', () => {
    const error = new Error('page', { cause: new Error('query', { cause: 'socket closed' }) })
    const values = exceptionsFromThrown(error, { type: 'fastify', handled: false })
    expect(values.map(({ value }) => value)).toEqual(['socket closed', 'query', 'page'])
    expect(values.map(({ mechanism }) => mechanism)).toEqual([
      { type: 'chained', handled: false, exception_id: 2, parent_id: 1, source: 'cause', data: {} },
      { type: 'chained', handled: false, exception_id: 1, parent_id: 0, source: 'cause', data: {} },
      { type: 'fastify', handled: false, exception_id: 0, data: {} },
    ])
  })

  it('include the members of an aggregate', () => {
    const error = new AggregateError([new Error('first'), null, 'third'], 'all failed')
    expect(summarize(error)).toEqual([
      'ThrownString: third',
      'ThrownNull: null',
      'Error: first',
      'AggregateError: all failed',
    ])
    expect(exceptionsFromThrown(error, mechanism).at(-1)?.mechanism.is_exception_group).toBe(true)
  })

  it('leave out findings that a validation error lists', () => {
    expect(summarize(Object.assign(new Error('bad form'), { errors: [{ path: 'email' }] }))).toEqual([
      'Error: bad form',
    ])
  })

  it('end where they turn in a circle', () => {
    const first = new Error('first')
    first.cause = new Error('second', { cause: first })
    expect(summarize(first)).toEqual(['Error: second', 'Error: first'])
    const self = new AggregateError([], 'self')
    self.errors.push(self, self)
    expect(summarize(self)).toEqual(['AggregateError: self'])
  })

  it('end though each one makes up another', () => {
    const endless = (): object => ({
      message: 'again',
      get cause() {
        return endless()
      },
    })
    expect(summarize(endless())).toHaveLength(limits.exceptions)
  })

  it('are bounded in number', () => {
    const many = new AggregateError(
      Array.from({ length: 10_000 }, (_, index) => new Error(String(index))),
      'many',
    )
    expect(summarize(many)).toHaveLength(limits.exceptions)
    expect(summarize({ name: 'AggregateError', message: 'odd', errors: { length: 1e300 } })).toHaveLength(1)
  })
})
