import { describe, expect, it } from 'vitest'
import { normalize } from '#server/processing/normalize/normalize.ts'
import { titleOf } from '#server/processing/title.ts'

const arrival = { eventId: 'e'.repeat(32), receivedAt: 1_790_000_000_000 }
const frames = [
  { function: 'main', filename: '/srv/shop/app.js', lineno: 3 },
  { function: 'totalOf', filename: '/srv/shop/cart.js', lineno: 7 },
]
const read = (event: Record<string, unknown>) => normalize({ platform: 'node', ...event }, arrival)

describe('a message', () => {
  const shapes = {
    '@sentry/node 7 to 10: captureMessage()': { message: 'Stock is low' },
    '@sentry/node 11 with attachStacktrace: a typeless exception': {
      exception: { values: [{ value: 'Stock is low', mechanism: { type: 'generic', synthetic: true } }] },
    },
    'sentry-python 1 and 2: logging integration': {
      logentry: { message: 'Stock is %s', params: ['low'], formatted: 'Stock is low' },
    },
    'sentry-java 6: Message': { message: { message: 'Stock is %s', params: ['low'] } },
    'raven-python 6: sentry.interfaces.Message': {
      'sentry.interfaces.Message': { message: 'Stock is %s', params: ['low'] },
    },
  }
  it.each(Object.entries(shapes))('%s', (_name, event) => {
    expect(titleOf(read(event))).toMatchObject({ type: 'Message', value: 'Stock is low' })
  })
})

describe('an error', () => {
  const exception = { type: 'TypeError', value: 'no price', stacktrace: { frames } }
  const shapes = {
    '@sentry/node 5 to 11': { exception: { values: [exception] } },
    'raven-node 2.6: a list': { exception: [exception] },
    'raven-js 3: one by itself': { exception },
    'raven-python 6: sentry.interfaces.Exception': {
      'sentry.interfaces.Exception': { values: [exception] },
      culprit: 'shop.cart in totalOf',
    },
  }
  it.each(Object.entries(shapes))('%s', (_name, event) => {
    const normalized = read(event)
    expect(titleOf(normalized)).toMatchObject({ type: 'TypeError', value: 'no price' })
    expect(normalized.exception.values).toHaveLength(1)
    expect(normalized.exception.values[0]?.stacktrace?.frames).toHaveLength(2)
  })

  it('keeps its own names where it has both', () => {
    const normalized = read({
      transaction: 'GET /cart',
      culprit: 'old',
      user: { id: 1 },
      'sentry.interfaces.User': {},
    })
    expect(normalized).toMatchObject({ transaction: 'GET /cart', user: { id: '1' } })
    expect(read({ culprit: 'shop.cart' }).transaction).toBe('shop.cart')
  })

  it.each([
    [40, 'error'],
    [30, 'warning'],
    [50, 'fatal'],
    [99, 'error'],
  ])('level %i, as Python’s logging counts, is %s', (level, expected) => {
    expect(read({ level }).level).toBe(expected)
  })
})

describe('a stack beside the exceptions', () => {
  it('is a message’s, as @sentry/browser 6 sends it with attachStacktrace', () => {
    const { exception, message } = read({ message: 'Stock is low', stacktrace: { frames } })
    expect(message).toBe('Stock is low')
    expect(exception.values).toMatchObject([{ value: 'Stock is low', stacktrace: { frames } }])
  })

  it('is the crashed thread’s, as sentry-cocoa 8 sends it', () => {
    const threads = {
      values: [
        { id: 0, current: true, crashed: false, stacktrace: { frames: [{ function: 'idle' }] } },
        { id: 1, crashed: true, stacktrace: { frames } },
      ],
    }
    const mechanism = { type: 'mach', handled: false }
    const { exception } = read({ exception: { values: [{ type: 'EXC_BAD_ACCESS', mechanism }] }, threads })
    expect(exception.values).toMatchObject([{ type: 'EXC_BAD_ACCESS', mechanism, stacktrace: { frames } }])
  })

  it.each([
    [
      {
        values: [{ current: true, stacktrace: { frames } }, { stacktrace: { frames: [{ function: 'x' }] } }],
      },
      2,
    ],
    [[{ stacktrace: { frames } }], 2],
    [[{ stacktrace: { frames } }, { stacktrace: { frames } }], undefined],
    [[{ crashed: true }], undefined],
    ['none', undefined],
  ])('of threads %j gives %j frames', (threads, count) => {
    expect(read({ threads }).exception.values.at(-1)?.stacktrace?.frames.length).toBe(count)
  })

  it('changes nothing where an exception has its own', () => {
    const values = [{ type: 'Error', stacktrace: { frames } }, { type: 'Wrapper' }]
    const { exception } = read({ exception: { values }, stacktrace: { frames: [{ function: 'other' }] } })
    expect(exception.values[1]?.stacktrace).toBeUndefined()
  })
})
