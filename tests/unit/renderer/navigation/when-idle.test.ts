import { afterEach, describe, expect, it, vi } from 'vitest'
import { whenIdle } from '#renderer/navigation/prefetch/when-idle.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('whenIdle()', () => {
  it('asks the browser for a pause, and names the longest wait', async () => {
    const waits: unknown[] = []
    const requestIdleCallback = (work: () => void, options: unknown) => {
      waits.push(options)
      work()
    }
    vi.stubGlobal('window', { requestIdleCallback })
    vi.stubGlobal('requestIdleCallback', requestIdleCallback)
    await whenIdle(100)
    expect(waits).toEqual([{ timeout: 100 }])
  })

  it('waits 50 ms in a browser that knows of no pauses', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('window', {})
    let isIdle = false
    void whenIdle(100).then(() => {
      isIdle = true
    })
    await vi.advanceTimersByTimeAsync(49)
    expect(isIdle).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(isIdle).toBe(true)
  })
})
