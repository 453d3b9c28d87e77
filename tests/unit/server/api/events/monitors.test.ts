import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertProject } from '#server/store/projects/projects.ts'
import { openFedApi } from '#tests/support/accounts/open-fed-api.ts'
import { aCheckIn } from '#tests/support/builders/sample-records.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const OF_PROJECT = '/projects/desk/crumbtrail/monitors/'

describe.each(ENGINES)('the monitors of a project, on %s', (engine) => {
  let api: Awaited<ReturnType<typeof openFedApi>>
  beforeAll(async () => {
    api = await openFedApi(engine, NOW)
    await api.store.write((trx) =>
      insertProject(trx, { slug: 'till', name: 'Till', publicKey: 'f'.repeat(32), now: NOW }),
    )
    await api.send(
      aCheckIn({ status: 'ok' }),
      aCheckIn({ status: 'ok', environment: 'staging', check_in_id: 'd'.repeat(32) }),
      aCheckIn({ status: 'ok', monitor_slug: 'backup', check_in_id: 'e'.repeat(32) }),
    )
  })
  afterAll(() => api.close())

  const slugsAt = async (path: string) => (await api.get(path)).body.map(({ slug }: { slug: string }) => slug)

  it('are listed as the organization lists them, by slug or id of the project', async () => {
    const { body } = await api.get('/organizations/desk/monitors/?project=crumbtrail')
    expect(body).toMatchObject([
      { slug: 'backup', project: { slug: 'crumbtrail' } },
      { slug: 'nightly-report', config: { schedule: '0 3 * * *' } },
    ])
    for (const path of [OF_PROJECT, '/projects/desk/1/monitors/'])
      expect((await api.get(path)).body).toEqual(body)
    expect(await slugsAt('/projects/desk/till/monitors/')).toEqual([])
  })

  it('come in pages, and of one environment where that is asked for', async () => {
    const first = await api.get(`${OF_PROJECT}?limit=1`)
    expect(first.body).toMatchObject([{ slug: 'backup' }])
    const cursor = /rel="next"; results="true"; cursor="([^"]+)"/.exec(String(first.headers.link))?.[1] ?? ''
    expect(await slugsAt(`${OF_PROJECT}?limit=1&cursor=${encodeURIComponent(cursor)}`)).toEqual([
      'nightly-report',
    ])
    expect(await slugsAt(`${OF_PROJECT}?environment=staging`)).toEqual(['nightly-report'])
  })

  it('are shown one by one as lists have them, with the environments that are asked for', async () => {
    const [, listed] = (await api.get(OF_PROJECT)).body
    const one = await api.get(`${OF_PROJECT}nightly-report/`)
    expect(one).toMatchObject({ status: 200, body: { environments: [{}, {}] } })
    expect(one.body).toEqual(listed)
    const staging = await api.get(`${OF_PROJECT}nightly-report/?environment=staging`)
    expect(staging.body.environments).toMatchObject([{ name: 'staging', status: 'ok' }])
  })

  it.each([
    ['/projects/desk/none/monitors/', 404, 'Cannot list monitors: there is no such project'],
    ['/projects/other/crumbtrail/monitors/', 404, 'Cannot list monitors: there is no such project'],
    ['/projects/desk/none/monitors/backup/', 404, 'Cannot show the monitor: there is no such project'],
    ['/projects/desk/till/monitors/backup/', 404, 'Cannot show the monitor: the project has no such monitor'],
    [
      `${OF_PROJECT}?environment=a&environment=b`,
      400,
      'Cannot list monitors: environment is given more than once',
    ],
    [
      `${OF_PROJECT}backup/?environment=a&environment=b`,
      400,
      'Cannot show the monitor: environment is given more than once',
    ],
  ])('refuse %s with %i', async (path, status, detail) => {
    expect(await api.get(path)).toMatchObject({ status, body: { detail } })
  })
})
