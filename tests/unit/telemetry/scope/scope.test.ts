import { describe, expect, it } from 'vitest'
import type { TelemetryEvent } from '#telemetry/errors/event.ts'
import { applyScope, forkScope, type Scope, setContext, setExtra, setTag } from '#telemetry/scope/scope.ts'

/** What a process says of itself. */
const known = (): Scope => ({ platform: 'node', breadcrumbs: { values: [] } })

const event: TelemetryEvent = { event_id: 'e'.repeat(32), timestamp: 1, platform: 'node', level: 'error' }

describe('a scope', () => {
  it('puts what it knows around an event', () => {
    const scope = known()
    scope.user = { id: '7' }
    scope.level = 'warning'
    scope.fingerprint = ['checkout']
    scope.describeRequest = () => ({ method: 'GET', url: '/cart' })
    setTag(scope, 'plan', 'free')
    setContext(scope, 'runtime', { name: 'node' })
    setExtra(scope, 'cart', [1])
    scope.breadcrumbs = { values: [{ timestamp: 1, message: 'opened' }] }
    expect(applyScope(scope, event)).toEqual({
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
    const scope = known()
    scope.user = { id: '7' }
    setTag(scope, 'plan', 'free')
    scope.describeRequest = () => ({ url: '/cart' })
    const own = { ...event, user: { id: '8' }, tags: { plan: 'paid' }, request: { url: '/pay' } }
    expect(applyScope(scope, own)).toMatchObject(own)
  })

  it('copies what it is given: later changes are not part of it', () => {
    const cart = { items: [1] }
    const scope = known()
    setContext(scope, 'cart', cart)
    setExtra(scope, 'cart', cart)
    cart.items.push(2)
    expect(applyScope(scope, event)).toMatchObject({
      contexts: { cart: { items: [1] } },
      extra: { cart: { items: [1] } },
    })
  })

  it('takes away what is set to undefined, without a trace in what is sent', () => {
    const scope = known()
    setTag(scope, 'plan', 'free')
    setContext(scope, 'cart', { items: 1 })
    scope.user = { id: '7' }
    setTag(scope, 'plan', undefined)
    setContext(scope, 'cart', undefined)
    scope.user = undefined
    expect(JSON.parse(JSON.stringify(applyScope(scope, event)))).toEqual({
      ...event,
      tags: {},
      contexts: {},
      extra: {},
      breadcrumbs: { values: [] },
    })
  })

  it('does without a request that is gone', () => {
    const scope = known()
    scope.describeRequest = () => {
      throw new Error('gone')
    }
    expect(applyScope(scope, event).request).toBeUndefined()
  })

  it('describes its request only when there is an event', () => {
    let described = 0
    const scope = known()
    scope.describeRequest = () => {
      described += 1
      return { url: '/' }
    }
    const fork = forkScope(scope)
    expect(described).toBe(0)
    applyScope(fork, event)
    expect(described).toBe(1)
  })

  it('forks into one that neither gives nor takes anything later', () => {
    const parent = known()
    setTag(parent, 'plan', 'free')
    const fork = forkScope(parent)
    setTag(fork, 'plan', 'paid')
    fork.breadcrumbs = { values: [{ timestamp: 2 }] }
    setTag(parent, 'late', 'yes')
    parent.user = { id: '7' }
    expect(applyScope(parent, event).tags).toEqual({ plan: 'free', late: 'yes' })
    expect(applyScope(parent, event).breadcrumbs?.values).toEqual([])
    expect(applyScope(fork, event).breadcrumbs?.values).toEqual([{ timestamp: 2 }])
    expect(applyScope(fork, event).tags).toEqual({ plan: 'paid' })
    expect(applyScope(fork, event).user).toBeUndefined()
  })
})
