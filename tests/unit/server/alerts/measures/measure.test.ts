import { describe, expect, it } from 'vitest'
import { putProjectSetting } from '#server/store/projects/project-settings.ts'
import { anError } from '#tests/support/alerts/alerts-bench.ts'
import {
  addTimes,
  HOUR,
  NOW,
  openShop,
  setOutcomes,
  setSessions,
} from '#tests/support/alerts/measured-shop.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const HOUR_MS = 3_600_000

describe.each(ENGINES)('measuring, on %s', (engine) => {
  it('says that a crash-free rate is low below the limit, and over from a tenth of the way to 100 %', async () => {
    const shop = await openShop(engine)
    const read = () => shop.read('crash-free-sessions', { count: 1_000, minutes: 60, percent: 99 })
    await setSessions(shop, { ok: 9_900, crashed: 100 })
    expect(await read()).toEqual([
      ['shop@2', '99 % of 10,000 sessions were without a crash; the limit is 99 %', 'between'],
    ])
    await setSessions(shop, { ok: 9_899, crashed: 101 })
    expect(await read()).toEqual([
      ['shop@2', '98.99 % of 10,000 sessions were without a crash; the limit is 99 %', 'reached'],
    ])
    await setSessions(shop, { ok: 9_909, crashed: 91 })
    expect((await read())[0]?.[2]).toBe('between')
    await setSessions(shop, { ok: 9_910, crashed: 90 })
    expect((await read())[0]?.[2]).toBe('over')
    await setSessions(shop, { ok: 0, crashed: 999 })
    expect((await read())[0]?.[2]).toBe('between') // one fewer than it needs
    expect(await shop.read('crash-free-users', { count: 1, minutes: 60, percent: 99 })).toEqual([])
  })

  it('says that a monthly limit is near from its share on, and over five points below', async () => {
    const shop = await openShop(engine)
    const rule = { per: 'month' as const, quantity: 1_000, scope: 'project' as const }
    const hourly = { ...rule, per: 'hour' as const, quantity: 1 }
    await shop.store.write((trx) => putProjectSetting(trx, shop.id, 'rateLimits', { rules: [rule, hourly] }))
    const read = async (quantity: number) => {
      await setOutcomes(shop, [{ hour: HOUR, outcome: 'accepted', reason: '', quantity }])
      return shop.read('quota-near', { percent: 80 })
    }
    expect(await read(799)).toEqual([
      ['Shop', '799 of 1,000 in this month are used (79.9 %): all items', 'between'],
    ])
    expect(await read(800)).toEqual([
      ['Shop', '800 of 1,000 in this month are used (80 %): all items', 'reached'],
    ])
    expect((await read(750))[0]?.[2]).toBe('between')
    expect((await read(749))[0]?.[2]).toBe('over')
  })

  it('says that intake is refused by the fuller of two hours, and over below half of the limit', async () => {
    const shop = await openShop(engine)
    const read = async (before: number, current: number) => {
      await setOutcomes(shop, [
        { hour: HOUR - 2, outcome: 'rate_limited', reason: 'queue_full', quantity: 9_999 },
        { hour: HOUR - 1, outcome: 'rate_limited', reason: 'queue_full', quantity: before },
        { hour: HOUR, outcome: 'rate_limited', reason: 'quota', quantity: current },
        { hour: HOUR, outcome: 'filtered', reason: 'localhost', quantity: 9_999 },
      ])
      return shop.read('intake-refused', { count: 100 })
    }
    expect(await read(0, 100)).toEqual([
      ['Shop', '100 items were refused within an hour, most of them with quota', 'reached'],
    ])
    expect(await read(100, 5)).toEqual([
      ['Shop', '100 items were refused within an hour, most of them with queue_full', 'reached'],
    ])
    expect((await read(99, 99))[0]?.[2]).toBe('between')
    expect((await read(50, 0))[0]?.[2]).toBe('between')
    expect((await read(49, 49))[0]?.[2]).toBe('over')
  })

  it('says that a route is slower since the newest release, of enough requests on both sides', async () => {
    const shop = await openShop(engine)
    const release = {
      project_id: shop.id,
      version: 'shop@2',
      created_at: 0,
      first_seen: (HOUR - 5) * HOUR_MS + 60_000,
    }
    const more = { last_seen: null, released_at: null, ref: null, url: null, user_sketch: null }
    await shop.store.write((trx) =>
      trx
        .insertInto('project_release')
        .values({ ...release, ...more })
        .execute(),
    )
    const read = (percent: number, count = 100) => shop.read('slower-release', { count, percent })
    await addTimes(shop, HOUR - 6, { ms: 100, count: 100 })
    expect(await read(50)).toEqual([])
    await addTimes(shop, HOUR - 5, { ms: 9_000, count: 100 }) // of both releases: it does not count
    await addTimes(shop, HOUR - 2, { ms: 200, count: 100 })
    expect(await read(90)).toEqual([
      [
        'GET /cart',
        expect.stringMatching(/^p95 is \d{3} ms since shop@2, and was \d{2,3} ms before, over 100 requests$/),
        'reached',
      ],
    ])
    expect((await read(120))[0]?.[2]).toBe('between')
    expect((await read(250))[0]?.[2]).toBe('over')
    expect(await read(90, 101)).toEqual([])
  })

  it('counts issues of a release whose stacks wait for maps for ten minutes', async () => {
    const shop = await openShop(engine)
    for (const number of [1, 2, 3, 4])
      await shop.send({
        ...anError(number),
        release: number < 4 ? 'shop@2' : 'shop@3',
        timestamp: NOW / 1_000,
      })
    const events = await shop.store.db
      .selectFrom('event')
      .select(['id', 'grouping_id'])
      .orderBy('id')
      .execute()
    const minutes = [11, 10, 9, 20]
    await shop.store.write(async (trx) => {
      await trx.deleteFrom('waiting_stack').execute()
      for (const [index, { id, grouping_id }] of events.entries()) {
        const created_at = NOW - (minutes[index] ?? 0) * 60_000
        const row = { project_id: shop.id, build: 'b', grouping_id: grouping_id ?? 0, event_row_id: id }
        await trx
          .insertInto('waiting_stack')
          .values({ ...row, state: 'waiting', created_at })
          .execute()
      }
    })
    const read = async (count: number) => (await shop.read('maps-missing', { count })).toSorted()
    expect(await read(2)).toEqual([
      ['shop@2', 'The stacks of 2 issues found no source map', 'reached'],
      ['shop@3', 'The stacks of 1 issue found no source map', 'between'],
    ])
    expect((await read(3)).map(([, , state]) => state)).toEqual(['between', 'over'])
    await shop.store.write((trx) => trx.updateTable('waiting_stack').set({ state: 'mapped' }).execute())
    expect(await read(1)).toEqual([])
  })

  it('says nothing of a disk that another machine has', async () => {
    expect(await (await openShop(engine)).read('disk-full', { count: 10 })).toEqual([])
  })
})
