import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { columnsOf } from '#server/store/rows/table.ts'
import { COUNTED, ISSUE_RELEASES, ISSUE_USERS, RELEASE_USERS } from '#server/store/schema/counted-tables.ts'
import { createAggregates } from '#server/writer/aggregates/aggregates.ts'
import type { Delta } from '#server/writer/aggregates/delta.ts'
import { aDelta, anyArrival } from '#tests/support/deltas/any-deltas.ts'
import { type EngineRows, openRows } from '#tests/support/deltas/engine-rows.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const TABLES = [...Object.values(COUNTED), RELEASE_USERS, ISSUE_RELEASES, ISSUE_USERS]

/** Nothing is counted of three issues, which the writer would have made. */
const START = [
  ...TABLES.map(({ name }) => `delete from ${name}`),
  `insert into issue (id, project_id, number, grouping_version, grouping_key, type, value, culprit, level, is_unhandled,
    first_seen, last_seen, event_count)
    select column1, 1, column1, 1, 'key ' || column1, '', '', '', 'error', 0, 0, 0, 0 from (values (1), (2), (3)) as known`,
].join(';\n')

let engines: EngineRows[] = []

beforeAll(async () => {
  engines = await Promise.all(ENGINES.map(openRows))
})
afterAll(() => Promise.all(engines.map(({ close }) => close())))

/** The rows that there are when these deltas were folded, one after the other. */
async function fold(rows: EngineRows, deltas: readonly Delta[]) {
  await rows.execute(START)
  const aggregates = createAggregates()
  for (const delta of deltas) {
    await rows.run(aggregates.fold(delta))
    aggregates.settle()
  }
  const counted: object[] = []
  for (const table of TABLES) {
    const [columns, key] = [columnsOf(table).join(', '), table.key.join(', ')]
    const found = await rows.select(`select ${columns} from ${table.name} order by ${key}`)
    for (const row of found) counted.push({ table: table.name, ...row })
  }
  return counted
}

it('aggregates leave the same rows in all counted tables on both engines', async () => {
  const seen = new Set<unknown>()
  const deltas = fc.array(fc.array(anyArrival, { maxLength: 12 }), { minLength: 1, maxLength: 3 })
  const property = fc.asyncProperty(deltas, async (parts) => {
    const given = parts.map((arrivals) => aDelta(arrivals))
    const [sqlite, postgres] = await Promise.all(engines.map((rows) => fold(rows, given)))
    expect(postgres).toEqual(sqlite)
    for (const row of sqlite ?? []) if ('table' in row) seen.add(row.table)
  })
  await fc.assert(property, { numRuns: 40 })
  expect([...seen].toSorted()).toEqual([...new Set(TABLES.map(({ name }) => name))].toSorted())
})
