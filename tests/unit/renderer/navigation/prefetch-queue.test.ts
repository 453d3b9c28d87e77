import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '#renderer/navigation/limits.ts'
import { createPrefetchQueue, type RunOptions } from '#renderer/navigation/prefetch/prefetch-queue.ts'

/** A queue whose tasks end when the test says so. Pauses come at once, unless the test waits for them. */
function aQueue(whenIdle = (work: () => void) => work()) {
  const begun: string[] = []
  const running = new Map<string, { end(): Promise<void>; fail(): Promise<void>; options: RunOptions }>()
  const queue = createPrefetchQueue<string>((key, options) => {
    if (running.has(key)) throw new Error(`Cannot run ${key}: it runs already`)
    begun.push(key)
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const settle = async (work: () => void) => {
      if (!running.delete(key)) return
      work()
      await promise.catch(() => undefined)
    }
    running.set(key, {
      end: () => settle(() => resolve(`${key} is here`)),
      fail: () => settle(() => reject(new Error(`${key} failed`))),
      options,
    })
    options.signal.addEventListener('abort', () => void settle(() => reject(new Error('aborted'))))
    return promise
  }, whenIdle)
  const task = (key: string) => {
    const found = running.get(key)
    if (found === undefined) throw new Error(`Cannot end ${key}: it does not run`)
    return found
  }
  return { queue, begun, running, task }
}

const links = Array.from({ length: 12 }, (_, index) => `/${index + 1}`)

describe('a pause', () => {
  it('is needed for each prefetch, and by no navigation', () => {
    const pauses: (() => void)[] = []
    const { queue, begun } = aQueue((work) => pauses.push(work))
    for (const link of ['/1', '/2', '/3']) queue.wish(link, 'viewport')
    expect(begun).toEqual([])
    void queue.navigate('/2')
    void queue.navigate('/4')
    expect(begun).toEqual(['/2', '/4'])
    for (const pause of pauses) pause()
    expect(begun).toEqual(['/2', '/4', '/1', '/3'])
  })
})

describe('the slots', () => {
  it('are five: of twelve links in view seven wait, and go on newest first', async () => {
    const { queue, begun, task } = aQueue()
    for (const link of links) queue.wish(link, 'viewport')
    expect(begun).toEqual(['/1', '/2', '/3', '/4', '/5'])
    await task('/1').end()
    await task('/2').fail()
    expect(begun.slice(5)).toEqual(['/12', '/11'])
  })

  it('ask for a page once at a time, however often it is wished for', () => {
    const { queue, begun } = aQueue()
    queue.wish('/1', 'viewport')
    queue.wish('/1', 'intent')
    void queue.navigate('/1')
    void queue.navigate('/1')
    expect(begun).toEqual(['/1'])
  })

  it('are free again for the same page once it has ended', async () => {
    const { queue, begun, task } = aQueue()
    queue.wish('/1', 'viewport')
    await task('/1').end()
    queue.wish('/1', 'viewport')
    expect(begun).toEqual(['/1', '/1'])
  })

  it('are not held by a navigation', () => {
    const { queue, begun } = aQueue()
    void queue.navigate('/here')
    for (const link of links) queue.wish(link, 'viewport')
    expect(begun).toEqual(['/here', '/1', '/2', '/3', '/4', '/5'])
  })
})

describe('priorities', () => {
  it('let what is reached for go before what is in view, the newest first', async () => {
    const { queue, begun, task } = aQueue()
    for (const link of links) queue.wish(link, 'viewport')
    queue.wish('/new', 'intent')
    queue.wish('/7', 'intent') // promoted
    queue.wish('/new', 'viewport') // not demoted
    for (const link of ['/1', '/2', '/3']) await task(link).end()
    expect(begun.slice(5)).toEqual(['/new', '/7', '/12'])
  })

  it('let a navigation jump the queue, and take its wish along', async () => {
    const { queue, begun, task } = aQueue()
    for (const link of links) queue.wish(link, 'viewport')
    const arrived = queue.navigate('/9')
    expect(begun.slice(5)).toEqual(['/9'])
    expect(task('/9').options.isNavigation).toBe(true)
    await task('/9').end()
    expect(await arrived).toBe('/9 is here')
    for (const link of links.slice(0, 5)) await task(link).end()
    for (const link of ['/12', '/11', '/10', '/8', '/7']) await task(link).end()
    expect(begun.filter((key) => key === '/9')).toHaveLength(1)
  })

  it('let a navigation join a prefetch that runs', async () => {
    const { queue, begun, task } = aQueue()
    queue.wish('/1', 'viewport')
    const arrived = queue.navigate('/1')
    await task('/1').end()
    expect(await arrived).toBe('/1 is here')
    expect(begun).toEqual(['/1'])
  })
})

describe('taking back', () => {
  it('forgets a wish from the viewport, not one that is reached for, nor one that runs', async () => {
    const { queue, begun, task, running } = aQueue()
    for (const link of links) queue.wish(link, 'viewport')
    queue.wish('/11', 'intent')
    for (const link of ['/1', '/11', '/12', '/10']) queue.withdraw(link)
    expect(running.has('/1')).toBe(true)
    await task('/1').end()
    await task('/2').end()
    expect(begun.slice(5)).toEqual(['/11', '/9'])
  })

  it('abandons what a navigation began, and no prefetch', async () => {
    const { queue, running } = aQueue()
    const left = queue.navigate('/left')
    queue.wish('/1', 'viewport')
    void queue.navigate('/1')
    queue.abandon('/left')
    queue.abandon('/1')
    await expect(left).rejects.toThrow('aborted')
    expect([...running.keys()]).toEqual(['/1'])
  })

  it('gives everything up at once, and can begin anew', async () => {
    const { queue, begun, running } = aQueue()
    for (const link of links) queue.wish(link, 'viewport')
    queue.abortAll()
    expect(running.size).toBe(0)
    expect(begun).toHaveLength(5)
    queue.wish('/1', 'viewport')
    expect(begun).toHaveLength(6)
  })
})

describe('giving way', () => {
  it('stops what nobody waits for, and asks for it again afterwards, the newest wish first', () => {
    const { queue, begun, running } = aQueue()
    for (const link of links.slice(0, 6)) queue.wish(link, 'viewport')
    void queue.navigate('/there')
    const goOn = queue.giveWay()
    queue.wish('/new', 'intent')
    expect([...running.keys()]).toEqual(['/there'])
    goOn()
    goOn() // once is enough
    expect(begun.slice(6)).toEqual(['/new', '/6', '/5', '/4', '/3'])
  })

  it('leaves alone the prefetch that somebody waits for, until nobody does', () => {
    const { queue, begun, running } = aQueue()
    queue.wish('/1', 'viewport')
    queue.wish('/2', 'viewport')
    void queue.navigate('/2')
    const goOn = queue.giveWay()
    expect([...running.keys()]).toEqual(['/2'])
    queue.abandon('/2')
    expect(running.size).toBe(0)
    goOn()
    expect(begun.slice(2).sort()).toEqual(['/1', '/2'])
  })

  it('stops a page’s refreshing for good: what is shown is there', () => {
    const { queue, begun, running } = aQueue()
    queue.refresh('/1').catch(() => undefined)
    expect(running.has('/1')).toBe(true)
    queue.giveWay()()
    expect(running.size).toBe(0)
    expect(begun).toEqual(['/1'])
  })

  it('lasts until everybody has what they waited for', () => {
    const { queue, running } = aQueue()
    const [one, two] = [queue.giveWay(), queue.giveWay()]
    queue.wish('/1', 'viewport')
    one()
    expect(running.size).toBe(0)
    two()
    expect(running.has('/1')).toBe(true)
  })
})

it('forgets every wish, running or not, and nothing that somebody waits for', () => {
  const { queue, begun, running } = aQueue()
  for (const link of links) queue.wish(link, 'viewport')
  void queue.navigate('/1')
  queue.forgetWishes()
  expect([...running.keys()]).toEqual(['/1'])
  queue.wish('/new', 'viewport')
  expect(begun.slice(5)).toEqual(['/new'])
})

it('fails silently where nobody waits, and tells who does', async () => {
  const { queue, task } = aQueue()
  queue.wish('/1', 'viewport')
  await task('/1').fail() // an unhandled rejection would fail this file
  const arrived = queue.navigate('/2')
  await task('/2').fail()
  await expect(arrived).rejects.toThrow('/2 failed')
})

it('keeps its rules whatever happens', async () => {
  const key = fc.constantFrom(...links)
  const step = fc.oneof(
    fc.tuple(fc.constant('viewport' as const), key),
    fc.tuple(fc.constant('intent' as const), key),
    fc.tuple(fc.constant('withdraw' as const), key),
    fc.tuple(fc.constant('navigate' as const), key),
    fc.tuple(fc.constant('abandon' as const), key),
    fc.tuple(fc.constant('giveWay' as const), fc.constant(0)),
    fc.tuple(fc.constant('goOn' as const), fc.constant(0)),
    fc.tuple(fc.constant('end' as const), fc.nat(20)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
      const { queue, running, begun } = aQueue()
      const awaited = new Set<string>()
      const pauses: (() => void)[] = []
      const prefetches = () => [...running.values()].filter(({ options }) => !options.isNavigation).length
      for (const [what, argument] of steps) {
        if (what === 'end') {
          const [ending, task] = [...running].at(argument % Math.max(running.size, 1)) ?? []
          if (ending !== undefined) awaited.delete(ending)
          await task?.end()
        } else if (what === 'navigate') {
          const isNew = !running.has(argument)
          queue.navigate(argument).catch(() => undefined)
          awaited.add(argument)
          expect(running.has(argument)).toBe(true) // it never waits
          if (isNew) expect(begun.at(-1)).toBe(argument)
        } else if (what === 'withdraw') queue.withdraw(argument)
        else if (what === 'giveWay') pauses.push(queue.giveWay())
        else if (what === 'goOn') pauses.pop()?.()
        else if (what === 'abandon') {
          awaited.delete(argument)
          queue.abandon(argument)
        } else {
          const slotWasFree = prefetches() < limits.prefetchTasks && pauses.length === 0
          queue.wish(argument, what)
          if (slotWasFree) expect(running.has(argument)).toBe(true) // no slot stays empty
        }
        expect(prefetches()).toBeLessThanOrEqual(limits.prefetchTasks)
        if (pauses.length > 0) expect([...running.keys()].filter((one) => !awaited.has(one))).toEqual([])
      }
    }),
  )
})
