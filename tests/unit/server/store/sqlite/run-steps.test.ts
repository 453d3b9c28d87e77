import { expect, it, onTestFinished } from 'vitest'
import { packBlocks, storeBlocks } from '#server/store/engine/payload-blocks.ts'
import { fillValues, queryOf } from '#server/store/rows/query.ts'
import { ask, change, count, insert, put, read, run as runEach } from '#server/store/rows/steps.ts'
import { appendedTo, columnsOf } from '#server/store/rows/table.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'
import { createSqliteRows } from '#server/store/sqlite/rows/run-steps.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

async function open() {
  const { connection, close } = await openEventStore()
  onTestFinished(close)
  return { connection, run: createSqliteRows(connection) }
}

const TAG = { project_id: 1, issue_id: 1, key: 'browser' }

function aTag(value: string, event_count: number, first_seen: number, last_seen: number) {
  return { ...TAG, value, event_count, first_seen, last_seen }
}

it('adds a row that is put to the one with its key, and keeps its first and last time', async () => {
  const { run } = await open()
  run(put(COUNTED.issue_tag, [aTag('Firefox', 2, 50, 60), aTag('Chrome', 1, 55, 55)]))
  run(put(COUNTED.issue_tag, [aTag('Firefox', 3, 40, 58)]))
  const keys = ['Chrome', 'Firefox', 'Safari'].map((value) => ({ ...TAG, value }))
  expect(run(read(COUNTED.issue_tag, keys))).toEqual([
    { event_count: 1, first_seen: 55, last_seen: 55 },
    { event_count: 5, first_seen: 40, last_seen: 60 },
    undefined,
  ])
})

it('changes rows that are there, stores no others, and says which are there', async () => {
  const { run } = await open()
  run(put(COUNTED.issue_tag, [aTag('Firefox', 2, 50, 60)]))
  expect(run(change(COUNTED.issue_tag, [aTag('Chrome', 1, 70, 70), aTag('Firefox', 1, 70, 70)]))).toEqual([
    ...[false, true],
  ])
  const keys = ['Chrome', 'Firefox'].map((value) => ({ ...TAG, value }))
  expect(run(read(COUNTED.issue_tag, keys))).toEqual([
    undefined,
    { event_count: 3, first_seen: 50, last_seen: 70 },
  ])
})

it('counts rows by the columns with which their key begins', async () => {
  const { run } = await open()
  run(put(COUNTED.issue_tag, [aTag('Firefox', 2, 50, 60), aTag('Chrome', 1, 55, 55)]))
  const keys = [TAG, { ...TAG, key: 'os' }]
  expect(run(count(COUNTED.issue_tag, ['project_id', 'issue_id', 'key'], keys))).toEqual([2, 0])
})

it('keeps what a release was first, and fills in times that it had not', async () => {
  const { connection, run } = await open()
  connection.exec("insert into project_release (project_id, version, created_at) values (1, 'shop@1', 7)")
  const seen = { created_at: 90, first_seen: 90, last_seen: 95, event_count: 2 }
  const key = { project_id: 1, version: 'shop@1' }
  run(put(COUNTED.project_release, [{ ...key, ...seen }]))
  expect(run(read(COUNTED.project_release, [key]))).toEqual([{ ...seen, created_at: 7 }])
})

const BLOCK = appendedTo('payload_block')(['size_bytes', 'data'])
const FIND_BLOCK = queryOf({ size_bytes: 'integer' })<{ id: number }>(
  'select id from payload_block where size_bytes > :size_bytes order by id',
)
const GROW = queryOf({ id: 'integer', by: 'integer' })(
  'update payload_block set size_bytes = size_bytes + :by where id = :id and size_bytes < :by',
)

it('gives rows that are added their ids, finds them by values, and says how many a statement changed', async () => {
  const { run } = await open()
  const data = new Uint8Array(2)
  const ids = run(
    insert(
      BLOCK,
      [10, 20].map((size_bytes) => ({ size_bytes, data })),
    ),
  )
  const [first = 0, second = 0] = ids
  expect(second).toBe(first + 1)
  const asked = [15, 5, 25].map((size_bytes) => ({ size_bytes }))
  expect(run(ask(FIND_BLOCK, asked)).map((rows) => rows.map(({ id }) => id))).toEqual([[second], ids, []])
  expect(
    run(
      runEach(GROW, [
        { id: first, by: 9 },
        { id: second, by: 30 },
        { id: second, by: 60 },
      ]),
    ),
  ).toEqual([0, 1, 1])
  expect(run(ask(FIND_BLOCK, [{ size_bytes: 100 }]))).toEqual([[{ id: second }]])
})

it('stores the blocks of payloads, and tells each member its place', async () => {
  const { run } = await open()
  const payload = (bytes: number) => new Uint8Array(bytes)
  const blocks = packBlocks(
    [3, 5, 4].map((bytes) => ({ member: bytes, payload: payload(bytes) })),
    2,
  )
  const places = run(storeBlocks(blocks)).map(({ of, place }) => [of, place.blockOffset, place.blockLength])
  expect(places).toEqual([
    [3, 0, 3],
    [5, 3, 5],
    [4, 0, 4],
  ])
})

it('refuses a query that names a value that it has not', () => {
  const wrong = queryOf({ id: 'integer' })('delete from payload_block where id = :block_id')
  expect(() => fillValues(wrong, (name) => name)).toThrow('Cannot prepare query: it has no value block_id')
})

it('asks nothing where there is nothing to ask', () => {
  const nothing = [read(COUNTED.issue_tag, []), put(COUNTED.issue_tag, []), change(COUNTED.issue_tag, [])]
  expect(nothing.map((steps) => steps.next().done)).toEqual([true, true, true])
})

it.each(Object.values(COUNTED))(
  'knows the key of $name, and all columns that a new row needs',
  async (table) => {
    const { connection } = await open()
    const columns = connection.prepare(`select * from pragma_table_info('${table.name}')`).all()
    const unique = connection
      .prepare(`
      select string_agg(info.name, ',' order by info.seqno) as columns
      from pragma_index_list('${table.name}') as list join pragma_index_info(list.name) as info
      where list."unique" = 1 group by list.name`)
      .all()
      .map((index) => String(index.columns))
    const ownKey = columns.filter(({ pk }) => pk !== 0).map(({ name }) => String(name))
    expect([...unique, ownKey.join()]).toContain(table.key.join())
    const needed = columns.filter(
      ({ notnull, dflt_value, pk }) => notnull === 1 && dflt_value === null && pk === 0,
    )
    expect(columnsOf(table)).toEqual(expect.arrayContaining(needed.map(({ name }) => name)))
  },
)
