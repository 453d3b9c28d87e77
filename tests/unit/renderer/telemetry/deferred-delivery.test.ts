// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deferTraces } from '#renderer/telemetry/deferred-delivery.ts'
import { createMemoryAdapter, type MemoryAdapter } from '#telemetry/adapters/memory.ts'
import { anEvent, aTransaction } from '#tests/support/builders/telemetry-items.ts'
import { createHandClock, type HandClock } from '#tests/support/store/manual-clock.ts'

let memory: MemoryAdapter
let hand: HandClock
let adapter: ReturnType<typeof deferTraces>

beforeEach(() => {
  memory = createMemoryAdapter()
  hand = createHandClock()
  adapter = deferTraces(memory, window, hand.setTimer)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const trace = { type: 'transaction', payload: aTransaction() } as const
const delivered = () => memory.items.map(({ type }) => type)

it('lets traces wait for the frame, all by one timer, and errors for nothing', () => {
  adapter.deliver(trace)
  adapter.deliver(trace)
  adapter.deliver({ type: 'event', payload: anEvent() })
  expect(delivered()).toEqual(['event'])
  expect(hand.pending()).toBe(1)
  hand.advance(200)
  expect(delivered()).toEqual(['event', 'transaction', 'transaction'])
})

it('delivers what waits when the page is left, and what comes then at once', () => {
  adapter.deliver(trace)
  dispatchEvent(new Event('pagehide'))
  expect(delivered()).toEqual(['transaction'])
  adapter.deliver(trace)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  adapter.deliver(trace)
  expect(delivered()).toHaveLength(3)
  hand.advance(200)
  expect(delivered()).toHaveLength(3)
})

it.each(['flush', 'close'] as const)('delivers what waits before it is asked to %s', async (end) => {
  adapter.deliver(trace)
  expect(await adapter[end](100)).toBe(true)
  expect(delivered()).toEqual(['transaction'])
})
