import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  combineAdapters,
  guardAdapter,
  type TelemetryAdapter,
  type TelemetryItem,
} from '../../../telemetry/adapter.ts'
import { createMemoryAdapter } from '../../../telemetry/adapters/memory.ts'
import { createDiscards } from '../../../telemetry/client-report.ts'

const item: TelemetryItem = {
  type: 'event',
  payload: { event_id: 'e'.repeat(32), timestamp: 1, platform: 'node', level: 'error' },
}
const refuse = (): never => {
  throw new Error('broken')
}
const throwing: TelemetryAdapter = { name: 'throwing', deliver: refuse, flush: refuse, close: refuse }
const hanging: TelemetryAdapter = {
  name: 'hanging',
  deliver: () => {},
  flush: () => new Promise(() => {}),
  close: () => new Promise(() => {}),
}
const rejecting: TelemetryAdapter = {
  name: 'rejecting',
  deliver: async () => refuse(),
  flush: async () => refuse(),
  close: async () => refuse(),
}

afterEach(() => {
  vi.useRealTimers()
})

describe('guardAdapter()', () => {
  it.each([throwing, rejecting])(
    'keeps what a $name adapter does from its host, and counts it',
    async (adapter) => {
      const said: string[] = []
      const discards = createDiscards((sentence) => said.push(sentence))
      const guarded = guardAdapter(adapter, discards)
      guarded.deliver(item)
      guarded.deliver(item)
      expect(await guarded.flush(1000)).toBe(false)
      expect(await guarded.close(1000)).toBe(false)
      expect(discards.list()).toEqual([{ reason: 'internal_sdk_error', category: 'error', quantity: 2 }])
      expect(said).toEqual([
        `Telemetry left out an error: the ${adapter.name} adapter failed. More of these are counted, not said.`,
      ])
    },
  )

  it('waits for a hanging adapter no longer than it was told to', async () => {
    vi.useFakeTimers()
    const flushed = guardAdapter(hanging, createDiscards()).flush(500)
    await vi.advanceTimersByTimeAsync(500)
    expect(await flushed).toBe(false)
  })

  it('hands on what a sound adapter answers', async () => {
    const guarded = guardAdapter(createMemoryAdapter(), createDiscards())
    expect([guarded.name, await guarded.flush(1), await guarded.close(1)]).toEqual(['memory', true, true])
    const late = guardAdapter({ ...createMemoryAdapter(), flush: async () => false }, createDiscards())
    expect(await late.flush(1)).toBe(false)
  })
})

describe('combineAdapters()', () => {
  it('gives each one every item, though others break', async () => {
    vi.useFakeTimers()
    const [first, last] = [createMemoryAdapter(), createMemoryAdapter()]
    const combined = combineAdapters([first, throwing, hanging, last], createDiscards())
    combined.deliver(item)
    expect(first.items).toEqual([item])
    expect(last.items).toEqual([item])
    const flushed = combined.flush(500)
    await vi.advanceTimersByTimeAsync(500)
    expect(await flushed).toBe(false)
  })

  it('of none is one that has always delivered', async () => {
    const none = combineAdapters([], createDiscards())
    none.deliver(item)
    expect(await none.flush(0)).toBe(true)
  })
})

it('the memory adapter keeps the newest items', () => {
  const memory = createMemoryAdapter(2)
  for (const level of ['debug', 'info', 'error'] as const)
    memory.deliver({ ...item, payload: { ...item.payload, level } })
  expect(memory.items.map(({ payload }) => payload.level)).toEqual(['info', 'error'])
})
