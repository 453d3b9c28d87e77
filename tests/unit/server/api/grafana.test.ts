import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveProjectAccess } from '#server/store/accounts/members/project-access.ts'
import { insertProject } from '#server/store/projects/projects.ts'
import { openFedApi } from '#tests/support/accounts/open-fed-api.ts'
import { aTransaction } from '#tests/support/builders/sample-traces.ts'

/**
 * The requests of Grafana's data source for Sentry, as github.com/grafana/sentry-datasource writes them (pkg/sentry), each with the
 * fields that it decodes. Go takes a field that is missing or null for an empty one, and fails where the type is another.
 */
const START = 1_790_000_000_000 // when the builders' spans began
const NOW = START + 3_600_000
const FROM = '2026-09-21T00%3A00%3A00'
const TO = '2026-09-22T00%3A00%3A00'
const PERIOD = `start=${FROM}&end=${TO}`
const ZONED = `start=${FROM}Z&end=${TO}Z`
const DESK = '/organizations/desk'

const text = v.nullish(v.string())
const integer = v.nullish(v.pipe(v.number(), v.integer()))
const flag = v.nullish(v.boolean())
const time = v.nullish(v.pipe(v.string(), v.isoTimestamp()))
const texts = v.nullish(v.array(v.string()))
const named = v.nullish(v.object({ id: text, name: text, slug: text }))

const organization = v.object({
  ...{ dateCreated: time, id: text, isEarlyAdopter: flag, name: text, require2FA: flag, slug: v.string() },
  ...{ status: v.nullish(v.object({ id: text, name: text })), avatar: v.object({ avatarType: text }) },
})
const project = v.object({
  ...{ dateCreated: time, hasAccess: flag, id: v.string(), isBookmarked: flag, isMember: flag },
  ...{
    environments: texts,
    name: v.string(),
    slug: v.string(),
    team: named,
    teams: v.nullish(v.array(named)),
  },
})
const lifetime = v.nullish(v.object({ count: text, userCount: integer, firstSeen: time, lastSeen: time }))
const issue = v.object({
  ...{ id: v.string(), shortId: v.string(), title: v.string(), count: v.string(), userCount: integer },
  ...{
    status: text,
    substatus: text,
    level: text,
    type: text,
    platform: text,
    firstSeen: time,
    lastSeen: time,
  },
  ...{ culprit: text, hasSeen: flag, isUnhandled: flag, permalink: text, isPublic: flag, lifetime },
  project: v.object({ id: text, name: text, slug: text, platform: text }),
  metadata: v.object({ value: text, type: text, filename: text, function: text }),
  numComments: integer,
  assignedTo: v.nullish(v.object({ email: text, type: text, id: text, name: text })),
  ...{ isBookmarked: flag, isSubscribed: flag },
})
const table = v.object({ data: v.array(v.record(v.string(), v.unknown())) })
const point = v.tuple([v.number(), v.array(v.object({ count: v.nullable(v.number()) }))])
const series = v.object({ data: v.array(point), order: v.number() })
const timeSeries = v.object({
  meta: v.object({ dataset: text, start: v.number(), end: v.number() }),
  timeSeries: v.array(
    v.object({
      yAxis: v.string(),
      groupBy: v.nullish(v.array(v.object({ key: v.string(), value: v.unknown() }))),
      values: v.array(v.object({ timestamp: integer, value: v.nullable(v.number()), incomplete: flag })),
      meta: v.object({ valueType: text, valueUnit: text, interval: integer, order: integer, isOther: flag }),
    }),
  ),
})
const sums = v.object({ 'sum(quantity)': v.number() })
const stats = v.object({
  ...{ start: time, end: time, intervals: v.array(v.pipe(v.string(), v.isoTimestamp())) },
  groups: v.array(
    v.object({
      by: v.object({ reason: text, category: text, outcome: text }),
      totals: sums,
      series: v.object({ 'sum(quantity)': v.array(v.number()) }),
    }),
  ),
})
const sessions = v.object({
  ...{ start: time, end: time, intervals: v.array(v.string()) },
  groups: v.array(v.object({ by: v.object({}), totals: v.object({}), series: v.object({}) })),
})
const release = v.object({
  ...{ version: v.string(), shortVersion: text, dateCreated: time, dateReleased: time, firstEvent: time },
  ...{ lastEvent: time, commitCount: integer, deployCount: integer, newGroups: integer, url: text },
  projects: v.array(v.object({ slug: text })),
})
const team = v.object({ id: text, slug: text, name: text, hasAccess: flag, memberCount: integer })
const tag = v.object({ key: v.string(), name: v.string(), totalValues: integer })

const anError = (number: number, environment: string, shelf: string) => ({
  type: 'event',
  payload: {
    event_id: String(number).padStart(32, '0'),
    ...{ environment, release: 'shop@1.0', platform: 'node', tags: { shelf } },
    exception: { values: [{ type: 'CartError', value: `${shelf} is empty` }] },
  },
})

describe('Grafana’s data source', () => {
  let api: Awaited<ReturnType<typeof openFedApi>>
  beforeAll(async () => {
    api = await openFedApi('sqlite', NOW)
    const errors = [anError(1, 'prod', 'A3'), anError(2, 'dev', 'B1'), anError(3, 'prod', 'A3')]
    await api.store.write(async (trx) => {
      await insertProject(trx, { slug: 'till', name: 'till', publicKey: 'f'.repeat(32), now: START })
      await trx.insertInto('team').values({ slug: 'web', name: 'Web', created_at: START }).execute()
      await saveProjectAccess(trx, 1, { access: 'teams', teamIds: [1] })
    })
    await api.send(...errors, aTransaction([{ number: 2, parent: 1, name: 'select 1', data: { rows: 3 } }]))
  })
  afterAll(() => api.close())

  const issues = (more: string) => `${DESK}/issues/?${PERIOD}&${more}`
  const seconds = (more: string) =>
    `${DESK}/events-timeseries/?dataset=discover&${ZONED}&excludeOther=1&${more}`
  const legacy = (more: string) => `${DESK}/events-stats/?${ZONED}&partial=1&excludeOther=1&${more}`
  const some = <Of extends v.GenericSchema>(of: Of) => v.pipe(v.array(of), v.minLength(1))
  it.each([
    ['organizations', '/organizations/', some(organization)],
    ['projects', `${DESK}/projects/`, some(project)],
    ['teams', `${DESK}/teams/`, v.array(team)],
    ['the projects of a team', '/teams/desk/web/projects/', some(project)],
    [
      'the attributes of spans',
      `${DESK}/trace-items/attributes/?attributeType=number&itemType=spans`,
      some(v.object({ key: v.string(), name: v.string() })),
    ],
    ['tags', `${DESK}/tags/`, v.array(tag)],
    ['releases', `${DESK}/releases/?per_page=100&project=1`, some(release)],
    [
      'releases of several projects and environments',
      `${DESK}/releases/?environment=prod&environment=dev&per_page=100&project=1&project=2&query=shop`,
      some(release),
    ],
    ['deploys', `${DESK}/releases/shop@1.0/deploys/?per_page=100`, v.array(v.object({ id: text }))],
    ['issues', issues('limit=100&project=1&query='), some(issue)],
    [
      'as many issues as there are',
      issues('limit=10000&project=1&query=is%3Aunresolved&sort=date'),
      some(issue),
    ],
    [
      'issues of environments',
      issues('environment=prod&environment=dev&limit=10&project=1&query='),
      some(issue),
    ],
    [
      'events',
      `${DESK}/events/?dataset=errors&${PERIOD}&environment=prod&environment=dev&field=id&field=title&per_page=10&project=1&query=&sort=-timestamp`,
      table,
    ],
    [
      'spans',
      `${DESK}/events/?dataset=spans&${PERIOD}&field=id&field=span.duration&per_page=100&project=1&query=&useRpc=1`,
      table,
    ],
    ['events over time', seconds('interval=300&project=1&query=&yAxis=count%28%29'), timeSeries],
    [
      'groups over time',
      seconds(
        'groupBy=release&groupBy=environment&interval=3600&project=1&query=&sort=-release&topEvents=10&yAxis=count%28%29&yAxis=count_unique%28user%29',
      ),
      timeSeries,
    ],
    [
      'groups over time, as before',
      legacy(
        'field=count%28%29&field=shelf&interval=60m&project=1&query=&sort=-count%28%29&topEvents=5&yAxis=count%28%29',
      ),
      v.record(v.string(), series),
    ],
    [
      'spans over time',
      `${DESK}/events-stats/?dataset=spans&${ZONED}&excludeOther=0&field=count%28%29&partial=1&project=1&query=&sampling=NORMAL&topEvents=10&yAxis=count%28%29`,
      series,
    ],
    [
      'what became of items',
      `${DESK}/stats_v2/?${PERIOD}&category=error&category=transaction&field=sum%28quantity%29&groupBy=outcome&groupBy=category&interval=1h&project=1`,
      stats,
    ],
    [
      'sessions',
      `${DESK}/sessions/?${PERIOD}&includeSeries=1&interval=60m&per_page=1&field=crash_free_rate%28session%29&project=1`,
      sessions,
    ],
    [
      'sessions as fine as they are counted',
      `${DESK}/sessions/?${PERIOD}&includeSeries=1&interval=5m&per_page=5&field=count_unique%28user%29&groupBy=release&orderBy=-count_unique%28user%29&project=1&project=2`,
      sessions,
    ],
    [
      'metrics of sessions',
      `${DESK}/metrics/data/?${PERIOD}&includeSeries=1&interval=2h&per_page=5&field=session.crash_free_rate&groupBy=project&orderBy=-session.all&project=1&query=release%3Ashop%401.0`,
      sessions,
    ],
  ])('reads %s', async (_what, path, reads) => {
    const { status, body } = await api.get(path)
    expect(status, JSON.stringify(body)).toBe(200)
    const read = v.safeParse(reads as v.GenericSchema, body)
    expect(read.issues?.map((one) => `${v.getDotPath(one)}: ${one.message}`)).toBeUndefined()
  })

  it('gets the groups that have most, and each point of them', async () => {
    const { body } = await api.get(
      legacy('field=count%28%29&field=shelf&interval=24h&project=1&query=&topEvents=1&yAxis=count%28%29'),
    )
    expect(Object.entries<{ data: unknown }>(body).map(([name, { data }]) => [name, data])).toEqual([
      ['A3', [[1_789_948_800, [{ count: 2 }]]]],
    ])
    const more = 'groupBy=environment&interval=86400&project=1&query=&sort=environment&yAxis=count%28%29'
    const newer = await api.get(seconds(more))
    expect(newer.body.timeSeries).toMatchObject([
      { groupBy: [{ key: 'environment', value: 'dev' }], values: [{ value: 1, incomplete: true }] },
      { groupBy: [{ key: 'environment', value: 'prod' }], values: [{ value: 2 }], meta: { order: 1 } },
    ])
  })

  it('gets the environments of each project, and the attributes of each type', async () => {
    const projects = (await api.get(`${DESK}/projects/`)).body
    expect(
      projects.map(({ slug, environments }: { slug: string; environments: unknown }) => [slug, environments]),
    ).toEqual([
      ['crumbtrail', ['dev', 'prod']],
      ['till', []],
    ])
    expect((await api.get('/teams/desk/web/projects/')).body).toMatchObject([{ id: '1' }])
    const attributes = (of: string) => api.get(`${DESK}/trace-items/attributes/?project=1&${of}`)
    const numbers = await attributes('attributeType=number&itemType=spans&per_page=1')
    expect(numbers.body).toEqual([
      { key: 'rows', name: 'rows', attributeType: 'number', attributeSource: { source_type: 'user' } },
    ])
    expect(numbers.headers.link).toMatch(/cursor=0%3A1%3A0>; rel="next"; results="true"/)
    const next = await attributes('attributeType=number&cursor=0%3A1%3A0&itemType=spans&per_page=1')
    expect(next.body).toMatchObject([{ key: 'span.duration', attributeSource: { source_type: 'sentry' } }])
    expect((await attributes('attributeType=string&substringMatch=DESC')).body).toMatchObject([
      { key: 'span.description' },
    ])
    expect((await attributes('itemType=logs&attributeType=number')).body).toMatchObject([
      { key: 'timestamp_precise' },
    ])
    for (const wrong of ['itemType=replays', 'attributeType=date', 'cursor=x', 'statsPeriod=soon'])
      expect((await attributes(wrong)).status, wrong).toBe(400)
    expect((await attributes('project=9')).status).toBe(404)
  })

  it('gets the releases of the projects, environments and words that it names', async () => {
    const versions = async (more: string) =>
      (await api.get(`${DESK}/releases/?per_page=100&${more}`)).body.map(
        ({ version }: { version: string }) => version,
      )
    expect(await versions('project=1&project=2')).toEqual(['shop@1.0'])
    expect(await versions('project=2')).toEqual([])
    expect(await versions('project=1&environment=dev&environment=test')).toEqual(['shop@1.0'])
    expect(await versions('project=1&environment=test')).toEqual([])
    expect(await versions('project=-1&query=SHOP&environment=prod')).toEqual(['shop@1.0'])
    expect(await versions('project=-1&query=till')).toEqual([])
    expect((await api.get(`${DESK}/releases/?project=1&project=9`)).status).toBe(404)
    expect((await api.get(`${DESK}/releases/?query=%28`)).status).toBe(400)
  })

  it('gets only what happened in one of the environments and projects', async () => {
    const count = async (path: string) => (await api.get(path)).body.length
    expect(await count(issues('environment=prod&environment=test&limit=10&project=1&query='))).toBe(1)
    expect(
      await count(issues('environment=prod&environment=dev&limit=10&project=1&query=is%3Aunresolved')),
    ).toBe(2)
    const several = `${DESK}/events/?${PERIOD}&environment=prod&environment=test&field=id&project=1&query=level%3Aerror`
    expect((await api.get(several)).body.data).toHaveLength(2)
  })
})
