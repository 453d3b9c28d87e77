import { expect, it, onTestFinished } from 'vitest'
import { createDesk } from '#server/desk/create-desk.ts'
import { openPostgresEventStore } from '#tests/support/postgres/postgres-event-store.ts'
import { anEventId, envelopeOf } from '#tests/support/store/event-store.ts'

it('an event that was stored before its issue was resolved does not reopen it when it is counted', async () => {
  const desk = await openPostgresEventStore()
  onTestFinished(desk.close)
  const send = (number: number) => {
    const event = { event_id: anEventId(number), exception: { values: [{ type: 'TypeError', value: '' }] } }
    return desk.writeBatch([{ projectId: 1, keyId: 1, receivedAt: 0, body: envelopeOf(event) }], [])
  }
  const statusOf = () => desk.select('select status, substatus, event_count from issue')
  const viewer = { id: 0, email: 'ada@example.com', role: 'owner' as const }
  const { issues } = createDesk({ sees: 'all', store: desk.store, publicUrl: 'https://desk.example', viewer })
  await send(1)
  await desk.fold()
  await send(2)
  const [row] = await desk.select('select id from issue')
  const resolved = issues.change([Number(row?.id)], [{ kind: 'resolve' }])
  await desk.fold() // as the folder does a moment later
  expect(await resolved).toMatchObject({ issueIds: [row?.id] })
  expect(await statusOf()).toEqual([{ status: 'resolved', substatus: null, event_count: 2 }])
  await send(3)
  await desk.fold()
  expect(await statusOf()).toEqual([{ status: 'open', substatus: 'regressed', event_count: 3 }])
})
