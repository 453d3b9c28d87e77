import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveApi } from '#tests/support/accounts/open-api.ts'
import { openTestStore } from '#tests/support/postgres/each-engine.ts'

const NOW = Date.UTC(2026, 2, 4, 11)

describe('what every client of Sentry relies on', () => {
  let api: Awaited<ReturnType<typeof serveApi>>
  beforeAll(async () => {
    api = await serveApi(await openTestStore('sqlite', { clock: () => NOW }), NOW)
  })
  afterAll(async () => {
    await api.close()
    await api.store.close()
  })

  it.each([
    ...['/projects/desk/crumbtrail/events/', '/projects/desk/crumbtrail/issues/'],
    ...['/organizations/desk/releases/', '/organizations/desk/sessions/', '/organizations/desk/stats_v2/'],
    ...['/organizations/desk/events/', '/organizations/desk/trace-items/attributes/'],
    '/projects/desk/crumbtrail/stats/',
  ])('is that %s takes a period of 90 days, and an empty one as none', async (path) => {
    expect((await api.get(`${path}?statsPeriod=90d`)).status).toBe(200)
    expect((await api.get(`${path}?statsPeriod=&start=&end=`)).status).toBe(200)
    expect((await api.get(`${path}?statsPeriod=100d`)).status).toBe(400)
  })

  it.each([
    ...['/projects/', '/organizations/', '/projects/desk/crumbtrail/keys/', '/api-tokens/'],
    ...['teams', 'members', 'repos', 'tags', 'environments'].map((name) => `/organizations/desk/${name}/`),
  ])('is that %s says there is no next page', async (path) => {
    const { headers } = await api.get(path)
    expect(headers.link).toMatch(/rel="previous"; results="false".*rel="next"; results="false"/)
  })
})
