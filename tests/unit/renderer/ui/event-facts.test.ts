import { expect, it } from 'vitest'
import { eventFacts, moreFacts } from '#renderer/views/event/facts/event-facts.ts'
import { anEvent } from './an-event.ts'

const factsOf = (event: ReturnType<typeof anEvent>) =>
  Object.fromEntries([...eventFacts(event), ...moreFacts(event)].map(({ name, value }) => [name, value]))

it('tells what the event says, and leaves out what it does not', () => {
  const event = anEvent({
    request: { method: 'GET', url: 'https://shop.example/cart?coupon=A#top', headers: [] },
    contexts: {
      browser: { name: 'Firefox', version: '145' },
      os: { name: 'Linux' },
      trace: { trace_id: 'abc' },
    },
    sdk: { name: 'sentry.javascript.node', version: '11.10.0' },
  })
  expect(factsOf(event)).toEqual({
    Page: '/cart?coupon=A',
    Method: 'GET',
    Environment: 'production',
    Browser: 'Firefox 145',
    System: 'Linux',
    Platform: 'node',
    SDK: 'sentry.javascript.node 11.10.0',
    Trace: 'abc',
    Event: '0af7651916cd43dd8448eb211c80319c',
  })
})

it('names the transaction beside the address, unless it is the same', () => {
  const request = { url: 'https://shop.example/checkout/7/confirm?a=1', headers: [] }
  const facts = factsOf(anEvent({ transaction: '/checkout/<cart_id>/confirm', request }))
  expect(facts.Page).toBe('/checkout/7/confirm?a=1')
  expect(facts.Transaction).toBe('/checkout/<cart_id>/confirm')
  expect(factsOf(anEvent({ transaction: '/checkout/7/confirm', request })).Transaction).toBeUndefined()
  const job = factsOf(anEvent({ transaction: 'nightly stock check' }))
  expect(job.Transaction).toBe('nightly stock check')
  expect(job.Page).toBeUndefined()
})

it('keeps an address that is none', () => {
  expect(factsOf(anEvent({ request: { url: '/relative', headers: [] } })).Page).toBe('/relative')
})

it('is not misled by contexts of other shapes, and cuts what is long', () => {
  const event = anEvent({
    contexts: { browser: { name: { nested: true } }, os: { version: 'x'.repeat(5000) } },
  })
  expect(factsOf(event).Browser).toBeUndefined()
  expect(factsOf(event).System).toHaveLength(160)
})
