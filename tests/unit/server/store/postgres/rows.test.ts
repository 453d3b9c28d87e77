import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RowFacts, readRowFacts } from '#server/store/postgres/rows/row-facts.ts'
import { createPostgresRows } from '#server/store/postgres/rows/run-steps.ts'
import { valueTypes } from '#server/store/postgres/values.ts'
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
import { appendedTo } from '#server/store/rows/table.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'

const BLOCKS = appendedTo('payload_block')(['size_bytes', 'data'])
const EVENTS = appendedTo('event')([
  ...(['project_id', 'event_id', 'issue_id', 'timestamp', 'received_at', 'level', 'value'] as const),
  ...(['block_id', 'block_offset', 'block_length'] as const),
])
const TAG = { project_id: 1, issue_id: 1, key: 'browser', event_count: 1, first_seen: 1, last_seen: 1 }

/** Two connections of one process. One waits for each answer, as those of pages do. */
const clients: pg.Client[] = []
let facts: RowFacts

beforeAll(async () => {
  const connectionString = await createPostgresDatabase()
  for (let connection = 0; connection < 2; connection++) {
    const client = new pg.Client({ connectionString, types: valueTypes, pipeline: connection === 0 })
    await client.connect()
    clients.push(client)
  }
  facts = await readRowFacts(clientOf(0))
})
afterAll(() => Promise.all(clients.map((client) => client.end())))

function clientOf(place: number): pg.Client {
  const client = clients[place]
  if (client === undefined) throw new Error('Cannot find client: there are two')
  return client
}

async function run<Result>(steps: Steps<Result>, place = 0): Promise<Result> {
  const runSteps = createPostgresRows(clientOf(place), facts)
  await clientOf(place).query('begin')
  try {
    const result = await runSteps(steps)
    await clientOf(place).query('commit')
    return result
  } catch (error) {
    await clientOf(place).query('rollback')
    throw error
  }
}

/** The table's type does not allow it; what a sender can bring about must not get as far as that. */
const broken = { ...TAG, value: 'broken', event_count: null as unknown as number }
const BROKEN_CODE = { code: '23502' }

describe('an error of a write whose answer is not needed', () => {
  it('rejects the run, also if the write is its last step', async () => {
    await expect(run(put(COUNTED.issue_tag, [broken]))).rejects.toMatchObject(BROKEN_CODE)
  })

  it.each<[string, () => Steps<unknown>]>([
    ['read', () => read(COUNTED.issue_tag, [{ ...TAG, value: 'x' }])],
    ['count', () => count(COUNTED.issue_tag, ['project_id'], [{ project_id: 1 }])],
    ['put', () => put(COUNTED.issue_tag, [{ ...TAG, value: 'x' }])],
    ['change', () => change(COUNTED.issue_tag, [{ ...TAG, value: 'x' }])],
    ['insert', () => insert(BLOCKS, [{ size_bytes: 1, data: new Uint8Array(1) }])],
    ['ask', () => ask(queryOf({ id: 'integer' })('select :id as id'), [{ id: 1 }])],
    [
      'run',
      () => runEach(queryOf({ id: 'integer' })('delete from log where id = :id'), [{ id: 1 }, { id: 2 }]),
    ],
  ])('is what the run is rejected with when a %s comes after it', async (_kind, next) => {
    const steps = function* (): Steps {
      yield* put(COUNTED.issue_tag, [broken])
      yield* next()
      yield* next()
    }
    await expect(run(steps())).rejects.toMatchObject(BROKEN_CODE)
    expect(await run(count(COUNTED.issue_tag, ['project_id'], [{ project_id: 1 }]))).toEqual([0])
  })

  it('is not hidden by an error that the steps themselves throw', async () => {
    const steps = function* (): Steps {
      yield* put(COUNTED.issue_tag, [broken])
      throw new Error('something of theirs')
    }
    await expect(run(steps())).rejects.toMatchObject(BROKEN_CODE)
  })
})

describe('an error that does not come from the server', () => {
  it('rejects the run after everything that was sent is answered', async () => {
    const steps = function* (): Steps {
      yield* put(COUNTED.issue_tag, [{ ...TAG, value: 'x' }])
      throw new Error('something of theirs')
    }
    await expect(run(steps())).rejects.toThrow('something of theirs')
    expect(await run(count(COUNTED.issue_tag, ['project_id'], [{ project_id: 1 }]))).toEqual([0])
  })

  it.each([
    [{ ...TAG, value: 'x', event_count: 1.5 }, '1.5 is not a safe integer'],
    [{ ...TAG, value: 'x', event_count: 2 ** 60 }, 'is not a safe integer'],
    [
      { ...TAG, value: 'x', event_count: '1' as unknown as number },
      'Cannot store number: it is of type string',
    ],
    [{ ...TAG, value: 1 as unknown as string }, 'Cannot store text: it is of type number'],
  ])('tells of a value that the column cannot have: %o', async (row, message) => {
    await expect(run(put(COUNTED.issue_tag, [row]))).rejects.toThrow(message)
  })
})

it('texts that the server stores as the same text are the same key', async () => {
  const [nul, sign] = ['a\0b', 'a\uFFFDb'].map((value) => ({ ...TAG, issue_id: 2, value }))
  if (!nul || !sign) throw new Error('two were made')
  await run(put(COUNTED.issue_tag, [nul, sign]))
  expect(await run(change(COUNTED.issue_tag, [sign, nul, nul]))).toEqual([true, true, true])
  expect(await run(read(COUNTED.issue_tag, [nul, sign]))).toMatchObject([
    { event_count: 5 },
    { event_count: 5 },
  ])
})

it('every row has an id of its own, on whichever connection it is stored', async () => {
  const rowsOf = (quantity: number) =>
    Array.from({ length: quantity }, () => ({ size_bytes: 1, data: new Uint8Array(1) }))
  const taken: number[][] = []
  for (const quantity of [1, 700, 2_500, 900, 400]) {
    const both = [0, 1].map((place) => run(insert(BLOCKS, rowsOf(quantity)), place))
    taken.push(...(await Promise.all(both)))
  }
  for (const ids of taken) expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  const { rows } = await clientOf(0).query<{ id: number }>('select id from payload_block order by id')
  expect(rows.map(({ id }) => id)).toEqual(taken.flat().toSorted((a, b) => a - b))
})

it('bytes are stored unchanged, however many they are', async () => {
  const sizes = [0, 1, 1_000_000, 3]
  const rows = sizes.map((size_bytes) => ({ size_bytes, data: new Uint8Array(size_bytes).fill(255) }))
  const ids = await run(insert(BLOCKS, rows))
  const found = await run(
    ask(
      queryOf({ id: 'integer' })<{ data: Uint8Array }>('select data from payload_block where id = :id'),
      ids.map((id) => ({ id })),
    ),
  )
  for (const [place, [row]] of found.entries()) {
    expect(row?.data.constructor).toBe(Uint8Array)
    expect(Buffer.compare(row?.data ?? new Uint8Array(), rows[place]?.data ?? new Uint8Array())).toBe(0)
  }
})

it('transactions that put and change the same rows at once never wait for each other in a circle', async () => {
  const rows = Array.from({ length: 300 }, (_, index) => ({ ...TAG, issue_id: 3, value: String(index) }))
  for (let round = 0; round < 5; round++) {
    const steps = (given: typeof rows) =>
      function* (): Steps {
        yield* put(COUNTED.issue_tag, given)
        yield* change(COUNTED.issue_tag, given)
      }
    await Promise.all([run(steps(rows)(), 0), run(steps(rows.toReversed())(), 1)])
  }
  const key = { project_id: 1, issue_id: 3, key: 'browser', value: '7' }
  expect(await run(read(COUNTED.issue_tag, [key]))).toMatchObject([{ event_count: 20 }])
})

it('rows are found by their index in a table that was empty when the statement was prepared', async () => {
  const FIND_EVENT = queryOf({ project_id: 'integer', event_id: 'text' })<{ id: number }>(
    'select id from event where project_id = :project_id and event_id = :event_id',
  )
  const event = {
    project_id: 1,
    issue_id: 1,
    timestamp: 1,
    received_at: 1,
    level: 'error',
    value: 'x'.repeat(999),
  }
  const place = { block_id: 1, block_offset: 0, block_length: 1 }
  for (let batch = 0; batch < 70; batch++) {
    const events = Array.from({ length: 32 }, (_, index) => ({
      ...{ ...event, ...place },
      event_id: `${batch} ${index}`,
    }))
    await run(ask(FIND_EVENT, events))
    await run(insert(EVENTS, events))
  }
  const { rows } = await clientOf(0).query(
    `select name from pg_prepared_statements where statement like '%event_id = given."event_id"%'`,
  )
  const plan = await clientOf(0).query(`explain execute "${rows[0]?.name}" (array[1], array['7 7'])`)
  expect(JSON.stringify(plan.rows)).toContain('event_project_id_event_id_key')
})
