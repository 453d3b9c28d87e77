import { describe, expect, it, onTestFinished } from 'vitest'
import { defaultProjectSettings } from '#server/protocol/project-settings.ts'
import {
  createSettingsReader,
  getProjectSettings,
  putProjectSetting,
} from '#server/store/projects/project-settings.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

async function open() {
  const opened = await openEventStore()
  onTestFinished(opened.close)
  return { ...opened, reader: createSettingsReader(opened.connection) }
}

const filters = { ...defaultProjectSettings.filters, localhost: true }

describe('project settings', () => {
  it('have defaults', async () => {
    const { store, reader } = await open()
    expect(await getProjectSettings(store.db, 1)).toEqual(defaultProjectSettings)
    expect(reader.get(1)).toEqual(defaultProjectSettings)
  })

  it('are put one at a time, and replaced', async () => {
    const { store } = await open()
    const rule = (quantity: number) => ({ rules: [{ per: 'hour', quantity, scope: 'key' }] as const })
    for (const quantity of [5, 7]) {
      await store.write((trx) =>
        putProjectSetting(trx, 1, 'rateLimits', { rules: [...rule(quantity).rules] }),
      )
    }
    await store.write((trx) => putProjectSetting(trx, 1, 'filters', filters))
    const settings = await getProjectSettings(store.db, 1)
    expect(settings).toEqual({ ...defaultProjectSettings, rateLimits: rule(7), filters })
    expect(await getProjectSettings(store.db, 2)).toEqual(defaultProjectSettings)
  })

  it('reach the writer with its next batch', async () => {
    const { store, reader } = await open()
    reader.refresh()
    expect(reader.get(1).filters.localhost).toBe(false)
    await store.write((trx) => putProjectSetting(trx, 1, 'filters', filters))
    expect(reader.get(1).filters.localhost).toBe(false)
    reader.refresh()
    expect(reader.get(1).filters.localhost).toBe(true)
  })

  it.each([['not JSON'], ['{"rules":[{"per":"hour","quantity":-1}]}'], ['[]'], ['null']])(
    '%s stands for the default',
    async (value) => {
      const { store, reader } = await open()
      await store.write((trx) =>
        trx.insertInto('project_setting').values({ project_id: 1, key: 'rateLimits', value }).execute(),
      )
      await store.write((trx) =>
        trx.insertInto('project_setting').values({ project_id: 1, key: '__proto__', value: '{}' }).execute(),
      )
      expect(reader.get(1)).toEqual(defaultProjectSettings)
    },
  )
})
