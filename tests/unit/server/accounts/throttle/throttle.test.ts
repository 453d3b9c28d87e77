import { describe, expect, it } from 'vitest'
import { createThrottle, type OwnThrottle } from '#server/accounts/throttle/throttle.ts'
import { seededBytes } from '#tests/support/store/seeded-bytes.ts'

const SECOND = 1_000
const ADA = 'ada@example.com'

const newThrottle = () => createThrottle(seededBytes(7))

function times(count: number, attempt: (index: number) => number): number[] {
  return Array.from({ length: count }, (_, index) => attempt(index))
}

/** Another network with each index. */
const addressOf = (index: number) => `${10 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}.1`

/** All that an attacker at one address and account can take at once. */
function lockOut(throttle: OwnThrottle, who = { ip: '10.0.0.1', email: ADA }): void {
  expect(times(10, () => throttle.attempt(who, 0))).toEqual(Array(10).fill(0))
  expect(throttle.attempt(who, 0)).toBe(90)
}

describe('createThrottle()', () => {
  it('lets ten attempts from one address through at once, and then one every 90 seconds', () => {
    const throttle = newThrottle()
    const who = { ip: '10.0.0.1', email: ADA }
    lockOut(throttle, who)
    expect(throttle.attempt({ ...who, email: 'someone@else.example' }, 30 * SECOND)).toBe(60)
    expect(throttle.attempt(who, 90 * SECOND - 1)).toBe(1)
    expect(throttle.attempt(who, 90 * SECOND)).toBe(0)
    expect(throttle.attempt(who, 90 * SECOND)).toBe(90)
  })

  it('lets one address have 50 guesses in its first hour and 40 in each one after', () => {
    const throttle = newThrottle()
    const guessEverySecond = (hour: number) =>
      times(3_600, (second) =>
        throttle.attempt({ ip: '10.0.0.1', email: ADA }, (hour * 3_600 + second) * SECOND),
      )
    expect(guessEverySecond(0).filter((wait) => wait === 0)).toHaveLength(49)
    expect(guessEverySecond(1).filter((wait) => wait === 0)).toHaveLength(40)
  })

  it('keeps a lock through 20,000 refused attempts with other emails, in three rounds', () => {
    const throttle = newThrottle()
    lockOut(throttle)
    for (let round = 0; round < 3; round++) {
      const at = 20 * SECOND * round
      const flood = times(20_000, (index) =>
        throttle.attempt({ ip: '10.0.0.1', email: `${round}-${index}@flood.example` }, at),
      )
      expect(new Set(flood)).toEqual(new Set([90 - 20 * round]))
      expect(throttle.attempt({ ip: '10.0.0.1', email: ADA }, at)).toBe(90 - 20 * round)
    }
    expect(throttle.attempt({ ip: '10.0.0.1', email: ADA }, 90 * SECOND)).toBe(0)
  })

  it('keeps a lock through 50,000 attempts of others that are let through', () => {
    const throttle = newThrottle()
    lockOut(throttle)
    times(50_000, (index) => throttle.attempt({ ip: addressOf(index + 100), email: `${index}@x.example` }, 0))
    expect(throttle.attempt({ ip: '10.0.0.1', email: 'bob@example.com' }, 0)).toBe(90)
  })

  it('holds nobody up wrongly while 300 others a second are let through', () => {
    const throttle = newThrottle()
    for (let index = 0; index < 300 * 120; index++) {
      const who = { ip: addressOf(index), email: `${index}@x.example` }
      expect(throttle.attempt(who, (index / 300) * SECOND)).toBe(0)
    }
    const fresh = times(5_000, (index) =>
      throttle.attempt({ ip: addressOf(1_000_000 + index), email: `${index}@fresh.example` }, 120 * SECOND),
    )
    expect(fresh.filter((wait) => wait > 0)).toEqual([])
  })

  it('does not let one address, or one /24 network, hold an account up elsewhere', () => {
    const throttle = newThrottle()
    for (let second = 0; second < 3_600; second++) {
      throttle.attempt({ ip: `10.0.0.${second % 256}`, email: ADA }, second * SECOND)
    }
    expect(throttle.attempt({ ip: '10.0.1.1', email: ADA }, 3_600 * SECOND)).toBe(0)
  })

  it('stops guesses at one account from many networks: 30 at once, and then one every 30 seconds', () => {
    const throttle = newThrottle()
    const waits = times(31, (index) => throttle.attempt({ ip: `10.0.${index}.1`, email: ADA }, 0))
    expect(waits).toEqual([...Array(30).fill(0), 30])
    expect(throttle.attempt({ ip: '10.1.1.1', email: ADA }, 29 * SECOND)).toBe(1)
    expect(throttle.attempt({ ip: '10.1.1.1', email: ADA }, 30 * SECOND)).toBe(0)
    expect(throttle.attempt({ ip: '10.1.1.1', email: 'bob@example.com' }, 0)).toBe(0)
  })

  it('lets a known device sign in while its account and its network are held up, ten times at once', () => {
    const throttle = newThrottle()
    lockOut(throttle)
    times(100, (index) => throttle.attempt({ ip: `10.0.${index}.1`, email: ADA }, 0))
    const known = { ip: '10.0.0.1', email: ADA, device: 'ours' }
    expect(times(11, () => throttle.attempt(known, 0))).toEqual([...Array(10).fill(0), 90])
    expect(throttle.attempt({ ...known, device: 'another' }, 0)).toBe(0)
  })

  it('stops guesses at many accounts from one network: 50 at once, and then one every 18 seconds', () => {
    const throttle = newThrottle()
    const spray = (index: number, now: number) =>
      throttle.attempt({ ip: `10.0.0.${index}`, email: `${index}@example.com` }, now)
    expect(times(51, (index) => spray(index, 0))).toEqual([...Array(50).fill(0), 18])
    expect(spray(60, 18 * SECOND)).toBe(0)
  })

  it('takes back what was right', () => {
    const throttle = newThrottle()
    const who = { ip: '10.0.0.1', email: ADA }
    const waits = times(500, () => {
      const wait = throttle.attempt(who, 0)
      throttle.forgive(who, 0)
      return wait
    })
    expect(new Set(waits)).toEqual(new Set([0]))
  })

  it('takes back no more than was right: nine wrong guesses stay, whatever is signed in to between', () => {
    const throttle = newThrottle()
    const own = { ip: '10.0.0.1', email: 'mallory@example.com' }
    times(9, () => throttle.attempt({ ip: '10.0.0.1', email: ADA }, 0))
    times(100, () => {
      const wait = throttle.attempt(own, 0)
      throttle.forgive(own, 0)
      return wait
    })
    expect(times(2, () => throttle.attempt({ ip: '10.0.0.1', email: ADA }, 0))).toEqual([0, 90])
  })

  it('lets nobody wait for a clock that was wrong', () => {
    const throttle = newThrottle()
    const who = { ip: '10.0.0.1', email: ADA }
    const year = 365 * 86_400 * SECOND
    times(10, () => throttle.attempt(who, year))
    expect(throttle.attempt(who, 0)).toBe(90)
    expect(throttle.attempt(who, 90 * SECOND)).toBe(0)
  })
})
