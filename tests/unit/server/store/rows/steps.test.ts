import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryOf } from '#server/store/rows/query.ts'
import {
  ask,
  change,
  count,
  insert,
  put,
  read,
  run as runEach,
  type Steps,
} from '#server/store/rows/steps.ts'
import { appendedTo, columnsOf, type Table } from '#server/store/rows/table.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { migrate } from '#server/store/sqlite/migrations/migrate.ts'
import { type EngineRows, openRows } from '#tests/support/deltas/engine-rows.ts'
import { createMemoryRows } from '#tests/support/deltas/memory-rows.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const schema = openConnection(':memory:')

beforeAll(() => migrate(schema))
afterAll(() => schema.close())

/** Of the types that its columns have. */
function aRowOf(table: Table): object {
  const columns = schema.prepare(`select name, type from pragma_table_info('${table.name}')`).all()
  const typeOf = new Map(columns.map(({ name, type }) => [name, String(type)]))
  const values: Record<string, unknown> = {
    INTEGER: 9_000,
    REAL: 1.5,
    TEXT: 'text',
    BLOB: new Uint8Array([7, 0]),
  }
  return Object.fromEntries(columnsOf(table).map((name) => [name, values[typeOf.get(name) ?? '']]))
}

describe.each(ENGINES)('steps on %s', (engine) => {
  let rows: EngineRows
  let issue_id = 0
  const run: EngineRows['run'] = (steps) => rows.run(steps)

  beforeAll(async () => {
    rows = await openRows(engine)
  })
  afterAll(() => rows.close())

  /** Each test has an issue of its own. */
  function aTagKey() {
    issue_id += 1
    return { project_id: 1, issue_id, key: 'browser' }
  }

  const times = (event_count: number, first_seen: number, last_seen: number) => ({
    ...{ event_count, first_seen, last_seen },
  })

  it('adds a row that is put to the one with its key, and keeps its first and last time', async () => {
    const key = aTagKey()
    const [firefox, chrome, safari] = ['Firefox', 'Chrome', 'Safari'].map((value) => ({ ...key, value }))
    if (!firefox || !chrome || !safari) throw new Error('three were made')
    await run(
      put(COUNTED.issue_tag, [
        { ...firefox, ...times(2, 50, 60) },
        { ...chrome, ...times(1, 55, 55) },
      ]),
    )
    await run(put(COUNTED.issue_tag, [{ ...firefox, ...times(3, 40, 58) }]))
    expect(await run(read(COUNTED.issue_tag, [chrome, firefox, safari, chrome]))).toEqual([
      times(1, 55, 55),
      times(5, 40, 60),
      undefined,
      times(1, 55, 55),
    ])
  })

  it('joins rows of one step with the same key', async () => {
    const key = { ...aTagKey(), value: 'Firefox' }
    const [first, second] = [times(2, 50, 60), times(3, 40, 55)]
    await run(
      put(COUNTED.issue_tag, [
        { ...key, ...first },
        { ...key, ...second },
      ]),
    )
    expect(await run(read(COUNTED.issue_tag, [key]))).toEqual([times(5, 40, 60)])
    expect(
      await run(
        change(COUNTED.issue_tag, [
          { ...key, ...first },
          { ...key, value: 'x', ...first },
          { ...key, ...second },
        ]),
      ),
    ).toEqual([true, false, true])
    expect(await run(read(COUNTED.issue_tag, [key]))).toEqual([times(10, 40, 60)])
  })

  it('counts rows by the columns with which their key begins', async () => {
    const key = aTagKey()
    await run(
      put(
        COUNTED.issue_tag,
        ['Firefox', 'Chrome'].map((value) => ({ ...key, value, ...times(1, 1, 1) })),
      ),
    )
    const keys = [key, { ...key, key: 'os' }]
    expect(await run(count(COUNTED.issue_tag, ['project_id', 'issue_id', 'key'], keys))).toEqual([2, 0])
  })

  it('keeps what a release was first, and fills in times that it had not', async () => {
    await rows.execute(
      "insert into project_release (project_id, version, created_at) values (1, 'shop@1', 7)",
    )
    const seen = { created_at: 90, first_seen: 90, last_seen: 95, event_count: 2 }
    const key = { project_id: 1, version: 'shop@1' }
    await run(put(COUNTED.project_release, [{ ...key, ...seen }]))
    expect(await run(read(COUNTED.project_release, [key]))).toEqual([{ ...seen, created_at: 7 }])
  })

  it.each(Object.values(COUNTED))(
    'stores, joins and changes rows of $name as its table says',
    async (table) => {
      const row = aRowOf(table)
      const steps = function* (): Steps<unknown> {
        yield { kind: 'put', table, rows: [row] }
        yield { kind: 'put', table, rows: [row, row] }
        const known = yield { kind: 'change', table, rows: [row] }
        const counted = yield { kind: 'count', table, columns: table.key, keys: [row] }
        return [known, counted, yield { kind: 'read', table, keys: [row] }]
      }
      expect(await run(steps())).toEqual(createMemoryRows().run(steps()))
    },
  )

  it('stores an issue’s text so that a search finds it', async () => {
    const key = { issue_id: 4_000 }
    await run(put(COUNTED.issue_text, [{ ...key, project_id: 1, text: 'Wrong price', line_hashes: 'a' }]))
    await run(
      put(COUNTED.issue_text, [{ ...key, project_id: 2, text: 'Wrong\0 price\nNo cart', line_hashes: 'ab' }]),
    )
    const [row] = await run(read(COUNTED.issue_text, [key]))
    expect(row).toMatchObject({ project_id: 1, line_hashes: 'ab' })
    const found =
      engine === 'sqlite'
        ? "select rowid as issue_id from issue_search where issue_search match 'cart'"
        : "select issue_id from issue_text where search @@ 'cart'::tsquery"
    expect(await rows.select(found)).toEqual([key])
  })

  const BLOCK = appendedTo('payload_block')(['size_bytes', 'data'])
  const FIND_BLOCK = queryOf({ least: 'integer', most: 'integer' })<{ id: number; data: Uint8Array }>(
    'select id, data from payload_block where size_bytes between :least and :most order by size_bytes desc limit 2',
  )
  const GROW = queryOf({ id: 'integer', by: 'integer' })(
    'update payload_block set size_bytes = size_bytes + :by where id = :id and size_bytes < :by',
  )

  it('returns the ids of inserted rows, finds them by values, and counts the rows that a statement changes', async () => {
    const data = (size: number) => new Uint8Array(size).fill(size)
    const ids = await run(
      insert(
        BLOCK,
        [10, 20, 30].map((size_bytes) => ({ size_bytes, data: data(size_bytes) })),
      ),
    )
    const [first = 0, second = 0, third = 0] = ids
    expect(ids).toEqual([first, first + 1, first + 2])
    const asked = [
      { least: 15, most: 25 },
      { least: 90, most: 99 },
      { least: 0, most: 99 },
    ]
    expect(await run(ask(FIND_BLOCK, asked))).toEqual([
      [{ id: second, data: data(20) }],
      [],
      [
        { id: third, data: data(30) },
        { id: second, data: data(20) },
      ],
    ])
    expect(
      await run(
        runEach(GROW, [
          { id: first, by: 9 },
          { id: second, by: 30 },
          { id: second, by: 60 },
        ]),
      ),
    ).toEqual([0, 1, 1])
    expect(await run(ask(FIND_BLOCK, [{ least: 100, most: 200 }]))).toMatchObject([[{ id: second }]])
  })
})
