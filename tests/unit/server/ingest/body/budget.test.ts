import { describe, expect, it } from 'vitest'
import { createBodyBudget } from '#server/ingest/body/budget.ts'

const KIB = 1024
const MIB = 1024 * KIB

function open(options: Parameters<typeof createBodyBudget>[0] = {}) {
  const time = { now: 0 }
  const budget = createBodyBudget({ stopwatch: () => time.now, ...options })
  const begin = (sender: Parameters<typeof budget.begin>[0]) => {
    const given: { status?: number; message?: string } = {}
    const share = budget.begin(sender, ({ status, message }) => Object.assign(given, { status, message }))
    return { ...share, given }
  }
  return { time, budget, begin }
}

const SLOW = { projectId: 1 }
const NORMAL = { projectId: 2 }

describe('the budget of bodies', () => {
  it('takes 128 MiB', () => {
    const { begin, budget } = open()
    begin(SLOW).hold(128 * MIB)
    expect(budget.heldBytes()).toBe(134_217_728)
    const fresh = begin(NORMAL)
    expect(() => fresh.hold(129 * MIB)).toThrow('Cannot read body: the server is receiving too much data')
  })

  it('gives up what was held for the longest, and not what has just begun', () => {
    const { time, begin } = open({ bytesBeingRead: 100 })
    const held = begin(SLOW)
    held.hold(60)
    time.now = 1_000
    const later = begin(SLOW)
    later.hold(40)
    time.now = 2_000
    const fresh = begin(SLOW)
    fresh.hold(10)
    expect(held.given).toEqual({
      status: 503,
      message: 'Cannot read body: the server is receiving too much data',
    })
    expect([later.given, fresh.given]).toEqual([{}, {}])
  })

  it('gives up bodies of the sender that holds the most, however young they are', () => {
    const { time, begin } = open({ bytesBeingRead: 100 })
    const patient = begin(NORMAL)
    patient.hold(20)
    time.now = 60_000
    const greedy = begin(SLOW)
    greedy.hold(80)
    time.now = 60_001
    begin({ projectId: 3 }).hold(10)
    expect([patient.given.status, greedy.given.status]).toEqual([undefined, 503])
  })

  it('refuses the one that asks when it is the worst itself', () => {
    const { time, begin, budget } = open({ bytesBeingRead: 100 })
    const large = begin(SLOW)
    large.hold(90)
    time.now = 10
    const other = begin(SLOW)
    other.hold(5)
    time.now = 20
    expect(() => large.hold(10)).toThrow('the server is receiving too much data')
    expect(other.given).toEqual({})
    large.end()
    expect(budget.heldBytes()).toBe(5)
  })

  it('has 8 MiB for senders that it does not know, and 2 MiB of it for one address', () => {
    const { time, begin, budget } = open()
    const first = begin({ address: 'a' })
    first.hold(2 * MIB)
    time.now = 1
    begin({ address: 'a' }).hold(1)
    expect(first.given.status).toBe(503)
    const held = Array.from({ length: 4 }, (_, index) => {
      const body = begin({ address: `b${index}` })
      body.hold(2 * MIB - 1)
      return body
    })
    time.now = 2
    begin({ address: 'c' }).hold(4)
    expect(budget.heldBytes()).toBeLessThanOrEqual(8 * MIB)
    expect(held.filter(({ given }) => given.status === 503)).toHaveLength(1)
  })

  it('counts a body with those of its project once that is known', () => {
    const { time, begin } = open({ unknownBytesBeingRead: 100, unknownBytesPerAddress: 100 })
    const body = begin({ address: 'a' })
    body.hold(100)
    body.nameSender(NORMAL)
    time.now = 1
    begin({ address: 'a' }).hold(100)
    expect(body.given).toEqual({})
  })

  it('asks for 10 KiB in each 10 s of a body', () => {
    const { time, begin, budget } = open()
    const slow = begin(NORMAL)
    const enough = begin(NORMAL)
    slow.arrived(10 * KIB - 1)
    enough.arrived(10 * KIB)
    time.now = 9_999
    budget.endSlow()
    expect(slow.given).toEqual({})
    time.now = 10_000
    budget.endSlow()
    expect(slow.given).toEqual({
      status: 408,
      message: 'Cannot read body: less than 10240 bytes arrived in 10 seconds',
    })
    expect(enough.given).toEqual({})
    time.now = 20_000
    budget.endSlow()
    expect(enough.given.status).toBe(408)
  })

  it('does not call slow what is here, nor what came while the process stood still', () => {
    const { time, begin, budget } = open()
    const here = begin(NORMAL)
    here.allArrived()
    const waiting = begin(NORMAL)
    time.now = 60_000
    budget.forgive()
    budget.endSlow()
    expect([here.given, waiting.given]).toEqual([{}, {}])
  })

  it('gives all back when bodies end', () => {
    const { begin, budget } = open()
    for (const sender of [SLOW, NORMAL, { address: 'a' }, { dsn: 'x' }]) {
      const body = begin(sender)
      body.hold(1_000)
      body.end()
      body.end()
    }
    expect([budget.heldBytes(), budget.bodies()]).toEqual([0, 0])
  })
})
