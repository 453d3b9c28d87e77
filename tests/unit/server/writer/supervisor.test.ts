import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { superviseThread } from '#server/writer/supervisor.ts'
import type { WriterThread } from '#server/writer/threads.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function aThread() {
  let die: (reason: string) => void = () => {}
  const ended = new Promise<string>((resolve) => {
    die = resolve
  })
  const thread: WriterThread = {
    write: async () => undefined,
    writeAlone: async () => undefined,
    hurry: () => {},
    probe: async () => undefined,
    expire: async () => ({ hasMore: false }),
    terminate: async () => die('it was ended'),
    close: async () => die('it was closed'),
    ended,
  }
  return { thread, die: (reason: string) => die(reason) }
}

async function supervise(starts: (() => Promise<WriterThread>)[]) {
  const log: string[] = []
  const start = () => starts.shift()?.() ?? Promise.reject(new Error('no more threads'))
  const threads = await superviseThread(start, {
    onStart: () => log.push('started'),
    onFailure: (reason) => log.push(reason),
    onGivenUp: () => log.push('given up'),
  })
  return { threads, log }
}

describe('superviseThread()', () => {
  it('starts another when one has died', async () => {
    const [first, second] = [aThread(), aThread()]
    const { threads, log } = await supervise([async () => first.thread, async () => second.thread])
    first.die('out of memory')
    await vi.advanceTimersByTimeAsync(0)
    expect(threads.current()).toBeUndefined()
    expect(threads.hasGivenUp()).toBe(false)
    await vi.advanceTimersByTimeAsync(100)
    expect(threads.current()).toBe(second.thread)
    expect(log).toEqual(['started', 'The writer thread failed and will restart: out of memory', 'started'])
  })

  it('tries ever more slowly, and lets nobody wait meanwhile', async () => {
    const [first, last] = [aThread(), aThread()]
    const fail = () => Promise.reject(new Error('no disk'))
    const { threads, log } = await supervise([async () => first.thread, fail, fail, async () => last.thread])
    first.die('x')
    await vi.advanceTimersByTimeAsync(100)
    expect(threads.hasGivenUp()).toBe(true)
    expect(log.slice(2)).toEqual(['Error: no disk', 'given up'])
    await vi.advanceTimersByTimeAsync(199)
    expect(log).toHaveLength(4)
    await vi.advanceTimersByTimeAsync(1)
    expect(log).toHaveLength(6)
    await vi.advanceTimersByTimeAsync(400)
    expect(threads.current()).toBe(last.thread)
    expect(threads.hasGivenUp()).toBe(false)
  })

  it('starts none once it is closed', async () => {
    const first = aThread()
    const { threads, log } = await supervise([async () => first.thread])
    await threads.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(log).toEqual(['started'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('fails when the first does not start', async () => {
    await expect(supervise([])).rejects.toThrow('no more threads')
  })
})
