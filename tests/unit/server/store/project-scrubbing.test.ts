import { expect, it, onTestFinished } from 'vitest'
import { defaultProjectSettings, type ProjectSettings } from '#server/protocol/project-settings.ts'
import { putProjectSetting } from '#server/store/projects/project-settings.ts'
import { anEventId, openEventStore } from '#tests/support/store/event-store.ts'

async function open(
  settings: Partial<ProjectSettings['filters']>,
  scrubbing: Partial<ProjectSettings['scrubbing']>,
) {
  const opened = await openEventStore(() => 1_790_000_100_000)
  onTestFinished(opened.close)
  await opened.store.write(async (trx) => {
    await putProjectSetting(trx, 1, 'filters', { ...defaultProjectSettings.filters, ...settings })
    await putProjectSetting(trx, 1, 'scrubbing', { ...defaultProjectSettings.scrubbing, ...scrubbing })
  })
  return opened
}

it('the writer leaves out what the project wants left out, and counts it', async () => {
  const { store, send } = await open({ errorMessages: ['stock is *'] }, {})
  expect(send({ event_id: anEventId(1), message: 'Stock is low' })).toEqual({ status: 200, id: anEventId(1) })
  expect(send({ event_id: anEventId(2), message: 'no price' }).status).toBe(200)
  const outcomes = await store.db
    .selectFrom('outcome')
    .select(['outcome', 'reason', 'quantity'])
    .orderBy('outcome')
    .execute()
  expect(outcomes).toEqual([
    { outcome: 'accepted', reason: '', quantity: 1 },
    { outcome: 'filtered', reason: 'error-message', quantity: 1 },
  ])
})

it('the writer scrubs what the project wants scrubbed', async () => {
  const { store, send } = await open(
    {},
    { emailAddresses: true, extraNames: ['tax*'], exemptNames: ['session_id'] },
  )
  const user = { id: '7', email: 'ada@shop.example' }
  send({
    event_id: anEventId(1),
    message: 'mail to ada@shop.example',
    user,
    extra: { taxNumber: '1', session_id: 's' },
  })
  const event = await store.db.selectFrom('event').select(['value', 'user_label']).executeTakeFirst()
  expect(event).toEqual({ value: 'mail to [Filtered]', user_label: '[Filtered]' })
})
