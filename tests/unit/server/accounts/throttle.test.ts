import { describe, expect, it } from 'vitest'
import { createThrottle } from '../../../../server/accounts/throttle.ts'

const MINUTE = 60_000
const ADA = 'ada@example.com'

function exhaust(times: number, attempt: (index: number) => number): number[] {
  return Array.from({ length: times }, (_, index) => attempt(index))
}

describe('createThrottle()', () => {
  it('lets ten attempts from one address through in 15 minutes and says how long to wait', () => {
    const throttle = createThrottle()
    const who = { ip: '10.0.0.1', email: ADA }
    expect(exhaust(10, () => throttle.attempt(who, 0))).toEqual(Array(10).fill(0))
    expect(throttle.attempt(who, 5 * MINUTE)).toBe(600)
    expect(throttle.attempt({ ...who, email: 'someone@else.example' }, 5 * MINUTE)).toBe(600)
    expect(throttle.attempt(who, 15 * MINUTE - 1)).toBe(1)
    expect(throttle.attempt(who, 15 * MINUTE)).toBe(0)
  })

  it('does not let one address lock an email out', () => {
    const throttle = createThrottle()
    exhaust(100, () => throttle.attempt({ ip: '10.0.0.1', email: ADA }, 0))
    expect(throttle.attempt({ ip: '10.0.0.2', email: ADA }, 0)).toBe(0)
  })

  it('stops guesses at one email from many addresses', () => {
    const throttle = createThrottle()
    exhaust(30, (index) => throttle.attempt({ ip: `10.0.0.${index}`, email: ADA }, 0))
    expect(throttle.attempt({ ip: '10.0.1.1', email: ADA }, MINUTE)).toBe(14 * 60)
    expect(throttle.attempt({ ip: '10.0.1.1', email: 'bob@example.com' }, MINUTE)).toBe(0)
  })

  it('takes back what was right', () => {
    const throttle = createThrottle()
    const who = { ip: '10.0.0.1', email: ADA }
    const waits = exhaust(50, () => {
      const wait = throttle.attempt(who, 0)
      throttle.forgive(who)
      return wait
    })
    expect(waits).toEqual(Array(50).fill(0))
  })

  it.each([
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff::9'],
    ['2001:db8::1', '2001:db8:0:0:a:b:c:d'],
    ['::1', '::2'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
  ])('takes %s and %s for one', (first, second) => {
    const throttle = createThrottle()
    exhaust(10, () => throttle.attempt({ ip: first, email: ADA }, 0))
    expect(throttle.attempt({ ip: second, email: ADA }, 0)).toBe(900)
  })

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['::ffff:10.0.0.1', '::ffff:10.0.0.2'],
    ['1::2:3:4:5:6:7', '1:9::2:3:4:5:6'],
  ])('takes %s and %s for two', (first, second) => {
    const throttle = createThrottle()
    exhaust(10, () => throttle.attempt({ ip: first, email: ADA }, 0))
    expect(throttle.attempt({ ip: second, email: ADA }, 0)).toBe(0)
  })

  it('forgets the oldest rather than grow', () => {
    const throttle = createThrottle({ windowMs: MINUTE, perAddress: 1, perEmail: 100, entries: 4 })
    const attempt = (ip: string) => throttle.attempt({ ip, email: `${ip}@example.com` }, 0)
    expect([attempt('a'), attempt('b'), attempt('b')]).toEqual([0, 0, 60])
    expect(attempt('c')).toBe(0)
    expect(attempt('b')).toBe(60)
    expect(attempt('a')).toBe(0)
  })
})
