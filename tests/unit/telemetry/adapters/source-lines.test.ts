import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import { withSourceLines } from '#telemetry/adapters/source-lines.ts'
import type { TelemetryEvent } from '#telemetry/errors/event.ts'
import { limits } from '#telemetry/limits.ts'

type AddTo = Parameters<typeof withSourceLines>[1]

const payload: TelemetryEvent = { event_id: 'e'.repeat(32), timestamp: 1, platform: 'node', level: 'error' }

function start(addTo: AddTo) {
  const memory = createMemoryAdapter()
  return { adapter: withSourceLines(memory, addTo), items: memory.items }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('withSourceLines()', () => {
  it('adds them before the event leaves, and flush waits for them', async () => {
    const { adapter, items } = start(async (event) => ({ ...event, tags: { lines: 'added' } }))
    adapter.deliver({ type: 'event', payload })
    expect(items).toEqual([])
    expect(await adapter.flush(1000)).toBe(true)
    expect(items).toMatchObject([{ type: 'event', payload: { tags: { lines: 'added' } } }])
  })

  it('does without when finding them fails or takes too long', async () => {
    vi.useFakeTimers()
    const failing = start(() => Promise.reject(new Error('disk')))
    failing.adapter.deliver({ type: 'event', payload })
    expect(await failing.adapter.flush(1000)).toBe(true)
    expect(failing.items).toEqual([{ type: 'event', payload }])

    const hanging = start(() => new Promise(() => {}))
    hanging.adapter.deliver({ type: 'event', payload })
    await vi.advanceTimersByTimeAsync(limits.enrichTimeoutMs)
    expect(hanging.items).toHaveLength(1)
  })

  it('does without when too many events wait for theirs', () => {
    const { adapter, items } = start(() => new Promise(() => {}))
    for (let index = 0; index < limits.sendBuffer + 3; index++) adapter.deliver({ type: 'event', payload })
    expect(items).toHaveLength(3)
  })

  it('hands on at once what is no event', () => {
    const { adapter, items } = start(() => new Promise(() => {}))
    const report = { timestamp: 1, discarded_events: [] }
    adapter.deliver({ type: 'client_report', payload: report })
    expect(items).toEqual([{ type: 'client_report', payload: report }])
  })

  it('closes when the time is over, though something still hangs', async () => {
    const { adapter } = start(() => new Promise(() => {}))
    adapter.deliver({ type: 'event', payload })
    expect(await adapter.close(5)).toBe(false)
  })
})
