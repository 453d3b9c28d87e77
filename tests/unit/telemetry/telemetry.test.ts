import { describe, expect, it } from 'vitest'
import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import { limits } from '#telemetry/limits.ts'
import { setContext, setTag } from '#telemetry/scope/scope.ts'
import { createTelemetry, type TelemetryOptions } from '#telemetry/telemetry.ts'

function start(options: Partial<TelemetryOptions> = {}) {
  const memory = createMemoryAdapter()
  let nextId = 0
  const telemetry = createTelemetry({
    adapters: [memory],
    platform: 'node',
    clock: () => 1_000_000,
    random: (byteCount) => new Uint8Array(byteCount).fill(nextId++),
    ...options,
  })
  return {
    telemetry,
    memory,
    events: () => memory.items.flatMap((item) => (item.type === 'event' ? [item.payload] : [])),
  }
}

describe('captureException()', () => {
  it('reports what is known of the process, the scope and the failure', () => {
    const { telemetry, events } = start({ release: 'shop@1', environment: 'test', serverName: 'web-1' })
    setTag(telemetry.globalScope, 'plan', 'free')
    setContext(telemetry.globalScope, 'runtime', { name: 'node' })
    telemetry.addBreadcrumb({ category: 'console', message: 'opened', data: { big: 1n } })
    const captured = telemetry.captureException(new TypeError('no price'), {
      handled: false,
      mechanism: 'fastify',
      digest: 'K7Q2MX-4T9ZPA',
      level: 'fatal',
      tags: { route: '/cart' },
      contexts: { error: { stage: 'loader' }, cart: { items: 2 } },
      extra: { retries: 3 },
      request: { url: '/cart' },
    })
    expect(captured).toEqual({ eventId: '02'.repeat(16), reported: true })
    expect(events()).toMatchObject([
      {
        event_id: captured.eventId,
        timestamp: 1000,
        platform: 'node',
        level: 'fatal',
        release: 'shop@1',
        environment: 'test',
        server_name: 'web-1',
        tags: { plan: 'free', route: '/cart' },
        contexts: {
          runtime: { name: 'node' },
          error: { stage: 'loader', digest: 'K7Q2MX-4T9ZPA' },
          cart: { items: 2 },
        },
        extra: { retries: 3 },
        request: { url: '/cart' },
        breadcrumbs: {
          values: [{ timestamp: 1000, category: 'console', message: 'opened', data: { big: '1' } }],
        },
        exception: { values: [{ type: 'TypeError', mechanism: { type: 'fastify', handled: false } }] },
      },
    ])
  })

  it('puts the digest into no tag: a value of its own for each event would spoil them', () => {
    const { telemetry, events } = start()
    telemetry.captureException(new Error('x'), { digest: 'K7Q2MX-4T9ZPA' })
    expect(events()[0]?.tags).toEqual({})
  })

  it('reports an error object once, frozen and proxied ones too', () => {
    const { telemetry, events } = start()
    for (const error of [new Error('x'), Object.freeze(new Error('y')), new Proxy({}, {}), () => {}]) {
      const first = telemetry.captureException(error)
      expect(first.reported).toBe(true)
      expect(telemetry.captureException(error)).toEqual({ eventId: first.eventId, reported: false })
    }
    expect(events()).toHaveLength(4)
  })

  it('reports a kept error again for each digest that a visitor was shown', () => {
    const { telemetry, events } = start()
    const kept = new Error('connection lost at boot')
    expect(telemetry.captureException(kept, { digest: 'AAAAAA-AAAAAA' }).reported).toBe(true)
    expect(telemetry.captureException(kept, { digest: 'AAAAAA-AAAAAA' }).reported).toBe(false)
    expect(telemetry.captureException(kept).reported).toBe(false)
    expect(telemetry.captureException(kept, { digest: 'AAAAAA-BBBBBB' }).reported).toBe(true)
    expect(events().map(({ contexts }) => contexts?.error?.digest)).toEqual([
      'AAAAAA-AAAAAA',
      'AAAAAA-BBBBBB',
    ])
  })

  it('reports equal primitives once in a row: they cannot be told apart', () => {
    const { telemetry, events } = start()
    for (const thrown of ['x', 'x', null, null, undefined]) telemetry.captureException(thrown)
    expect(events().map(({ exception }) => exception?.values[0]?.type)).toEqual([
      'ThrownString',
      'ThrownNull',
      'ThrownUndefined',
    ])
  })

  it('counts what it leaves out: redirects, notices, and what beforeSend says', () => {
    class Redirect extends Error {}
    const { telemetry, events } = start({
      isRedirect: (thrown) => thrown instanceof Redirect,
      ignoreErrors: ['harmless'],
      beforeSend: (event) => (event.exception?.values[0]?.value === 'secret' ? null : event),
    })
    const thrown = [new Redirect(), new Error('Script error.'), new Error('harmless'), new Error('secret')]
    expect(thrown.map((error) => telemetry.captureException(error).reported)).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(events()).toEqual([])
    expect(telemetry.discards.list()).toEqual([
      { reason: 'event_processor', category: 'error', quantity: 3 },
      { reason: 'before_send', category: 'error', quantity: 1 },
    ])
  })

  it('sends what beforeSend made of it, and nothing when that throws', () => {
    const changed = start({ beforeSend: (event) => ({ ...event, tags: { scrubbed: 'yes' } }) })
    changed.telemetry.captureException(new Error('x'))
    expect(changed.events()[0]?.tags).toEqual({ scrubbed: 'yes' })

    const broken = start({
      beforeSend: () => {
        throw new Error('scrubber')
      },
    })
    expect(broken.telemetry.captureException(new Error('x')).reported).toBe(false)
    expect(broken.telemetry.discards.list()).toMatchObject([{ reason: 'before_send' }])
  })

  it('reports the failure though nothing around it can be read', () => {
    const { telemetry, events } = start()
    const refuse = (): never => {
      throw new Error('gone')
    }
    telemetry.globalScope.describeRequest = refuse
    telemetry.captureException(new Error('x'), {
      digest: 'K7Q2MX-4T9ZPA',
      extra: Object.defineProperty({ fine: 1 }, 'trap', { get: refuse, enumerable: true }),
      contexts: new Proxy({}, { ownKeys: refuse }),
    })
    expect(events()).toMatchObject([
      { extra: { fine: 1, trap: '[Unreadable]' }, contexts: { error: { digest: 'K7Q2MX-4T9ZPA' } } },
    ])
  })

  it('keeps its own failures from the host, and counts them', () => {
    const { telemetry } = start({
      clock: () => {
        throw new Error('no clock')
      },
    })
    expect(telemetry.captureException(new Error('x')).reported).toBe(false)
    expect(telemetry.discards.list()).toEqual([
      { reason: 'internal_sdk_error', category: 'error', quantity: 1 },
    ])
  })

  it('copies what it is given: later changes are not part of the failure', () => {
    const { telemetry, events } = start()
    const cart = { items: [1] }
    telemetry.addBreadcrumb({ data: { cart } })
    telemetry.captureException(new Error('x'), { extra: { cart } })
    cart.items.push(2)
    expect(events()[0]).toMatchObject({
      extra: { cart: { items: [1] } },
      breadcrumbs: { values: [{ data: { cart: { items: [1] } } }] },
    })
  })
})

describe('captureMessage()', () => {
  it('reports a message with its level', () => {
    const { telemetry, events } = start()
    telemetry.captureMessage('cache is cold')
    telemetry.captureMessage('disk is full', 'fatal', { tags: { disk: 'a' } })
    expect(events()).toMatchObject([
      { level: 'info', message: 'cache is cold' },
      { level: 'fatal', message: 'disk is full', tags: { disk: 'a' } },
    ])
  })
})

describe('addBreadcrumb()', () => {
  it('never throws, and cuts what is long', () => {
    const { telemetry, events } = start()
    telemetry.addBreadcrumb({ message: 'x'.repeat(100_000) })
    telemetry.addBreadcrumb({
      get message(): string {
        throw new Error('getter')
      },
    })
    telemetry.captureMessage('m')
    expect(events()[0]?.breadcrumbs?.values.map(({ message }) => message?.length)).toEqual([
      limits.lineLength,
    ])
  })
})

describe('withScope()', () => {
  it('keeps to itself what is set within, and hands on result and error', () => {
    const { telemetry, events } = start()
    const result = telemetry.withScope((scope) => {
      setTag(scope, 'inner', 'yes')
      telemetry.captureMessage('within')
      telemetry.withScope((inner) => expect(inner).toBe(telemetry.scope()))
      return 42
    })
    telemetry.captureMessage('after')
    expect(result).toBe(42)
    expect(events().map(({ tags }) => tags)).toEqual([{ inner: 'yes' }, {}])
    const fail = () =>
      telemetry.withScope(() => {
        throw new Error('from within')
      })
    expect(fail).toThrow('from within')
    expect(telemetry.scope()).toBe(telemetry.globalScope)
  })
})

describe('close()', () => {
  it('flushes, and counts what comes after it', async () => {
    const { telemetry, events } = start()
    telemetry.captureMessage('before')
    expect(await telemetry.close(1000)).toBe(true)
    expect(telemetry.captureException(new Error('after')).reported).toBe(false)
    expect(events()).toHaveLength(1)
    expect(telemetry.discards.list()).toEqual([{ reason: 'queue_overflow', category: 'error', quantity: 1 }])
  })
})
