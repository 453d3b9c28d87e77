import { describe, expect, it } from 'vitest'
import { matchingFilter } from '#server/processing/filters/matching-filter.ts'
import { normalize } from '#server/processing/normalize/normalize.ts'
import { isInApp } from '#server/processing/normalize/stack/in-app.ts'
import { titleOf } from '#server/processing/title.ts'

const normalized = (event: Record<string, unknown>) =>
  normalize(event, { eventId: 'a'.repeat(32), receivedAt: 1_000 })
const titled = (event: Record<string, unknown>) => titleOf(normalized(event))

describe('titleOf()', () => {
  it('is the outermost exception, and the innermost frame of the application', () => {
    const frames = [
      { function: 'main', filename: 'src/main.ts', in_app: true },
      { function: 'totalOf', filename: 'https://a.example/assets/src/cart/total.ts?v=2', in_app: true },
      { function: 'reduce', filename: 'node_modules/x.js', in_app: false },
    ]
    const exception = [
      { type: 'Cause', value: 'c' },
      { type: 'TypeError', value: 'no price', stacktrace: { frames } },
    ]
    expect(titled({ exception, transaction: '/cart' })).toEqual({
      type: 'TypeError',
      value: 'no price',
      culprit: 'cart/total.ts in totalOf',
    })
  })

  it('blames the application’s own frame of a cause where the outermost exception has none', () => {
    const at = (name: string, in_app: boolean) => ({
      stacktrace: { frames: [{ function: name, filename: 'a.ts', in_app }] },
    })
    const exception = [
      { type: 'Cause', ...at('own', true) },
      { type: 'Outer', ...at('library', false) },
    ]
    expect(titled({ exception, transaction: '/cart' }).culprit).toBe('a.ts in own')
  })

  it.each<[Record<string, unknown>, Record<string, string>]>([
    [
      { message: 'stock is low', transaction: '/stock' },
      { type: 'Message', value: 'stock is low', culprit: '/stock' },
    ],
    [{ exception: [{ value: 'thrown text' }] }, { type: 'Message', value: 'thrown text', culprit: '' }],
    [
      { exception: [{ type: 'E' }], message: 'said' },
      { type: 'E', value: 'said', culprit: '' },
    ],
    [{}, { type: 'Message', value: '', culprit: '' }],
  ])('names %j', (event, title) => {
    expect(titled(event)).toEqual(title)
  })

  it('cuts what lists would cut anyway', () => {
    expect(titled({ message: 'x'.repeat(5_000) }).value).toHaveLength(1_000)
  })
})

describe('matchingFilter()', () => {
  it.each<[Record<string, unknown>, string | undefined]>([
    [{ message: 'Script error.' }, 'script-error'],
    [{ exception: [{ type: 'Error', value: 'Script error' }] }, 'script-error'],
    [{ message: 'Javascript error: Script error. on line 0' }, 'script-error'],
    [{ exception: [{ value: 'ResizeObserver loop limit exceeded' }] }, 'resize-observer'],
    [{ message: 'ResizeObserver loop completed with undelivered notifications.' }, 'resize-observer'],
    [
      {
        exception: [{ type: 'Error', value: 'NEXT_REDIRECT' }],
        extra: { digest: 'NEXT_REDIRECT;push;/x;307;' },
      },
      'redirect',
    ],
    [{ message: 'Script error in cart' }, undefined],
    [{ exception: [{ type: 'Error', value: 'about ResizeObserver loop limit exceeded' }] }, undefined],
    [
      { exception: [{ type: 'Error', value: 'x', mechanism: { type: 'm', data: { digest: '123' } } }] },
      undefined,
    ],
    [{}, undefined],
  ])('of %j is %s', (event, filter) => {
    expect(matchingFilter(normalized(event), undefined)).toBe(filter)
  })
})

describe('isInApp()', () => {
  it.each([
    ['/srv/app/src/cart.ts', 'node'],
    ['app:///main.js', 'javascript'],
    ['shop/views.py', 'python'],
    ['internals/cart.ts', 'node'],
    ['https://a.example/assets/vendors.js', 'javascript'],
  ])('takes %s for our own', (filename, platform) => {
    expect(isInApp({ filename }, platform)).toBe(true)
  })

  it.each([
    ['/srv/app/node_modules/fastify/x.js', 'node'],
    ['node:internal/process', 'node'],
    ['internal/process/task_queues.js', 'node'],
    ['/usr/lib/python3.12/threading.py', 'python'],
    ['/venv/lib/site-packages/django/x.py', 'python'],
    ['chrome-extension://abc/x.js', 'javascript'],
    ['/app/vendor/symfony/x.php', 'php'],
    ['<anonymous>', 'javascript'],
    ['[native code]', 'javascript'],
  ])("takes %s for somebody else's", (filename, platform) => {
    expect(isInApp({ filename }, platform)).toBe(false)
  })

  it('goes by the module where the language does', () => {
    expect(isInApp({ module: 'java.util.List' }, 'java')).toBe(false)
    expect(isInApp({ module: 'com.shop.Cart' }, 'java')).toBe(true)
    expect(isInApp({ function: 'std::panicking' }, 'rust')).toBe(false)
  })
})
