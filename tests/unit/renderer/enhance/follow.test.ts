import { describe, expect, it } from 'vitest'
import { follow } from '#renderer/enhance/follow.ts'
import { createHandClock } from '#tests/support/store/manual-clock.ts'

function openFollower() {
  const { clock, setTimer, advance, pending } = createHandClock()
  let looks = 0
  const at = { isLive: true, isSeen: true, look: async () => {} }
  const follower = follow({
    look() {
      looks++
      return at.look()
    },
    isLive: () => at.isLive,
    isSeen: () => at.isSeen,
    setTimer,
    clock,
  })
  return Object.assign(at, {
    ...follower,
    pending,
    looks: () => looks,
    async pass(durationMs: number) {
      advance(durationMs)
      for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    },
  })
}

describe('follow()', () => {
  it('looks when something came, and not otherwise', async () => {
    const at = openFollower()
    await at.pass(60_000)
    expect(at.looks()).toBe(0)
    at.received()
    await at.pass(0)
    expect(at.looks()).toBe(1)
  })

  it('looks every two seconds at most, and once more for what came meanwhile', async () => {
    const at = openFollower()
    await at.pass(10_000)
    for (let time = 0; time < 5_500; time += 100) {
      at.received()
      await at.pass(100)
    }
    expect(at.looks()).toBe(3)
    await at.pass(10_000)
    expect(at.looks()).toBe(4)
  })

  it('waits for an answer that is late', async () => {
    const at = openFollower()
    await at.pass(10_000)
    const { promise, resolve } = Promise.withResolvers<void>()
    at.look = () => promise
    for (let second = 0; second < 5; second++) {
      at.received()
      await at.pass(1_000)
    }
    expect(at.looks()).toBe(1)
    resolve()
    await at.pass(0)
    await at.pass(0)
    expect(at.looks()).toBe(2)
  })

  it('asks every two seconds where no updates come, and the page is seen', async () => {
    const at = openFollower()
    at.isLive = false
    for (let second = 0; second < 10; second++) await at.pass(1_000)
    expect(at.looks()).toBe(5)
    at.isSeen = false
    for (let second = 0; second < 10; second++) await at.pass(1_000)
    expect(at.looks()).toBe(5)
  })

  it('leaves nothing behind', async () => {
    const at = openFollower()
    at.received()
    at.end()
    at.received()
    await at.pass(10_000)
    expect([at.looks(), at.pending()]).toEqual([0, 0])
  })
})
