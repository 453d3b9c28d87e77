import { expect, it, onTestFinished } from 'vitest'
import { aForm, aMinidump, FORM_TYPE } from '#tests/support/native/a-minidump.ts'
import { toMessagePack } from '#tests/support/native/message-pack.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'
import { openPostgresEventStore } from '#tests/support/postgres/postgres-event-store.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

async function openEither(engine: Engine) {
  if (engine === 'postgres') return openPostgresEventStore({ folds: true })
  const opened = await openEventStore()
  return { ...opened, select: async (sql: string) => opened.connection.prepare(sql).all() }
}

it.each(ENGINES)('a minidump that is sent twice is stored once, with its event, on %s', async (engine) => {
  const { store, writeBatch, select, close } = await openEither(engine)
  onTestFinished(close)
  const send = (body: Uint8Array) =>
    writeBatch([{ projectId: 1, keyId: 1, receivedAt: 1_000, format: 'minidump', body }], [])
  const broken = (await send(aMinidump().subarray(0, -1))).results[0]
  expect(broken?.status).toBe(400)
  for (let time = 0; time < 2; time++) expect((await send(aMinidump())).results[0]?.status).toBe(200)
  await store.settle([1])
  const events = await select('select event_id, issue_id from event')
  expect(events).toHaveLength(1)
  expect(await select('select event_id, attachment_type, size_bytes from attachment')).toEqual([
    {
      event_id: events[0]?.event_id,
      attachment_type: 'event.minidump',
      size_bytes: aMinidump().length,
    },
  ])
})

it.each(ENGINES)(
  'an event and breadcrumbs in MessagePack beside a dump are stored, on %s',
  async (engine) => {
    const { store, writeBatch, select, close } = await openEither(engine)
    onTestFinished(close)
    const body = aForm([
      ['upload_file_minidump', aMinidump(), 'a.dmp'],
      ['__sentry-event', toMessagePack({ release: 'shop@2', environment: 'canary' }), '__sentry-event'],
      ['__sentry-breadcrumb1', toMessagePack({ message: 'one' }), '__sentry-breadcrumb1'],
      ['__sentry-breadcrumb2', Buffer.from('no MessagePack'), '__sentry-breadcrumb2'],
    ])
    const hints = { contentType: FORM_TYPE }
    const arrived = { projectId: 1, keyId: 1, receivedAt: 1_000, format: 'minidump' as const, body, hints }
    expect((await writeBatch([arrived], [])).results[0]?.status).toBe(200)
    await store.settle([1])
    expect(await select('select environment from event')).toEqual([{ environment: 'canary' }])
    expect(await select('select filename from attachment order by size_bytes')).toEqual([
      { filename: '__sentry-breadcrumb2' },
      { filename: 'a.dmp' },
    ])
  },
)
