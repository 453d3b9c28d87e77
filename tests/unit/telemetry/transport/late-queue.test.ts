import { afterEach, expect, it, vi } from 'vitest'
import type { TelemetryItem } from '#telemetry/adapter.ts'
import { createLateQueue } from '#telemetry/transport/late-queue.ts'
import { anEvent } from '#tests/support/builders/telemetry-items.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A window whose storage is a record. */
function aWindow(kept: TelemetryItem[] = []) {
  const stored = new Map([['crumbtrail.queue', JSON.stringify(kept)]])
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const target = { localStorage, addEventListener() {}, removeEventListener() {} }
  return { stored, target: target as unknown as Parameters<typeof createLateQueue>[0] } // all that a queue uses
}

const item: TelemetryItem = { type: 'event', payload: anEvent() }

it('a late queue keeps nothing before its code is there; then it sends what was kept, and keeps more', async () => {
  vi.useFakeTimers()
  const { stored, target } = aWindow([item])
  const delivered: TelemetryItem[] = []
  const queue = createLateQueue(target)
  const adapter = {
    name: 'test',
    deliver: (one: TelemetryItem) => void delivered.push(one),
    flush: async () => true,
    close: async () => true,
  }
  const attached = queue.attach(adapter, () => {})
  expect(queue.put(item)).toBe(false)
  attached.deliver(item)
  expect(delivered).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(() => expect(delivered).toHaveLength(2))
  expect(queue.put(item)).toBe(true)
  expect(stored.get('crumbtrail.queue')).toContain(anEvent().event_id)
  await attached.close(0)
})

it('the session of a page comes with the queue, and knows what failed before', async () => {
  vi.useFakeTimers()
  const { target } = aWindow()
  const delivered: TelemetryItem[] = []
  const adapter = {
    name: 'test',
    deliver: (one: TelemetryItem) => void delivered.push(one),
    flush: async () => true,
    close: async () => true,
  }
  const attached = createLateQueue(target, { release: 'shop@1' }).attach(adapter, () => {})
  const mechanism = { type: 'onerror', handled: false }
  const exception = { values: [{ type: 'Error', value: 'x', mechanism }] }
  attached.deliver({ type: 'event', payload: anEvent({ exception }) })
  expect(delivered).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(() => expect(delivered).toHaveLength(2))
  expect(delivered[1]).toMatchObject({
    type: 'session',
    payload: { init: true, status: 'unhandled', errors: 1 },
  })
  attached.deliver({ type: 'event', payload: anEvent({ exception }) })
  expect(delivered).toHaveLength(3)
  await attached.close(0)
})
