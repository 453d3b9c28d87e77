import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryOf } from '#server/store/rows/query.ts'
import { run } from '#server/store/rows/steps.ts'
import { tablesWith } from '#server/store/schema/tables.ts'
import { type EngineRows, openRows } from '#tests/support/deltas/engine-rows.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { storeEvents, storeOthers, storeProjects } from '#tests/support/store/stored-rows.ts'

const PROJECTS = [2, 3, 4]
/** What the rows that there are come to, as tables.ts and the triggers of both engines say. */
const ROWS = `
  select project_id, 'events' as category, count(*) as quantity, sum(block_length) as payload_bytes from event group by 1
  union all select project_id, 'spans', sum(span_count), sum(block_length) from span_part group by 1
  union all select project_id, 'segments', count(*), 0 from segment group by 1
  union all select project_id, 'logs', count(*), sum(block_length) from log group by 1
  union all select project_id, 'metrics', count(*), sum(block_length) from metric group by 1
  union all select project_id, 'attachments', count(*), sum(size_bytes) from attachment group by 1
  union all select project_id, 'feedback', count(*), 0 from feedback group by 1
  union all select project_id, 'check_ins', count(*), 0 from check_in group by 1
  union all select project_id, 'commits', count(*), sum(length(message) + length(files)) from release_commit group by 1
  union all select project_id, 'sessions', count(*), 0 from release_session group by 1
  order by 1, 2`

const anArrival = fc.record({ project_id: fc.constantFrom(...PROJECTS), received_at: fc.nat(9) })
/** Rows of a table go by the rest of their ids, or by their time. */
const aDeletion = fc.record({
  table: fc.constantFrom(...tablesWith({ expires: 'by arrival' })),
  by: fc.constantFrom('id', 'received_at'),
  rest: fc.nat(4),
})
const someActs = fc.array(
  fc.oneof(
    fc.record({ events: fc.array(anArrival, { minLength: 1 }) }),
    fc.record({ others: fc.array(anArrival, { minLength: 1 }) }),
    fc.record({ deleted: aDeletion }),
  ),
)

describe.each(ENGINES)('the storage use of projects on %s', (engine) => {
  let rows: EngineRows
  let number = 0
  const numbered = <Given extends object>(all: readonly Given[]) =>
    all.map((arrival) => ({ ...arrival, number: ++number }))

  beforeAll(async () => {
    rows = await openRows(engine)
    await rows.run(storeProjects(PROJECTS))
  })
  afterAll(() => rows.close())

  function* deleteSome({ table, by, rest }: { table: string; by: string; rest: number }) {
    if (table === 'event') {
      yield* run(DIGESTS_OF(by), [{ rest }])
    }
    yield* run(queryOf({ rest: 'integer' })(`delete from ${table} where ${by} % 5 = :rest`), [{ rest }])
  }

  it('equals the rows that exist, whatever is stored and deleted', async () => {
    await fc.assert(
      fc.asyncProperty(someActs, async (acts) => {
        for (const act of acts) {
          if ('events' in act) await rows.run(storeEvents(numbered(act.events)))
          else if ('others' in act) await rows.run(storeOthers(numbered(act.others)))
          else await rows.run(deleteSome(act.deleted))
        }
        await rows.addUpStorage()
        const counted = await rows.select(
          'select * from storage_use where quantity <> 0 or payload_bytes <> 0 order by project_id, category',
        )
        expect(counted).toEqual(await rows.select(ROWS))
      }),
      { numRuns: 20 },
    )
  })
})

/** SQLite refuses to delete an event that has one. */
const DIGESTS_OF = (by: string) =>
  queryOf({ rest: 'integer' })(
    `delete from digest where event_row_id in (select id from event where ${by} % 5 = :rest)`,
  )
