import { describe, expect, it } from 'vitest'
import { anError, aRule, openAlerts } from '#tests/support/alerts/alerts-bench.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

describe.each(ENGINES)('who hears of what, on %s', (engine) => {
  it('is told of a new issue within two seconds, once, without any set-up but a channel', async () => {
    const { desk, send, pass, received, addChannel } = await openAlerts(engine)
    expect((await desk.alerts.rules.list()).map(({ name, happening }) => [name, happening])).toEqual([
      ['New issue', 'new'],
      ['Came back', 'regressed'],
      ['Rising', 'rising'],
      ['Monitor fails', 'monitor-failed'],
      ['Monitor recovers', 'monitor-recovered'],
      ['Check is down', 'uptime-failed'],
      ['Check is up again', 'uptime-recovered'],
      ['Certificate ends soon', 'certificate-ends'],
    ])
    await addChannel('Chat')
    await send({ ...anError(1), user: { email: 'ada@example.com' } })
    await pass(2_000)
    expect(received).toEqual([
      expect.objectContaining({
        key: `${'0'.repeat(31)}1`,
        happening: 'new',
        urgency: 'normal',
        isTest: false,
        rule: { id: 1, name: 'New issue' },
        project: { slug: 'shop', name: 'Shop', url: 'https://desk.example/projects/shop' },
        title: 'New issue in Shop: TypeError: cart is empty',
        more: 0,
        url: 'https://desk.example/issues/1',
      }),
    ])
    expect(received[0]?.subjects).toEqual([
      expect.objectContaining({
        id: 'issue:1',
        shortId: 'SHOP-1',
        title: 'TypeError: cart is empty',
        level: 'error',
        release: 'shop@2.5.1',
        url: 'https://desk.example/issues/1',
        events: 1,
        users: 1,
      }),
    ])
    await send({ ...anError(1), event_id: 'f'.repeat(32) })
    await pass(HOUR_MS, MINUTE_MS)
    expect(received).toHaveLength(1)
    const handling = await desk.issues.findHandling(1)
    expect(handling?.activity).toContainEqual(
      expect.objectContaining({ kind: 'alerted', data: { rule: 'New issue', channels: ['Chat'] } }),
    )
  })

  it('is told again when a resolved issue comes back', async () => {
    const { desk, send, pass, received, addChannel } = await openAlerts(engine)
    await addChannel('Chat')
    await send(anError(1))
    await pass(2_000)
    await desk.issues.change([1], [{ kind: 'resolve' }])
    await pass(HOUR_MS, 30 * MINUTE_MS)
    await send({ ...anError(1), event_id: 'f'.repeat(32) })
    await pass(2_000)
    expect(received.map(({ title }) => title)).toEqual([
      'New issue in Shop: TypeError: cart is empty',
      'Issue came back in Shop: TypeError: cart is empty',
    ])
  })

  it('tells nobody of development, unless a rule names it', async () => {
    const { desk, send, pass, received, addChannel } = await openAlerts(engine)
    await addChannel('Chat')
    await send({ ...anError(1), environment: 'development' })
    await pass(2_000)
    expect(received).toEqual([])
    await desk.alerts.rules.create(aRule({ search: 'environment:dev*' }))
    await send({ ...anError(2), environment: 'development' })
    await send(anError(3))
    await pass(2_000)
    expect(
      received
        .map(({ rule, subjects }) => `${rule?.name} ${subjects.map(({ shortId }) => shortId)}`)
        .toSorted(),
    ).toEqual(['Mine SHOP-2', 'New issue SHOP-3'])
  })

  it('follows the search, the project and the channels of a rule', async () => {
    const { desk, send, pass, received, addChannel } = await openAlerts(engine)
    const chat = await addChannel('Chat')
    await addChannel('Other')
    for (const { id } of await desk.alerts.rules.list()) await desk.alerts.rules.turn(id, false)
    await desk.alerts.rules.create(
      aRule({ name: 'Fatal', search: 'level:fatal', isForEveryChannel: false, channels: [String(chat)] }),
    )
    await desk.alerts.rules.create(aRule({ name: 'Elsewhere', project: 'crumbtrail' }))
    await send(anError(1))
    await send({ ...anError(2), level: 'fatal' })
    await pass(2_000)
    expect(
      received.map(({ rule, subjects }) => [rule?.name, subjects.map(({ shortId }) => shortId)]),
    ).toEqual([['Fatal', ['SHOP-2']]])
  })

  it('is silent while a rule, a project or the whole desk is muted', async () => {
    const { desk, send, pass, received, addChannel, now } = await openAlerts(engine)
    await addChannel('Chat')
    const mute = await desk.alerts.mutes.add({ project: 'shop', minutes: '30', reason: 'Deploying 2.6' })
    await send(anError(1))
    await pass(2_000)
    if ('refusal' in mute) throw new Error(mute.refusal)
    expect(await desk.alerts.mutes.list()).toEqual([
      expect.objectContaining({
        project: { slug: 'shop', name: 'Shop' },
        reason: 'Deploying 2.6',
        createdBy: 'owner@example.com',
      }),
    ])
    await desk.alerts.mutes.end(mute.id)
    await desk.alerts.rules.mute(1, now() + HOUR_MS)
    await send(anError(2))
    await pass(2_000)
    await desk.alerts.rules.mute(1, null)
    await desk.alerts.mutes.add({ project: '', minutes: '1', reason: '' })
    await send(anError(3))
    await pass(2_000)
    expect(received).toEqual([])
    await pass(MINUTE_MS, 10_000)
    await send(anError(4))
    await pass(2_000)
    expect(received.map(({ subjects }) => subjects[0]?.shortId)).toEqual(['SHOP-4'])
  })

  it('waits a minute for the source maps of a new release, where the project uploads some', async () => {
    const { store, send, pass, received, addChannel } = await openAlerts(engine)
    await addChannel('Chat')
    const uploaded = {
      ...{ project_id: 2, checksum: 'a'.repeat(40), kind: 'script', url: '~/old.js', file_name: 'old.js' },
      ...{ release: 'shop@2.5.0', created_at: 0, used_at: 0 },
    }
    await store.write((trx) => trx.insertInto('artifact').values(uploaded).execute())
    const frames = [
      { function: 'a', filename: 'https://shop.example/app.min.js', lineno: 1, colno: 900, in_app: true },
    ]
    const images = [
      {
        type: 'sourcemap',
        code_file: 'https://shop.example/app.min.js',
        debug_id: '12345678-1234-4123-8123-123456789abc',
      },
    ]
    await send({
      ...anError(1),
      platform: 'javascript',
      exception: { values: [{ type: 'Error', value: 'no', stacktrace: { frames } }] },
      debug_meta: { images },
    })
    await pass(59_000, 10_000)
    expect(received).toEqual([])
    await pass(2_000)
    expect(received).toHaveLength(1)
  })

  it('is told of events and users that reach a number in a time, once an hour', async () => {
    const { desk, send, pass, received, addChannel } = await openAlerts(engine)
    await addChannel('Chat')
    for (const { id } of await desk.alerts.rules.list()) await desk.alerts.rules.turn(id, false)
    await desk.alerts.rules.create(aRule({ name: 'Five', happening: 'events', count: '5', minutes: '10' }))
    await desk.alerts.rules.create(
      aRule({ name: 'Two users', happening: 'users', count: '2', minutes: '10' }),
    )
    for (const number of [1, 2, 3, 4]) {
      await send({ ...anError(1), event_id: String(number).repeat(32), user: { email: 'ada@example.com' } })
    }
    await pass(2 * MINUTE_MS, 30_000)
    expect(received).toEqual([])
    await send({ ...anError(1), event_id: '5'.repeat(32), user: { email: 'bob@example.com' } })
    await pass(2 * MINUTE_MS, 30_000)
    expect(received.map(({ rule, note }) => `${rule?.name}: ${note}`).toSorted()).toEqual([
      'Five: At least 5 events in 10 minutes.',
      'Two users: At least 2 users in 10 minutes.',
    ])
    await send({ ...anError(1), event_id: '6'.repeat(32), user: { email: 'cyd@example.com' } })
    await pass(2 * MINUTE_MS, 30_000)
    expect(received).toHaveLength(2)
  })

  it('is told of an issue that happens much more often than usual', async () => {
    const { send, pass, received, addChannel } = await openAlerts(engine)
    await addChannel('Chat')
    let number = 0
    const once = () => send({ ...anError(1), event_id: (++number).toString(16).padStart(32, '0') })
    for (let day = 0; day < 7; day++) {
      await once()
      await pass(24 * HOUR_MS, 24 * HOUR_MS)
    }
    received.length = 0
    for (let index = 0; index < 19; index++) await once()
    await pass(MINUTE_MS, MINUTE_MS)
    expect(received).toEqual([])
    await once()
    await pass(MINUTE_MS, MINUTE_MS)
    expect(received.map(({ title }) => title)).toEqual(['Issue is rising in Shop: TypeError: cart is empty'])
  })
})
