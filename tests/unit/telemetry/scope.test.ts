import { describe, expect, it } from 'vitest'
import type { TelemetryEvent } from '../../../telemetry/event.ts'
import { createScope } from '../../../telemetry/scope.ts'

/** What a process says of itself. */
const known = () => ({ platform: 'node', breadcrumbs: { values: [] } })

const event: TelemetryEvent = { event_id: 'e'.repeat(32), timestamp: 1, platform: 'node', level: 'error' }

describe('createScope()', () => {
  it('puts what it knows around an event', () => {
    const scope = createScope(known())
    scope.setUser({ id: '7' })
    scope.setLevel('warning')
    scope.setFingerprint(['checkout'])
    scope.setRequest(() => ({ method: 'GET', url: '/cart' }))
    scope.setTag('plan', 'free')
    scope.setContext('runtime', { name: 'node' })
    scope.setExtra('cart', [1])
    scope.addBreadcrumb({ timestamp: 1, message: 'opened' })
    expect(scope.applyTo(event)).toEqual({
      ...event,
      level: 'warning',
      user: { id: '7' },
      fingerprint: ['checkout'],
      request: { method: 'GET', url: '/cart' },
      tags: { plan: 'free' },
      contexts: { runtime: { name: 'node' } },
      extra: { cart: [1] },
      breadcrumbs: { values: [{ timestamp: 1, message: 'opened' }] },
    })
  })

  it('leaves what the event says itself', () => {
    const scope = createScope(known())
    scope.setUser({ id: '7' })
    scope.setTag('plan', 'free')
    scope.setRequest(() => ({ url: '/cart' }))
    const own = { ...event, user: { id: '8' }, tags: { plan: 'paid' }, request: { url: '/pay' } }
    expect(scope.applyTo(own)).toMatchObject(own)
  })

  it('copies what it is given: later changes are not part of it', () => {
    const cart = { items: [1] }
    const scope = createScope(known())
    scope.setContext('cart', cart)
    scope.setExtra('cart', cart)
    cart.items.push(2)
    expect(scope.applyTo(event)).toMatchObject({
      contexts: { cart: { items: [1] } },
      extra: { cart: { items: [1] } },
    })
  })

  it('takes away what is set to undefined, without a trace in what is sent', () => {
    const scope = createScope(known())
    scope.setTag('plan', 'free')
    scope.setContext('cart', { items: 1 })
    scope.setUser({ id: '7' })
    scope.setTag('plan', undefined)
    scope.setContext('cart', undefined)
    scope.setUser(undefined)
    expect(JSON.parse(JSON.stringify(scope.applyTo(event)))).toEqual({
      ...event,
      tags: {},
      contexts: {},
      extra: {},
      breadcrumbs: { values: [] },
    })
  })

  it('does without a request that is gone', () => {
    const scope = createScope(known())
    scope.setRequest(() => {
      throw new Error('gone')
    })
    expect(scope.applyTo(event).request).toBeUndefined()
  })

  it('describes its request only when there is an event', () => {
    let described = 0
    const scope = createScope(known())
    scope.setRequest(() => {
      described += 1
      return { url: '/' }
    })
    const fork = scope.fork()
    expect(described).toBe(0)
    fork.applyTo(event)
    expect(described).toBe(1)
  })

  it('forks into one that neither gives nor takes anything later', () => {
    const parent = createScope(known())
    parent.setTag('plan', 'free')
    const fork = parent.fork()
    fork.setTag('plan', 'paid')
    fork.addBreadcrumb({ timestamp: 2 })
    parent.setTag('late', 'yes')
    parent.setUser({ id: '7' })
    expect(parent.applyTo(event).tags).toEqual({ plan: 'free', late: 'yes' })
    expect(parent.applyTo(event).breadcrumbs?.values).toEqual([])
    expect(fork.applyTo(event).breadcrumbs?.values).toEqual([{ timestamp: 2 }])
    expect(fork.applyTo(event).tags).toEqual({ plan: 'paid' })
    expect(fork.applyTo(event).user).toBeUndefined()
  })
})
