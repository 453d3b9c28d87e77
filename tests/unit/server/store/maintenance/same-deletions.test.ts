import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import { evictEvents } from '#server/store/maintenance/evict-events.ts'
import { expireHours } from '#server/store/maintenance/expire-hours.ts'
import { expireRows, FIRST_ROW } from '#server/store/maintenance/expire-rows.ts'
import type { Deletion } from '#server/store/maintenance/slice.ts'
import type { StoredRetention } from '#server/store/projects/project-retention.ts'
import { queryOf } from '#server/store/rows/query.ts'
import { run } from '#server/store/rows/steps.ts'
import { tablesWith } from '#server/store/schema/tables.ts'
import { type EngineRows, openRows } from '#tests/support/deltas/engine-rows.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { storeEvents, storeOthers, storeProjects } from '#tests/support/store/stored-rows.ts'

const NOW = 1_000 * DAY_MS
const PROJECTS = [2, 3, 4]
const ARRIVING = tablesWith({ expires: 'by arrival' })
const KEPT_DAYS = new Map([
  [2, 30],
  [3, 5],
])
const retentionOf = (more: Partial<StoredRetention> = {}): StoredRetention[] =>
  PROJECTS.map((projectId) => ({ projectId, days: KEPT_DAYS.get(projectId), maxEvents: undefined, ...more }))

let engines: EngineRows[] = []
beforeAll(async () => {
  engines = await Promise.all(ENGINES.map((engine) => openRows(engine)))
  for (const rows of engines) await rows.run(storeProjects(PROJECTS))
})
afterAll(() => Promise.all(engines.map((rows) => rows.close())))

/** Slice after slice, each in a transaction of its own that ends after some looks at the time. */
async function deleteAll(rows: EngineRows, deletion: Deletion, retention: readonly StoredRetention[]) {
  for (let isMore = true; isMore; ) {
    let looks = 0
    const slice = {
      now: NOW,
      retention,
      hasTime: () => looks++ < 4,
      portions: { rows: 5, events: 3, owners: 2 },
    }
    await rows.addUpStorage()
    isMore = await rows.run(deletion(slice))
  }
}

async function clear(rows: EngineRows) {
  const tables = ['digest', ...ARRIVING, 'payload_block', 'outcome', 'release_hour']
  for (const table of tables) await rows.select(`delete from ${table}`)
  await rows.addUpStorage()
  await rows.select('delete from storage_use')
}

const anArrival = fc.record({
  project_id: fc.constantFrom(...PROJECTS),
  received_at: fc.integer({ min: -60, max: 2 }).map((days) => NOW + days * DAY_MS),
})
const numbered = <Given extends object>(all: readonly Given[]) =>
  all.map((each, number) => ({ ...each, number }))

/** The number of rows, enough for several blocks. */
function* storeAll(
  batches: readonly (readonly { project_id: number; received_at: number; number: number }[])[],
) {
  for (const batch of batches) {
    yield* storeEvents(batch)
    yield* storeOthers(batch)
  }
}

function batchesOf<Given>(all: readonly Given[], size = 4): Given[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )
}

const EVENTS = 'select event_id from event order by event_id'
const blocks = `select count(*) as quantity from payload_block`
const blocksInUse = `select count(*) as quantity from (
  select block_id from event union select block_id from span_part union select block_id from log
  union select block_id from metric) as used`

describe('deletion on both engines', () => {
  it('removes exactly the rows that are older than their project keeps them, with all that belongs to these', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anArrival, { maxLength: 40 }), async (arrivals) => {
        const kept = arrivals.filter(
          ({ project_id, received_at }) => received_at >= NOW - (KEPT_DAYS.get(project_id) ?? 999) * DAY_MS,
        ).length
        for (const rows of engines) {
          await clear(rows)
          await rows.run(storeAll(batchesOf(numbered(arrivals))))
          const place = { ...FIRST_ROW }
          await deleteAll(rows, (slice) => expireRows(place, slice), retentionOf())
          for (const table of [...ARRIVING, 'digest']) {
            const [count] = await rows.select(`select count(*) as quantity from ${table}`)
            expect(count, table).toEqual({ quantity: kept })
          }
          expect(await rows.select(blocks)).toEqual(await rows.select(blocksInUse))
        }
      }),
      { numRuns: 15 },
    )
  })

  it('removes the same events beyond a limit', async () => {
    const anEvent = fc.record({
      ...{ received_at: fc.nat(400) },
      redundancy: fc.integer({ min: -8, max: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(anEvent, { maxLength: 40 }), fc.nat(20), async (events, maxEvents) => {
        const left: unknown[] = []
        for (const rows of engines) {
          await clear(rows)
          const arrivals = numbered(events).map(({ received_at: hours, redundancy, number }) => ({
            ...{ number, redundancy: redundancy < 0 ? -8 : redundancy, received_at: NOW - hours * HOUR_MS },
            ...{ project_id: 2, issue_id: 2 + (number % 3) },
          }))
          for (const batch of batchesOf(arrivals)) await rows.run(storeEvents(batch))
          await deleteAll(rows, evictEvents, retentionOf({ maxEvents }))
          left.push(await rows.select(EVENTS))
          expect(left.at(-1)).toHaveLength(Math.min(events.length, maxEvents))
          expect(await rows.select(blocks)).toEqual(await rows.select(blocksInUse))
        }
        expect(left[1]).toEqual(left[0])
      }),
      { numRuns: 15 },
    )
  })

  it('removes hours that are too old, and outcomes after their month', async () => {
    const hour = (days: number) => Math.floor((NOW - days * DAY_MS) / HOUR_MS)
    const values = { hour: 'integer' } as const
    const statements = [
      queryOf(values)(`insert into outcome (project_id, key_id, hour, category, outcome, reason, quantity)
        select project.id, project_key.id, :hour, 'error', 'accepted', '', 1
        from project join project_key on project_key.project_id = project.id`),
      queryOf(values)(`insert into release_hour (project_id, hour, release, event_count)
        select project.id, :hour, 'shop', 1 from project`),
    ]
    const results: unknown[] = []
    for (const rows of engines) {
      await clear(rows)
      await rows.select('delete from project_key')
      await rows.select(
        `insert into project_key (id, project_id, public_key, created_at) values (9, 2, 'a', 0)`,
      )
      for (const days of [0, 3, 9, 11, 40, 70]) {
        for (const statement of statements) {
          await rows.run(run(statement, [{ hour: hour(days) }]))
        }
      }
      await deleteAll(rows, (slice) => expireHours(10, slice), [])
      results.push({
        outcomes: await rows.select('select project_id, key_id, hour from outcome order by hour'),
        hours: await rows.select(
          `select project_id, hour from release_hour where project_id in (2, 3, 4) order by hour, project_id`,
        ),
      })
    }
    const hoursLeft = [9, 3, 0].map(hour)
    expect(results[0]).toMatchObject({
      hours: hoursLeft.flatMap((each) => PROJECTS.map((project_id) => ({ project_id, hour: each }))),
    })
    expect(results[1]).toEqual(results[0])
  })
})
