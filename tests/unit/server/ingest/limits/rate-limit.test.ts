import { describe, expect, it } from 'vitest'
import { createRateLimiter, type PastCount } from '#server/ingest/limits/rate-limit.ts'
import type { ItemCount } from '#server/protocol/item-counts.ts'
import type { Category } from '#server/protocol/outcome.ts'
import type { RateLimitRule } from '#server/protocol/project-settings.ts'

const SENDER = { projectId: 1, keyId: 10 }
const NOON = Date.UTC(2026, 8, 15, 12)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

function anItem(category: Category = 'error', quantity = 1, type = category as string): ItemCount {
  return { type, category, quantity, start: 0, end: 0 }
}

function aRule(rule: Partial<RateLimitRule>): RateLimitRule {
  return { per: 'minute', quantity: 2, scope: 'project', ...rule }
}

function open(rules: RateLimitRule[], pastCount: PastCount = async () => 0) {
  const limiter = createRateLimiter(pastCount)
  /** One at a time, stored at once, as a writer would. */
  const send = async (now = NOON, items = [anItem()], sender = SENDER) => {
    const { taken, limited, release } = await limiter.admit(sender, items, rules, now)
    limiter.record(taken.map((item) => anOutcome(item, sender)))
    release()
    return { taken: taken.length, limited: limited.map(({ limit }) => limit) }
  }
  return { limiter, send }
}

function anOutcome({ category, quantity }: ItemCount, sender = SENDER) {
  return { ...sender, hour: 0, category, quantity, outcome: 'accepted', reason: '' } as const
}

describe('createRateLimiter()', () => {
  it('takes as many as a window may have, says when the next one begins, and takes again', async () => {
    const { send } = open([aRule({})])
    expect((await send(NOON + 15_000)).taken).toBe(1)
    expect((await send(NOON + 20_000)).taken).toBe(1)
    expect((await send(NOON + 20_001)).limited).toEqual([
      { pauseSeconds: 40, categories: [], scope: 'project', reason: 'project_minute' },
    ])
    expect((await send(NOON + MINUTE_MS)).taken).toBe(1)
  })

  it('counts what is on its way', async () => {
    const { limiter } = open([])
    const admit = () => limiter.admit(SENDER, [anItem()], [aRule({})], NOON)
    const [first, second, third] = [await admit(), await admit(), await admit()]
    expect([first, second, third].map(({ taken }) => taken.length)).toEqual([1, 1, 0])
    first?.release() // it was a repeat, or malformed: the store counted nothing
    first?.release()
    expect((await admit()).taken).toHaveLength(1)
    expect((await admit()).taken).toHaveLength(0)
  })

  it('counts spans of a transaction when the store has counted them', async () => {
    const { limiter, send } = open([aRule({ category: 'span', quantity: 20 })])
    expect((await send(NOON, [anItem('transaction')])).taken).toBe(1)
    limiter.record([anOutcome(anItem('span', 21))])
    expect((await send(NOON, [anItem('transaction')])).taken).toBe(1)
    limiter.record([anOutcome(anItem('span', 21))])
    await send(NOON, [anItem('span')]) // the count begins with the first of them
    limiter.record([anOutcome(anItem('span', 21))])
    expect((await send(NOON, [anItem('span')])).limited).toMatchObject([{ categories: ['span'] }])
  })

  it('limits items of an envelope one by one', async () => {
    const { send } = open([aRule({ category: 'error', quantity: 0 })])
    const { taken, limited } = await send(NOON, [
      anItem('session'),
      anItem(),
      anItem('client_report' as 'internal'),
    ])
    expect(taken).toBe(2)
    expect(limited).toMatchObject([{ categories: ['error'], reason: 'project_minute' }])
  })

  it('leaves out attachments with the event that they belong to', async () => {
    const items = [anItem('attachment'), anItem('error', 1, 'event'), anItem('session')]
    const { send } = open([aRule({ category: 'error', quantity: 0 })])
    expect(await send(NOON, items)).toMatchObject({ taken: 1, limited: [{}, {}] })
  })

  it('limits each key by itself, and the project over all of its keys', async () => {
    const other = { ...SENDER, keyId: 11 }
    const byKey = open([aRule({ scope: 'key', quantity: 1 })])
    expect((await byKey.send(NOON)).taken).toBe(1)
    expect((await byKey.send(NOON)).limited).toMatchObject([{ scope: 'key', reason: 'key_minute' }])
    expect((await byKey.send(NOON, [anItem()], other)).taken).toBe(1)
    const byProject = open([aRule({ quantity: 1 })])
    expect((await byProject.send(NOON)).taken).toBe(1)
    expect((await byProject.send(NOON, [anItem()], other)).taken).toBe(0)
    expect((await byProject.send(NOON, [anItem()], { projectId: 2, keyId: 20 })).taken).toBe(1)
  })

  it('never limits what SDKs say about themselves with the rest', async () => {
    const { send } = open([aRule({ quantity: 0 })])
    expect((await send(NOON, [anItem('internal')])).taken).toBe(1)
  })

  it('takes hours and months up again where the store has them', async () => {
    const asked: unknown[] = []
    const past: PastCount = async (sender, { per }, since) => {
      asked.push([sender.projectId, per, since])
      return 99
    }
    const { send } = open(
      [aRule({ per: 'hour', quantity: 100 }), aRule({ per: 'month', quantity: 100 })],
      past,
    )
    expect((await send(NOON + 90_000)).taken).toBe(1)
    expect((await send(NOON + 90_000)).limited).toMatchObject([{ pauseSeconds: 600, reason: 'project_hour' }])
    expect(asked).toEqual([
      [1, 'hour', NOON],
      [1, 'month', Date.UTC(2026, 8, 1)],
    ])
  })

  it('asks again when the store could not be read', async () => {
    let isBroken = true
    const past = async () => {
      if (isBroken) throw new Error('disk')
      return 0
    }
    const { send } = open([aRule({ per: 'hour' })], past)
    await expect(send()).rejects.toThrow('disk')
    isBroken = false
    expect((await send()).taken).toBe(1)
  })

  it.each([
    ['back', -3 * DAY_MS],
    ['forward', 400 * DAY_MS],
  ])('shuts nobody out for long when the clock jumps %s and returns', async (_way, jumpMs) => {
    const { send } = open([aRule({ per: 'minute' }), aRule({ per: 'month', quantity: 1_000 })])
    for (let sent = 0; sent < 3; sent++) await send(NOON)
    const { taken, limited } = await send(NOON + jumpMs)
    expect({ taken, limited }).toEqual({ taken: 1, limited: [] })
    expect((await send(NOON)).taken).toBe(1)
  })
})
