import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createIdempotency } from '#server/hosting/forms/idempotency.ts'
import { runs } from '#tests/support/run/doses.ts'

const windowMs = 1000

/** Work that ends when the test says so. */
function createWork() {
  let end: (result: { number: number }) => void = () => {}
  let fail: (reason: Error) => void = () => {}
  const promise = new Promise<{ number: number }>((resolve, reject) => {
    end = resolve
    fail = reject
  })
  return { promise, end, fail }
}

describe('createOnce', () => {
  it('lets a double wait for the first, and gives both its result', async () => {
    const once = createIdempotency({ clock: () => 0 })
    const work = createWork()
    let runs = 0
    const run = () => {
      runs++
      return work.promise
    }
    const answers = Promise.all([once.run('key', run), once.run('key', run)])
    work.end({ number: 1 })
    expect(await answers).toEqual([
      { result: { number: 1 }, isRepeat: false },
      { result: { number: 1 }, isRepeat: true },
    ])
    expect(runs).toBe(1)
  })

  it('remembers a result for the window and no longer', async () => {
    let now = 0
    const once = createIdempotency({ clock: () => now, windowMs })
    let runs = 0
    const run = async () => ({ number: ++runs })
    await once.run('key', run)
    now = windowMs - 1
    expect((await once.run('key', run)).result).toEqual({ number: 1 })
    now = windowMs
    expect((await once.run('key', run)).result).toEqual({ number: 2 })
  })

  it('shares a failure with who waits for it, and tries again for who comes later', async () => {
    const once = createIdempotency({ clock: () => 0 })
    const work = createWork()
    const both = Promise.allSettled([
      once.run('key', () => work.promise),
      once.run('key', async () => ({ number: 2 })),
    ])
    work.fail(new Error('broken'))
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await once.run('key', async () => ({ number: 3 }))).toEqual({
      result: { number: 3 },
      isRepeat: false,
    })
  })

  it.each([
    ['entries', { entries: 2 }],
    ['bytes', { bytes: 2 * ('key 1'.length + '{"number":1}'.length) }],
  ])('forgets the oldest when there are too many %s', async (_name, bounds) => {
    const once = createIdempotency({ clock: () => 0, ...bounds })
    for (const number of [1, 2, 3]) await once.run(`key ${number}`, async () => ({ number }))
    const isRemembered = async (number: number) =>
      (await once.run(`key ${number}`, async () => ({ number: 0 }))).isRepeat
    expect([await isRemembered(3), await isRemembered(2)]).toEqual([true, true])
    expect(await isRemembered(1)).toBe(false)
  })

  it('does not keep a result that is larger than all there is room for', async () => {
    const once = createIdempotency({ clock: () => 0, bytes: 10 })
    await once.run('key', async () => ({ text: 'x'.repeat(100) }))
    expect((await once.run('key', async () => ({ text: '' }))).isRepeat).toBe(false)
  })

  it('runs each key once at a time and once a window, however the requests interleave', async () => {
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ do: fc.constant('ask' as const), key: fc.constantFrom('a', 'b', 'c') }),
      },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('end' as const), pick: fc.nat(20) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const), pick: fc.nat(20) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(windowMs * 1.5) }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        let now = 0
        let runs = 0
        const once = createIdempotency({ clock: () => now, windowMs })
        const running: { key: string; number: number; work: ReturnType<typeof createWork> }[] = []
        const kept = new Map<string, { number: number; until: number }>()
        const asked: { answer: Promise<unknown>; expected: number; isRepeat: boolean }[] = []
        const failed = new Set<number>()
        for (const each of steps) {
          if (each.do === 'wait') now += each.ms
          else if (each.do === 'ask') {
            const { key } = each
            const memory = kept.get(key)
            const remembered = memory && memory.until > now ? memory.number : undefined
            const expected = remembered ?? running.find((one) => one.key === key)?.number
            const before = runs
            const answer = once.run(key, () => {
              const work = createWork()
              running.push({ key, number: ++runs, work })
              return work.promise
            })
            answer.catch(() => {}) // looked at below
            expect(runs - before).toBe(expected === undefined ? 1 : 0)
            asked.push({ answer, expected: expected ?? runs, isRepeat: expected !== undefined })
          } else {
            const [one] = running.splice(each.pick % (running.length || 1), 1)
            if (one === undefined) continue
            const { key, number, work } = one
            if (each.do === 'end') {
              work.end({ number })
              kept.set(key, { number, until: now + windowMs })
            } else {
              work.fail(new Error('broken'))
              failed.add(number)
            }
            await new Promise(setImmediate) // lets what was settled arrive
          }
        }
        for (const { number, work } of running) work.end({ number })
        for (const { answer, expected, isRepeat } of asked) {
          if (failed.has(expected)) await expect(answer).rejects.toThrow('broken')
          else expect(await answer).toEqual({ result: { number: expected }, isRepeat })
        }
      }),
      { numRuns: runs(200) },
    )
  })
})
