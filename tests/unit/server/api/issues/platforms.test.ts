import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFedApi } from '#tests/support/accounts/open-fed-api.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const anError = (number: number, message: string, platform: string) => ({
  type: 'event',
  payload: { event_id: String(number).padStart(32, '0'), message, platform },
})

describe.each(ENGINES)('issues and projects on %s', (engine) => {
  let api: Awaited<ReturnType<typeof openFedApi>>
  beforeAll(async () => {
    api = await openFedApi(engine, NOW)
    await api.send(anError(1, 'cart is empty', 'node'), anError(2, 'no price', 'python'))
  })
  afterAll(() => api.close())

  const issues = async () =>
    (await api.get('/projects/desk/crumbtrail/issues/')).body.map(
      ({ shortId, platform, status }: Record<string, string>) => ({ shortId, platform, status }),
    )

  it('have the platform that their events say, and a project that of its first issue', async () => {
    expect(await issues()).toMatchObject([
      { shortId: 'CRUMBTRAIL-2', platform: 'python' },
      { shortId: 'CRUMBTRAIL-1', platform: 'node' },
    ])
    expect((await api.get('/issues/CRUMBTRAIL-1/')).body.platform).toBe('node')
    expect((await api.get('/organizations/desk/projects/')).body).toMatchObject([{ platform: 'node' }])
    expect((await api.get('/projects/desk/crumbtrail/')).body.platform).toBe('node')
  })

  it('are changed by short ids and numbers at once', async () => {
    const [, first] = (await api.get('/projects/desk/crumbtrail/issues/')).body
    const both = `id=CRUMBTRAIL-2&id=${first.id}`
    const change = (at: string, status: string) => api.ask('PUT', at, { status })
    const ofDesk = `/organizations/desk/issues/?${both}`
    expect(await change(ofDesk, 'resolved')).toMatchObject({ status: 200, body: { status: 'resolved' } })
    expect(await issues()).toMatchObject([{ status: 'resolved' }, { status: 'resolved' }])
    expect((await change(`/projects/desk/crumbtrail/issues/?${both}`, 'unresolved')).status).toBe(200)
    expect(await issues()).toMatchObject([{ status: 'unresolved' }, { status: 'unresolved' }])
    expect((await change('/organizations/desk/issues/?id=crumbtrail-9', 'resolved')).status).toBe(404)
    const wrong = await change('/organizations/desk/issues/?id=9-x!', 'resolved')
    expect(wrong.body.detail).toBe(
      'Cannot change issues: at least one id is required, and each must be a number or a short id',
    )
    expect((await api.ask('DELETE', '/organizations/desk/issues/?id=CRUMBTRAIL-2')).status).toBe(202)
    expect(await issues()).toMatchObject([{ shortId: 'CRUMBTRAIL-1' }])
  })
})
