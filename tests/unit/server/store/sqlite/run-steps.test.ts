import { expect, it, onTestFinished } from 'vitest'
import { packBlocks, storeBlocks } from '#server/store/engine/payload-blocks.ts'
import { fillValues, queryOf } from '#server/store/rows/query.ts'
import { change, put, read } from '#server/store/rows/steps.ts'
import { columnsOf } from '#server/store/rows/table.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'
import { createSqliteRows } from '#server/store/sqlite/rows/run-steps.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

async function open() {
  const { connection, close } = await openEventStore()
  onTestFinished(close)
  return { connection, run: createSqliteRows(connection) }
}

it('each member of a stored block knows its place', async () => {
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

it('a query that names an unknown value is refused', () => {
  const wrong = queryOf({ id: 'integer' })('delete from payload_block where id = :block_id')
  expect(() => fillValues(wrong, (name) => name)).toThrow('Cannot prepare query: it has no value block_id')
})

it('steps without keys or rows yield nothing', () => {
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
