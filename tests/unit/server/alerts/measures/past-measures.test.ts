import { describe, expect, it } from 'vitest'
import { measure } from '#server/alerts/measures/measure.ts'
import { listPastMeasured } from '#server/alerts/measures/past/list-past.ts'
import { type PastStep, replay } from '#server/alerts/measures/past/replay.ts'
import type { MeasuredHappening, Threshold } from '#server/models/alerts/rules.ts'
import { addToSketch, EMPTY_SKETCH } from '#server/processing/sketches/distinct-count.ts'
import { putProjectSetting } from '#server/store/projects/project-settings.ts'
import { anError } from '#tests/support/alerts/alerts-bench.ts'
import { addTimes, HOUR, NOW, openShop, type Shop } from '#tests/support/alerts/measured-shop.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const HOUR_MS = 3_600_000
const FIRST = HOUR - 40
const HOURS = Array.from({ length: HOUR - FIRST + 1 }, (_, index) => FIRST + index)

/** A wave that rises above what a test waits for, and falls below it, three times in these hours. */
const waveAt = (hour: number, height: number) => Math.round(height * (1 + Math.sin(hour / 2)))

interface Asked {
  happening: MeasuredHappening
  threshold: Threshold
}

const previewed = ({ store, projects }: Shop, rule: Asked) =>
  listPastMeasured(store.db, { rule, projects, since: FIRST * HOUR_MS, now: NOW })

/** What the desk would have told if it had looked at the end of each hour, which `add` fills. */
async function tellHours(
  { store, projects }: Shop,
  asked: Asked,
  {
    add,
    at = (hour) => (hour + 1) * HOUR_MS - 1,
  }: { add(hour: number): Promise<unknown>; at?: (hour: number) => number },
) {
  const readFreeBytes = async () => Number.POSITIVE_INFINITY
  const steps: PastStep[] = []
  for (const hour of HOURS) {
    await add(hour)
    steps.push({
      hour,
      all: await measure({ db: store.db, ...asked, projects, now: at(hour), readFreeBytes }),
    })
  }
  // What held in the first hour began before it.
  return replay(steps).flatMap(({ hour, measured: { name, detail } }) =>
    hour > FIRST ? [{ at: hour * HOUR_MS, name, detail }] : [],
  )
}

/** The same of the past. */
async function listTold(shop: Shop, asked: Asked) {
  const read = await previewed(shop, asked)
  if ('unknown' in read) return read.unknown
  return read.past.map(({ at, subject: { title: name, detail } }) => ({ at, name, detail }))
}

async function addSessions({ store, id }: Shop, hour: number): Promise<void> {
  const key = { project_id: id, hour, release: 'shop@2' }
  const counts = { ok: 2_000, crashed: waveAt(hour, 20) }
  await store.write(async (trx) => {
    for (const [health, quantity] of Object.entries(counts))
      await trx
        .insertInto('release_session_hour')
        .values({ ...key, environment: '', health, quantity })
        .execute()
    const people = Array.from({ length: 200 }, (_, number) => number + (hour % 3) * 50)
    for (const is_crashed of [0, 1]) {
      const some = is_crashed === 1 ? people.slice(0, waveAt(hour, 4)) : people
      const sketch = addToSketch(EMPTY_SKETCH, some)
      await trx
        .insertInto('release_session_user')
        .values({ ...key, is_crashed, sketch })
        .execute()
    }
  })
}

function addOutcome({ store, id, keyId }: Shop, hour: number, outcome: 'accepted' | 'rate_limited') {
  const row = { hour, outcome, reason: outcome === 'accepted' ? '' : 'quota', quantity: waveAt(hour, 100) }
  const values = { project_id: id, key_id: keyId, category: 'error', ...row }
  return store.write((trx) => trx.insertInto('outcome').values(values).execute())
}

describe.each(ENGINES)('the preview of a rule that measures, on %s', (engine) => {
  it.each([
    ['crash-free-sessions', 60],
    ['crash-free-sessions', 200],
    ['crash-free-users', 60],
    ['crash-free-users', 240],
  ] as const)('says of %s in %i minutes what the desk told hour by hour', async (happening, minutes) => {
    const shop = await openShop(engine)
    const asked = { happening, threshold: { count: 100, minutes, percent: 98.5 } }
    const told = await tellHours(shop, asked, { add: (hour) => addSessions(shop, hour) })
    expect(told.length).toBeGreaterThan(1)
    expect(await listTold(shop, asked)).toEqual(told)
  })

  it('says of what was refused what the desk told hour by hour', async () => {
    const shop = await openShop(engine)
    const asked: Asked = { happening: 'intake-refused', threshold: { count: 150, minutes: 0 } }
    const told = await tellHours(shop, asked, { add: (hour) => addOutcome(shop, hour, 'rate_limited') })
    expect(told.length).toBeGreaterThan(1)
    expect(await listTold(shop, asked)).toEqual(told)
  })

  it('says of monthly limits what the desk told, also where a month ended', async () => {
    const shop = await openShop(engine)
    const rule = { per: 'month' as const, quantity: 4_000, scope: 'project' as const }
    await shop.store.write((trx) => putProjectSetting(trx, shop.id, 'rateLimits', { rules: [rule] }))
    const asked: Asked = { happening: 'quota-near', threshold: { count: 0, minutes: 0, percent: 50 } }
    const told = await tellHours(shop, asked, { add: (hour) => addOutcome(shop, hour, 'accepted') })
    expect(told).toHaveLength(1)
    expect(await listTold(shop, asked)).toEqual(told)
    // Nine days later the month is another, and the preview goes back over its begin.
    const later = {
      rule: asked,
      projects: shop.projects,
      since: FIRST * HOUR_MS,
      now: NOW + 9 * 24 * HOUR_MS,
    }
    const hour = HOUR + 8 * 24
    await shop.store.write((trx) =>
      trx
        .insertInto('outcome')
        .values({
          ...{ project_id: shop.id, key_id: shop.keyId, category: 'error', outcome: 'accepted', reason: '' },
          ...{ hour, quantity: 3_000 },
        })
        .execute(),
    )
    expect(await listPastMeasured(shop.store.db, later)).toMatchObject({
      past: [{ at: told[0]?.at }, { at: hour * HOUR_MS }],
      note: expect.stringContaining('The limits are those of today.'),
    })
  })

  it('says of slower routes what the desk told of each release until the next one', async () => {
    const shop = await openShop(engine)
    const addRelease = (version: string, hour: number) =>
      shop.store.write((trx) =>
        trx
          .insertInto('project_release')
          .values({ project_id: shop.id, version, first_seen: hour * HOUR_MS + 60_000, created_at: 0 })
          .execute(),
      )
    const asked: Asked = { happening: 'slower-release', threshold: { count: 100, minutes: 0, percent: 50 } }
    const add = async (hour: number) => {
      if (hour === FIRST + 10) await addRelease('shop@2', hour)
      if (hour === FIRST + 20) await addRelease('shop@3', hour)
      const ms = hour < FIRST + 13 ? 100 : hour < FIRST + 24 ? 300 : 900
      await addTimes(shop, hour, { ms, count: 60 })
    }
    for (let hour = FIRST - 48; hour < FIRST - 1; hour++) await addTimes(shop, hour, { ms: 100, count: 60 })
    // The desk looks when an hour begins, of which nothing is counted yet.
    const told = await tellHours(shop, asked, { add: (hour) => add(hour - 1), at: (hour) => hour * HOUR_MS })
    expect(told.map(({ detail }) => detail.split(',')[0])).toEqual([
      expect.stringContaining('since shop@2'),
      expect.stringContaining('since shop@3'),
    ])
    expect(await listTold(shop, asked)).toEqual(told)
  })

  it('counts the stacks that still wait for source maps, and says that it does not know of others', async () => {
    const shop = await openShop(engine)
    const asked: Asked = { happening: 'maps-missing', threshold: { count: 2, minutes: 0 } }
    expect(await previewed(shop, asked)).toEqual({ unknown: expect.stringContaining('does not keep') })
    for (const number of [1, 2]) await shop.send(anError(number))
    await shop.store.write(async (trx) => {
      const events = await trx.selectFrom('event').select(['id', 'grouping_id']).orderBy('id').execute()
      for (const [index, { id: event_row_id, grouping_id }] of events.entries())
        await trx
          .insertInto('waiting_stack')
          .values({
            ...{ project_id: shop.id, build: 'debug', grouping_id: grouping_id ?? 0, event_row_id },
            ...{ state: 'waiting', created_at: (HOUR - 5 + 2 * index) * HOUR_MS + 60_000 },
          })
          .execute()
    })
    expect(await listTold(shop, asked)).toEqual([
      {
        at: (HOUR - 3) * HOUR_MS,
        name: 'shop@2.5.1',
        detail: 'The stacks of 2 issues found no source map',
      },
    ])
  })

  it('is none of the disk, whose past the desk does not keep', async () => {
    const shop = await openShop(engine)
    const asked: Asked = { happening: 'disk-full', threshold: { count: 5, minutes: 0 } }
    expect(await previewed(shop, asked)).toEqual({
      unknown: 'There is no preview: the desk does not keep how much of its disk was free.',
    })
  })
})
