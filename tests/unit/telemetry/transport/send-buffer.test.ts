import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#telemetry/limits.ts'
import { createSendBuffer } from '#telemetry/transport/send-buffer.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('createSendBuffer()', () => {
  it('starts 64 at once and refuses the 65th, until one has ended', async () => {
    const buffer = createSendBuffer()
    const sends = Array.from({ length: limits.sendBuffer }, () => Promise.withResolvers<void>())
    expect(sends.map(({ promise }) => buffer.add(() => promise))).toEqual(sends.map(() => true))
    let started = false
    const late = async () => {
      started = true
    }
    expect(buffer.add(late)).toBe(false)
    expect(started).toBe(false)
    for (const { resolve } of sends) resolve()
    expect(await buffer.flush(1000)).toBe(true)
    expect(buffer.add(late)).toBe(true)
  })

  it('has room again after a send that rejects or throws', async () => {
    const buffer = createSendBuffer(1)
    buffer.add(() => Promise.reject(new Error('network')))
    expect(await buffer.flush(1000)).toBe(true)
    buffer.add(() => {
      throw new Error('at once')
    })
    expect(await buffer.flush(1000)).toBe(true)
    expect(buffer.add(async () => {})).toBe(true)
  })

  it('flushes false when time runs out, and waits only for what was there', async () => {
    vi.useFakeTimers()
    const buffer = createSendBuffer()
    const first = Promise.withResolvers<void>()
    buffer.add(() => first.promise)
    const tooShort = buffer.flush(10)
    await vi.advanceTimersByTimeAsync(10)
    expect(await tooShort).toBe(false)
    const flushed = buffer.flush(10)
    buffer.add(() => new Promise(() => {}))
    first.resolve()
    expect(await flushed).toBe(true)
    expect(await createSendBuffer().flush(0)).toBe(true)
  })

  it('never holds more than its capacity', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.array(fc.boolean()), async (capacity, steps) => {
        const buffer = createSendBuffer(capacity)
        let open: PromiseWithResolvers<void>[] = []
        for (const adds of steps) {
          if (adds) {
            const send = Promise.withResolvers<void>()
            expect(buffer.add(() => send.promise)).toBe(open.length < capacity)
            if (open.length < capacity) open = [...open, send]
          } else if (open.length > 0) {
            for (const { resolve } of open) resolve()
            open = []
            expect(await buffer.flush(1000)).toBe(true)
          }
        }
      }),
    )
  })
})
