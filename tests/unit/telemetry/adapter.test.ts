import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  categoryOf,
  combineAdapters,
  countItem,
  type TelemetryAdapter,
  type TelemetryItem,
} from '#telemetry/adapter.ts'
import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import { limits } from '#telemetry/limits.ts'
import { createDiscards } from '#telemetry/transport/client-report.ts'
import { anEvent, aTransaction } from '#tests/support/builders/telemetry-items.ts'

const item: TelemetryItem = { type: 'event', payload: anEvent() }
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

function combine(...adapters: TelemetryAdapter[]) {
  const discards = createDiscards()
  const combined = combineAdapters(adapters, discards, () => 5000)
  onTestFinished(() => void combined.close(0))
  return { combined, discards }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('combineAdapters()', () => {
  it.each([throwing, rejecting])(
    'keeps what a $name adapter does from its host, and counts it',
    async (adapter) => {
      const { combined, discards } = combine(adapter)
      combined.deliver(item)
      combined.deliver(item)
      await vi.advanceTimersByTimeAsync(0)
      expect(discards.list()).toEqual([{ reason: 'internal_sdk_error', category: 'error', quantity: 2 }])
      expect(await combined.flush(1000)).toBe(false)
      expect(await combined.close(1000)).toBe(false)
    },
  )

  it('gives each one every item, though others break', async () => {
    const [first, last] = [createMemoryAdapter(), createMemoryAdapter()]
    const { combined } = combine(first, throwing, hanging, rejecting, last)
    combined.deliver(item)
    expect(first.items).toEqual([item])
    expect(last.items).toEqual([item])
  })

  it('waits for one that hangs no longer than it was told to, and for nobody else in vain', async () => {
    const { combined } = combine(createMemoryAdapter(), hanging)
    const flushed = combined.flush(500)
    await vi.advanceTimersByTimeAsync(499)
    expect(await Promise.race([flushed, 'waiting'])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(await flushed).toBe(false)
  })

  it('hands on what sound adapters answer', async () => {
    const late = { ...createMemoryAdapter(), flush: async () => false }
    expect(await combine(createMemoryAdapter()).combined.flush(1)).toBe(true)
    expect(await combine(createMemoryAdapter(), late).combined.flush(1)).toBe(false)
  })

  it('waits even if asked to wait for ever', async () => {
    const flush = Promise.withResolvers<boolean>()
    const flushed = combine({ ...hanging, flush: () => flush.promise }).combined.flush(
      Number.POSITIVE_INFINITY,
    )
    await vi.advanceTimersByTimeAsync(60_000)
    flush.resolve(true)
    expect(await flushed).toBe(true)
  })

  it('of none is one that has always delivered', async () => {
    const { combined } = combine()
    combined.deliver(item)
    expect(await combined.flush(0)).toBe(true)
  })
})

describe('client reports', () => {
  const report = {
    type: 'client_report',
    payload: { timestamp: 5, discarded_events: [{ reason: 'before_send', category: 'error', quantity: 2 }] },
  }

  it.each<[string, (combined: ReturnType<typeof combineAdapters>) => Promise<unknown>]>([
    ['with a flush', (combined) => combined.flush(0)],
    ['with the close', (combined) => combined.close(0)],
    ['each minute', () => vi.advanceTimersByTimeAsync(limits.clientReportMs)],
  ])('leave %s, for every adapter, and are counted out', async (_when, act) => {
    const [first, second] = [createMemoryAdapter(), createMemoryAdapter()]
    const { combined, discards } = combine(first, second)
    discards.count('before_send', 'error')
    discards.count('before_send', 'error')
    await act(combined)
    expect(first.items).toEqual([report])
    expect(second.items).toEqual([report])
    await combined.flush(0)
    expect(first.items).toHaveLength(1)
  })

  it('of a clock that throws reach neither the host nor an adapter', async () => {
    const memory = createMemoryAdapter()
    const discards = createDiscards()
    const combined = combineAdapters([memory], discards, refuse)
    discards.count('before_send', 'error')
    await vi.advanceTimersByTimeAsync(limits.clientReportMs)
    expect(await combined.close(0)).toBe(true)
    expect(memory.items).toEqual([])
  })

  it('are not asked for when there is nothing to say, nor after the close', async () => {
    const memory = createMemoryAdapter()
    const { combined, discards } = combine(memory)
    await vi.advanceTimersByTimeAsync(limits.clientReportMs * 2)
    await combined.close(0)
    discards.count('before_send', 'error')
    await vi.advanceTimersByTimeAsync(limits.clientReportMs * 2)
    expect(memory.items).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('that an adapter fails to take are not counted in turn', async () => {
    const { combined, discards } = combine(throwing)
    discards.count('before_send', 'error')
    await combined.flush(0)
    expect(discards.list()).toEqual([])
  })
})

it('categoryOf() names what limits and reports call an item', () => {
  expect(categoryOf(item)).toBe('error')
  expect(categoryOf({ type: 'transaction', payload: aTransaction() })).toBe('transaction')
  expect(categoryOf({ type: 'client_report', payload: { timestamp: 1, discarded_events: [] } })).toBe(
    'internal',
  )
})

it('countItem() counts the spans that go with a transaction', () => {
  const discards = createDiscards()
  countItem(discards, 'send_error', { type: 'transaction', payload: aTransaction() })
  expect(discards.list()).toEqual([
    { reason: 'send_error', category: 'transaction', quantity: 1 },
    { reason: 'send_error', category: 'span', quantity: 2 },
  ])
})

it('the memory adapter keeps the newest items', () => {
  const memory = createMemoryAdapter(2)
  memory.deliver({ type: 'event', payload: anEvent({ level: 'debug' }) })
  memory.deliver({ type: 'transaction', payload: aTransaction() })
  memory.deliver({ type: 'event', payload: anEvent({ level: 'error' }) })
  expect(memory.items).toHaveLength(2)
  expect(memory.events.map(({ level }) => level)).toEqual(['error'])
  expect(memory.transactions).toEqual([aTransaction()])
})
