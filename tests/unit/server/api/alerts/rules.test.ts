import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { TokenScope } from '#server/models/accounts/scopes.ts'
import { type ApiSite, openApiSite } from '#tests/support/accounts/api-site.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const OURS = 'crumbtrail.rules.conditions'
const CONDITIONS = 'sentry.rules.conditions'
const FILTERS = 'sentry.rules.filters'
const NEW = { id: `${CONDITIONS}.first_seen_event.FirstSeenEventCondition` }
const EVERYWHERE = { id: 'sentry.rules.actions.notify_event.NotifyEventAction' }
const RULES = '/projects/desk/shop/rules/'

let site: ApiSite
let token: string

async function open(engine: (typeof ENGINES)[number], scopes: TokenScope[] = ['alerts:write']) {
  site = await openApiSite(engine)
  onTestFinished(site.close)
  token = await site.addToken({ scopes })
}

async function call(method: string, path: string, body?: object) {
  const { statusCode, text } = await site.ask(token, method, { path, body })
  return { status: statusCode, body: text === '' ? undefined : JSON.parse(text) }
}

const aRule = (more: object = {}) => ({
  name: 'New errors',
  conditions: [NEW],
  actions: [EVERYWHERE],
  ...more,
})
const detailOf = async (more: object) => {
  const { status, body } = await call('POST', RULES, aRule(more))
  expect(status).toBe(400)
  return body.detail
}

describe.each(ENGINES)('alert rules by the API, on %s', (engine) => {
  beforeEach(() => open(engine))

  it('are about one monitor, which a change keeps unless it names another', async () => {
    const { id: project_id } = await site.store.db
      .selectFrom('project')
      .select('id')
      .where('slug', '=', 'shop')
      .executeTakeFirstOrThrow()
    const row = { id: 6, slug: 'backup', project_id, config: null, created_at: 0 }
    await site.store.write((trx) => trx.insertInto('monitor').values(row).execute())
    const conditions = [{ id: `${OURS}.MonitorFailedCondition` }]
    const made = await call('POST', RULES, aRule({ conditions, subject: 6 }))
    expect(made).toMatchObject({ status: 201, body: { subject: '6' } })
    const one = `${RULES}${made.body.id}/`
    expect((await call('PUT', one, aRule({ conditions }))).body).toMatchObject({ subject: '6' })
    expect((await call('PUT', one, aRule({ conditions, subject: null }))).body).toMatchObject({
      subject: null,
    })
    expect(await detailOf({ conditions, subject: 7 })).toBe(
      'Cannot save the rule: its monitor no longer exists',
    )
  })

  it('are made, read, changed and deleted as Sentry’s are', async () => {
    const made = await call('POST', RULES, aRule({ frequency: 60, environment: 'production' }))
    expect(made).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^\d+$/),
        name: 'New errors',
        status: 'active',
        owner: null,
        actionMatch: 'any',
        filterMatch: 'all',
        frequency: 60,
        environment: 'production',
        filters: [],
        conditions: [NEW],
        actions: [EVERYWHERE],
        projects: ['shop'],
        snooze: false,
        urgency: 'normal',
        subject: null,
      },
    })
    const one = `${RULES}${made.body.id}/`
    expect(await call('GET', one)).toEqual({ status: 200, body: made.body })
    expect(await call('GET', RULES)).toEqual({ status: 200, body: [made.body] })
    const changed = await call('PUT', one, aRule({ name: 'Fewer', status: 'disabled', urgency: 'urgent' }))
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Fewer', status: 'disabled', urgency: 'urgent', frequency: 30, environment: null },
    })
    expect((await call('PUT', one, aRule())).body).toMatchObject({ status: 'disabled', urgency: 'urgent' })
    expect(await call('DELETE', one)).toEqual({ status: 202, body: undefined })
    expect(await call('GET', one)).toEqual({
      status: 404,
      body: { detail: 'Cannot show the rule: there is no such rule' },
    })
  })

  it('read back as they were given, whatever they wait for', async () => {
    const frequency = { id: `${CONDITIONS}.event_frequency.EventFrequencyCondition`, comparisonType: 'count' }
    const people = { ...frequency, id: `${CONDITIONS}.event_frequency.EventUniqueUserFrequencyCondition` }
    for (const condition of [
      NEW,
      { id: `${CONDITIONS}.regression_event.RegressionEventCondition` },
      { id: `${CONDITIONS}.reappeared_event.ReappearedEventCondition` },
      { id: 'crumbtrail.rules.conditions.RisingCondition' },
      { id: 'crumbtrail.rules.conditions.MonitorFailedCondition' },
      { id: 'crumbtrail.rules.conditions.MonitorRecoveredCondition' },
      { id: 'crumbtrail.rules.conditions.CheckFailedCondition' },
      { id: 'crumbtrail.rules.conditions.CheckRecoveredCondition' },
      { id: 'crumbtrail.rules.conditions.CertificateEndsCondition' },
      { id: `${OURS}.CrashFreeSessionsCondition`, value: 500, interval: '1h', percent: 99.5 },
      { id: `${OURS}.CrashFreeUsersCondition`, value: 1, interval: '1d', percent: 98 },
      { id: `${OURS}.SlowerReleaseCondition`, value: 100, percent: 50 },
      { id: `${OURS}.MapsMissingCondition`, value: 1 },
      { id: `${OURS}.QuotaNearCondition`, percent: 80 },
      { id: `${OURS}.IntakeRefusedCondition`, value: 1000 },
      { id: `${OURS}.DiskFullCondition`, value: 5 },
      { ...frequency, value: 100, interval: '1h' },
      { ...frequency, value: 0, interval: '15m' },
      { ...people, value: 10, interval: '1w' },
    ]) {
      const { body } = await call('POST', RULES, aRule({ conditions: [condition] }))
      expect(body.conditions).toEqual([condition])
    }
  })

  it('count more than the value, as Sentry does, where ours say at least', async () => {
    const condition = {
      id: `${CONDITIONS}.event_frequency.EventFrequencyCondition`,
      value: 9,
      interval: '5m',
    }
    await call('POST', RULES, aRule({ conditions: [condition] }))
    const { threshold } = await site.store.db
      .selectFrom('alert_rule')
      .select('threshold')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(threshold ?? '')).toEqual({ count: 10, minutes: 5 })
  })

  it.each([
    [{ id: `${FILTERS}.level.LevelFilter`, match: 'gte', level: '40' }, 'level:[error, fatal]'],
    [{ id: `${FILTERS}.level.LevelFilter`, match: 'eq', level: '30' }, 'level:warning'],
    [
      { id: `${FILTERS}.tagged_event.TaggedEventFilter`, key: 'area', match: 'eq', value: 'a "b" * c' },
      String.raw`area:"a \"b\" \* c"`,
    ],
    [
      { id: `${FILTERS}.tagged_event.TaggedEventFilter`, key: 'area', match: 'nc', value: 'pay' },
      '!area:"*pay*"',
    ],
    [{ id: `${FILTERS}.tagged_event.TaggedEventFilter`, key: 'area', match: 'ns' }, '!has:area'],
    [
      {
        id: `${FILTERS}.event_attribute.EventAttributeFilter`,
        attribute: 'user.ip_address',
        match: 'sw',
        value: '10.',
      },
      'user.ip:"10.*"',
    ],
    [
      {
        id: `${FILTERS}.age_comparison.AgeComparisonFilter`,
        comparison_type: 'newer',
        value: 2,
        time: 'day',
      },
      'age:-2d',
    ],
    [{ id: `${FILTERS}.issue_occurrences.IssueOccurrencesFilter`, value: 10 }, 'timesSeen:>=10'],
    [{ id: `${FILTERS}.assigned_to.AssignedToFilter`, targetType: 'Unassigned' }, 'assigned:none'],
    [{ id: `${FILTERS}.latest_release.LatestReleaseFilter` }, 'release:latest'],
    [{ id: 'crumbtrail.rules.filters.SearchFilter', query: 'a OR b' }, '(a OR b)'],
  ])('keep the filter %j as a search', async (filter, search) => {
    const { status, body } = await call('POST', RULES, aRule({ filters: [filter] }))
    expect([status, body.filters]).toEqual([
      201,
      [{ id: 'crumbtrail.rules.filters.SearchFilter', query: search }],
    ])
    // What was read can be saved again.
    const again = await call('PUT', `${RULES}${body.id}/`, aRule({ filters: body.filters }))
    expect(again.status).toBe(200)
  })

  it('join filters by filterMatch', async () => {
    const filters = [
      { id: `${FILTERS}.level.LevelFilter`, match: 'eq', level: '50' },
      { id: `${FILTERS}.latest_release.LatestReleaseFilter` },
    ]
    const searchOf = async (filterMatch: string, environment: string | null = null) => {
      const { body } = await call('POST', RULES, aRule({ filters, filterMatch, environment }))
      return [body.environment, body.filters[0].query]
    }
    expect(await searchOf('all')).toEqual([null, 'level:fatal release:latest'])
    expect(await searchOf('any', 'production')).toEqual(['production', '(level:fatal OR release:latest)'])
    expect(await searchOf('none')).toEqual([null, '!(level:fatal) !(release:latest)'])
  })

  it('name what they cannot have', async () => {
    const every = 'sentry.rules.conditions.every_event.EveryEventCondition'
    expect(await detailOf({ conditions: [{ id: every }] })).toBe(
      `Cannot save the rule: there is no condition "${every}" here`,
    )
    expect(await detailOf({ conditions: [] })).toBe('Cannot save the rule: it needs a condition')
    expect(await detailOf({ conditions: [NEW, NEW] })).toContain('make a rule for each')
    const percent = {
      id: `${CONDITIONS}.event_frequency.EventFrequencyCondition`,
      comparisonType: 'percent',
      ...{ value: 100, interval: '1h' },
    }
    expect(await detailOf({ conditions: [percent] })).toContain('"comparisonType"')
    const category = `${FILTERS}.issue_category.IssueCategoryFilter`
    expect(await detailOf({ filters: [{ id: category, value: 1 }] })).toContain(category)
    const slack = 'sentry.integrations.slack.notify_action.SlackNotifyServiceAction'
    expect(await detailOf({ actions: [{ id: slack, channel: '#ops' }] })).toContain(slack)
    expect(await detailOf({ actions: [] })).toBe('Cannot save the rule: it needs an action')
    expect(await detailOf({ owner: 'team:1' })).toContain('owner')
    expect(await detailOf({ actionMatch: 'none' })).toContain('actionMatch')
    expect(await detailOf({ frequency: 43_200 })).toContain('minutes')
    expect(await detailOf({ name: '' })).toContain('name')
    expect(await detailOf({ conditions: ['word'] })).toContain('conditions')
    expect(
      await detailOf({ filters: [{ id: 'crumbtrail.rules.filters.SearchFilter', query: 'is:nothing' }] }),
    ).toContain('is:nothing')
    const key = { id: `${FILTERS}.tagged_event.TaggedEventFilter`, key: 'a) OR b', match: 'eq', value: 'c' }
    expect(await detailOf({ filters: [key] })).toContain('"key"')
  })

  it('tell channels by id or by name', async () => {
    const channels = (await call('GET', '/organizations/desk/alert-channels/')).body
    expect(channels).toMatchObject([{ id: '1', name: 'Hook', kind: 'webhook', status: 'active' }])
    expect(JSON.stringify(channels)).not.toContain('receiver.example')
    const byId = { id: 'crumbtrail.rules.actions.NotifyChannelAction', channel: '1' }
    const service = 'sentry.rules.actions.notify_event_service.NotifyEventServiceAction'
    for (const action of [byId, { id: service, service: 'Hook' }]) {
      const { body } = await call('POST', RULES, aRule({ actions: [action] }))
      expect(body.actions).toEqual([{ ...byId, name: 'Hook' }])
    }
    expect(await detailOf({ actions: [{ id: service, service: 'Ops' }] })).toContain(
      'there is no channel "Ops"',
    )
  })
})

describe.each(ENGINES)('channels and mutes by the API, on %s', (engine) => {
  beforeEach(() => open(engine))

  it('are added, listed and taken back', async () => {
    const path = '/organizations/desk/alert-channels/'
    const given = {
      kind: 'discord',
      name: 'Ops',
      settings: { url: 'https://discord.com/api/webhooks/1/secret' },
    }
    const made = await call('POST', path, given)
    expect(made).toMatchObject({ status: 201, body: { name: 'Ops', kind: 'discord', waiting: 0 } })
    expect((await call('POST', path, { ...given, settings: {} })).status).toBe(400)
    expect((await call('POST', path, { ...given, kind: 'pigeon' })).body.detail).toContain('choose its kind')
    expect((await call('DELETE', `${path}${made.body.id}/`)).status).toBe(204)
    expect((await call('GET', path)).body).toHaveLength(1)
    expect((await call('DELETE', `${path}${made.body.id}/`)).status).toBe(404)

    const mutes = '/projects/desk/shop/mutes/'
    const mute = await call('POST', mutes, { minutes: 10, reason: 'deploy' })
    expect(mute).toMatchObject({
      status: 201,
      body: { project: 'shop', reason: 'deploy', createdBy: 'token "ci"', until: '2026-09-21T15:10:00.000Z' },
    })
    expect((await call('GET', mutes)).body).toEqual([mute.body])
    expect((await call('GET', '/organizations/desk/mutes/')).body).toEqual([])
    expect((await call('POST', mutes, { minutes: 0 })).body.detail).toContain('give 1 to 44,640 minutes')
    expect((await call('POST', mutes, { minutes: 'ten' })).status).toBe(400)
    expect((await call('DELETE', `${mutes}${mute.body.id}/`)).status).toBe(204)
    expect((await call('GET', mutes)).body).toEqual([])
    const all = await call('POST', '/organizations/desk/mutes/', { minutes: 5 })
    expect(all.body).toMatchObject({ project: null, reason: '' })
    expect((await call('DELETE', `${mutes}${all.body.id}/`)).status).toBe(404)
    expect((await call('DELETE', `/organizations/desk/mutes/${all.body.id}/`)).status).toBe(204)
  })

  it('of all projects are not for a token that is bound to some', async () => {
    const all = await call('POST', '/organizations/desk/mutes/', { minutes: 5 })
    token = await site.addToken({ scopes: ['alerts:write'], projectIds: [site.shopId] })
    const given = {
      kind: 'discord',
      name: 'Ops',
      settings: { url: 'https://discord.com/api/webhooks/1/secret' },
    }
    const answers = [
      await call('POST', '/organizations/desk/alert-channels/', given),
      await call('DELETE', '/organizations/desk/alert-channels/1/'),
      await call('POST', '/organizations/desk/mutes/', { minutes: 5 }),
      await call('DELETE', `/organizations/desk/mutes/${all.body.id}/`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect((await call('POST', '/projects/desk/shop/mutes/', { minutes: 5 })).status).toBe(201)
    expect((await call('POST', '/projects/desk/hidden/mutes/', { minutes: 5 })).status).toBe(404)
    expect((await call('POST', '/projects/desk/hidden/rules/', aRule())).status).toBe(404)
  })
})
