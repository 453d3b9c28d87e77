import { describe, expect, it } from 'vitest'
import type { TelemetryAdapter } from '#telemetry/adapter.ts'
import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import { type BrowserWindow, startErrorTelemetry } from '#telemetry/browser/errors.ts'
import { startBrowserTelemetry } from '#telemetry/browser.ts'
import { captureMessage } from '#telemetry/errors/message.ts'
import { createStackContext } from '#telemetry/scope/context.ts'
import { type Scope, setTag, withScope } from '#telemetry/scope/scope.ts'

/** The parts of a window that Node has as well: real events, a real URL. */
function start<Result>(begin: (options: { adapter: TelemetryAdapter }, target: BrowserWindow) => Result) {
  const location = new URL('https://shop.example/cart?token=4f9a')
  const quiet = (..._args: unknown[]) => {}
  const change = (_state: unknown, _title: string, url?: string | URL | null) => {
    if (url) location.href = new URL(url, location).href
  }
  const target = Object.assign(new EventTarget(), {
    location,
    history: { pushState: change, replaceState: change },
    navigator: { userAgent: 'Test/1.0' },
    document: Object.assign(new EventTarget(), { referrer: 'https://search.example/?key=4f9a' }),
    console: { debug: quiet, info: quiet, log: quiet, warn: quiet, error: quiet },
    fetch: async (_url: string) => new Response(''),
    XMLHttpRequest: class {},
  })
  const memory = createMemoryAdapter()
  // What telemetry touches of a window is there; the rest of its type is not needed.
  const telemetry = begin({ adapter: memory }, target as unknown as BrowserWindow)
  const events = () => memory.items.flatMap((item) => (item.type === 'event' ? [item.payload] : []))
  return { target, telemetry, events }
}

const errorEvent = (parts: object) =>
  Object.assign(new Event('error'), { message: '', filename: '', lineno: 0, colno: 0, error: null }, parts)

describe('startBrowserTelemetry()', () => {
  it('reports what nobody catches, with the page it happened on', () => {
    const { target, events } = start(startBrowserTelemetry)
    const error = new TypeError('no price')
    error.stack = 'TypeError: no price\n    at pay (https://shop.example/assets/a.js:1:2)'
    target.dispatchEvent(errorEvent({ message: 'Uncaught TypeError: no price', error }))
    expect(events()).toMatchObject([
      {
        platform: 'javascript',
        request: {
          url: 'https://shop.example/cart?token=[Filtered]',
          headers: { 'User-Agent': 'Test/1.0', Referer: 'https://search.example/?key=[Filtered]' },
        },
        exception: {
          values: [
            {
              type: 'TypeError',
              value: 'no price',
              mechanism: { type: 'onerror', handled: false },
              stacktrace: {
                frames: [{ function: 'pay', filename: 'https://shop.example/assets/a.js', in_app: true }],
              },
            },
          ],
        },
      },
    ])
  })

  it('makes do with what the event says where there is no error', () => {
    const { target, events } = start(startBrowserTelemetry)
    const parts = { filename: 'https://shop.example/a.js', lineno: 3, colno: 4 }
    target.dispatchEvent(errorEvent({ message: 'Uncaught RangeError: too far', ...parts }))
    target.dispatchEvent(errorEvent({ message: 'Uncaught out of stock', error: 'out of stock', ...parts }))
    expect(events().map(({ exception }) => exception?.values[0])).toMatchObject([
      {
        type: 'Error',
        value: 'RangeError: too far',
        stacktrace: { frames: [{ filename: 'https://shop.example/a.js', lineno: 3, colno: 4 }] },
      },
      { type: 'Error', value: 'out of stock', stacktrace: { frames: [{ lineno: 3 }] } },
    ])
  })

  it('reports rejections that nobody handles, whatever they reject with', () => {
    const { target, events } = start(startBrowserTelemetry)
    for (const reason of [new Error('network'), 'text', undefined]) {
      target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
    }
    expect(events().map(({ exception }) => exception?.values[0])).toMatchObject([
      { type: 'Error', mechanism: { type: 'onunhandledrejection', handled: false } },
      { type: 'ThrownString' },
      { type: 'ThrownUndefined' },
    ])
  })

  it('hears images that do not load, and says nothing: they have no message', () => {
    const { target, telemetry, events } = start(startBrowserTelemetry)
    target.dispatchEvent(new Event('error'))
    expect(events()).toEqual([])
    expect(telemetry.discards.list()).toEqual([])
  })

  it('leaves out what says nothing', () => {
    const { target, telemetry, events } = start(startBrowserTelemetry)
    target.dispatchEvent(errorEvent({ message: 'Script error.' }))
    target.dispatchEvent(
      errorEvent({ message: 'ResizeObserver loop completed with undelivered notifications.' }),
    )
    expect(events()).toEqual([])
    expect(telemetry.discards.list()).toMatchObject([{ reason: 'event_processor', quantity: 2 }])
  })

  it('keeps breadcrumbs of the way there', async () => {
    const { target, telemetry, events } = start(startBrowserTelemetry)
    target.console.warn('low stock')
    await target.fetch('/stock')
    target.history.pushState({}, '', '/pay?code=1#top')
    target.history.replaceState({ scroll: 3 }, '')
    target.location.href = 'https://shop.example/cart'
    target.dispatchEvent(new Event('popstate'))
    captureMessage(telemetry, 'x')
    expect(events()[0]?.breadcrumbs?.values).toMatchObject([
      { category: 'console', message: 'low stock' },
      { category: 'fetch', data: { status_code: 200 } },
      { category: 'navigation', data: { from: '/cart?token=[Filtered]', to: '/pay?code=[Filtered]#top' } },
      { category: 'navigation', data: { from: '/pay?code=[Filtered]#top', to: '/cart' } },
    ])
  })

  it('keeps what is set within a scope to it: a page has one otherwise', () => {
    const scopes = createStackContext<Scope>()
    const { telemetry, events } = start((options, target) =>
      startBrowserTelemetry({ ...options, scopes }, target),
    )
    telemetry.scope().user = { id: '7' }
    withScope(scopes, telemetry.scope(), (scope) => {
      setTag(scope, 'step', 'pay')
      scope.level = 'warning'
      captureMessage(telemetry, 'within')
    })
    captureMessage(telemetry, 'after')
    expect(telemetry.scope()).toBe(telemetry.globalScope)
    expect(events()).toMatchObject([
      { user: { id: '7' }, tags: { step: 'pay' }, level: 'warning' },
      { user: { id: '7' }, tags: {}, level: 'info' },
    ])
  })

  it('goes without a trace', async () => {
    const { target, telemetry, events } = start(startBrowserTelemetry)
    telemetry.uninstall()
    target.dispatchEvent(errorEvent({ message: 'x', error: new Error('x') }))
    target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'x' }))
    target.dispatchEvent(new Event('popstate'))
    target.console.warn('x')
    target.history.pushState({}, '', '/pay')
    await target.fetch('/stock')
    captureMessage(telemetry, 'only this')
    expect(events()).toHaveLength(1)
    expect(events()[0]?.breadcrumbs?.values).toEqual([])
  })
})

describe('startErrorTelemetry()', () => {
  it('reports the same, and leaves the page alone', async () => {
    const { target, telemetry, events } = start(startErrorTelemetry)
    const { fetch } = target
    target.console.warn('low stock')
    target.dispatchEvent(errorEvent({ message: 'Uncaught TypeError: x', error: new TypeError('x') }))
    expect(target.fetch).toBe(fetch)
    expect(events()).toMatchObject([
      { request: { url: 'https://shop.example/cart?token=[Filtered]' }, breadcrumbs: { values: [] } },
    ])
    telemetry.uninstall()
    target.dispatchEvent(errorEvent({ message: 'Uncaught TypeError: x', error: new TypeError('x') }))
    expect(events()).toHaveLength(1)
  })
})
