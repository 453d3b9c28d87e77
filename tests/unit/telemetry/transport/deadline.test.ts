import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settlesWithin } from '#telemetry/transport/deadline.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('settlesWithin()', () => {
  it.each<[string, Promise<unknown>, boolean]>([
    ['nothing', Promise.resolve(), true],
    ['true', Promise.resolve(true), true],
    ['false', Promise.resolve(false), false],
  ])('is, for work that answers %s, %s', async (_name, work, answer) => {
    expect(await settlesWithin(work, 1000)).toBe(answer)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is false for work that fails, and never rejects', async () => {
    expect(await settlesWithin(Promise.reject(new Error('x')), 1000)).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([0, 10, -5, Number.NaN])('waits %d ms and no longer', async (timeoutMs) => {
    const settled = settlesWithin(new Promise(() => {}), timeoutMs)
    await vi.advanceTimersByTimeAsync(Math.max(1, timeoutMs || 0))
    expect(await settled).toBe(false)
  })

  it.each([Number.POSITIVE_INFINITY, 2 ** 31, 1e12])('does not take %d ms for none', async (timeoutMs) => {
    const work = Promise.withResolvers<void>()
    const settled = settlesWithin(work.promise, timeoutMs)
    await vi.advanceTimersByTimeAsync(60_000)
    work.resolve()
    expect(await settled).toBe(true)
  })
})
