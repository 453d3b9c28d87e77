import { describe, expect, it } from 'vitest'
import type { TelemetryItem } from '#telemetry/adapter.ts'
import { createInProcessAdapter } from '#telemetry/adapters/in-process.ts'
import { limits } from '#telemetry/limits.ts'
import { createDiscards } from '#telemetry/transport/client-report.ts'

const item: TelemetryItem = {
  type: 'event',
  payload: { event_id: 'e'.repeat(32), timestamp: 1, platform: 'node', level: 'error', message: 'x' },
}

describe('createInProcessAdapter()', () => {
  it('submits the bytes that would have gone over the network', async () => {
    const bodies: string[] = []
    const adapter = createInProcessAdapter({
      submit: async (envelope) => {
        bodies.push(new TextDecoder().decode(envelope))
      },
      dsn: 'https://abc@desk.example/1',
      clock: () => 0,
    })
    adapter.deliver(item)
    expect(await adapter.flush(1000)).toBe(true)
    const [header, itemHeader, payload, end] = bodies.join('').split('\n')
    expect(JSON.parse(header ?? '')).toMatchObject({
      event_id: item.payload.event_id,
      dsn: 'https://abc@desk.example/1',
    })
    expect(JSON.parse(itemHeader ?? '')).toEqual({ type: 'event' })
    expect(JSON.parse(payload ?? '')).toEqual(item.payload)
    expect(end).toBe('')
  })

  it('counts what could not be stored, whether it throws or rejects', async () => {
    for (const submit of [
      () => Promise.reject(new Error('disk full')),
      () => {
        throw new Error('closed')
      },
    ]) {
      const discards = createDiscards()
      const adapter = createInProcessAdapter({ submit, discards })
      adapter.deliver(item)
      expect(await adapter.flush(1000)).toBe(true)
      expect(discards.list()).toEqual([{ reason: 'send_error', category: 'error', quantity: 1 }])
    }
  })

  it('piles nothing up when the store is slow, and takes nothing after it was closed', async () => {
    const stored = Promise.withResolvers<void>()
    const discards = createDiscards()
    const adapter = createInProcessAdapter({ submit: () => stored.promise, discards })
    for (let index = 0; index < limits.sendBuffer + 1; index++) adapter.deliver(item)
    const closed = adapter.close(1000)
    adapter.deliver(item)
    expect(discards.list()).toEqual([{ reason: 'queue_overflow', category: 'error', quantity: 2 }])
    stored.resolve()
    expect(await closed).toBe(true)
  })
})
