import { statSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCheckpointer } from '#server/store/sqlite/checkpoint.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

async function open() {
  const opened = await openEventStore()
  onTestFinished(opened.close)
  const { connection } = opened
  connection.exec('create table noise (bytes blob)')
  const insert = connection.prepare('insert into noise values (randomblob(100000))')
  return { ...opened, insert, logBytes: () => statSync(`${opened.file}-wal`).size }
}

const BOUND_BYTES = 800_000
const ONE_WRITE_BYTES = 150_000

describe('createCheckpointer()', () => {
  it('keeps the log short, however much is written', async () => {
    const { connection, insert, logBytes } = await open()
    const begun = logBytes() // by the migrations, whose pages the log keeps room for
    const checkpointer = createCheckpointer(connection)
    for (let written = 0; written < 200; written++) {
      insert.run()
      checkpointer.run(BOUND_BYTES)
    }
    expect(logBytes()).toBeLessThan(begun + BOUND_BYTES + ONE_WRITE_BYTES)
  })

  it('waits for no reader, and catches up when it is gone', async () => {
    const { connection, insert, store, logBytes } = await open()
    const checkpointer = createCheckpointer(connection)
    insert.run()
    const rows = store.db.selectFrom('setting').selectAll().stream()[Symbol.asyncIterator]()
    await store.write((trx) => trx.insertInto('setting').values({ key: 'a', value: '1' }).execute())
    await rows.next()
    for (let written = 0; written < 50; written++) {
      insert.run()
      checkpointer.run(BOUND_BYTES)
    }
    const grown = logBytes()
    await rows.return?.()
    for (let written = 0; written < 50; written++) {
      insert.run()
      checkpointer.run(BOUND_BYTES)
    }
    expect(logBytes()).toBeLessThan(grown + BOUND_BYTES + ONE_WRITE_BYTES)
  })
})
