import { describe, expect, it } from 'vitest'
import { createSafeRequest } from '#server/alerts/sending/safe-request.ts'
import type { ThisBrowser } from '#server/models/alerts/own-notifications.ts'
import { openPeople, type Person } from '#tests/support/alerts/people-bench.ts'
import { pushService } from '#tests/support/alerts/push-service.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'

const MINUTE_MS = 60_000
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

/** People whose desk reaches a push service that a test holds. */
async function openPush(engine: Engine) {
  const request = createSafeRequest({ allowPrivate: true })
  const [bench, service] = [await openPeople(engine, { request }), await pushService()]
  let browsers = 0
  return Object.assign(bench, {
    service,
    async addBrowser({ desk }: Person, here: Partial<ThisBrowser> = {}) {
      const session = `session ${++browsers}`
      const own: ThisBrowser = { session, device: undefined, userAgent: FIREFOX, ...here }
      return desk.notifications.addBrowser(service.subscribe(), own)
    },
    list: ({ desk }: Person, session = '') =>
      desk.notifications.listBrowsers({ session, device: undefined, userAgent: undefined }),
  })
}

describe.each(ENGINES)('notifications in a browser, on %s', (engine) => {
  it('tell what mails tell, encrypted for it and signed by the desk', async () => {
    const bench = await openPush(engine)
    const { service } = bench
    const ada = await bench.join('ada')
    expect(await bench.addBrowser(ada)).toEqual({ name: 'Firefox 145 on Windows' })
    const issueId = await bench.addIssue()
    await bench.desk.issues.addComment(issueId, 'Look, @ada:\nit is the cart.')
    await bench.pass(2_000)
    const [message, another] = service.received
    expect(another).toBeUndefined()
    expect(message?.payload).toEqual({
      title: 'owner@example.com mentioned you in SHOP-1',
      body: 'TypeError: cart is empty\nLook, @ada: it is the cart.',
      url: `/issues/${issueId}`,
      tag: `issue:${issueId}`,
    })
    expect(message?.claims).toEqual({
      aud: service.address,
      exp: expect.any(Number),
      sub: 'https://desk.example',
    })
    const validS = (message?.claims.exp ?? 0) - bench.now() / 1_000
    expect(validS).toBeGreaterThan(12 * 60 * 60 - 5)
    expect(validS).toBeLessThanOrEqual(12 * 60 * 60)
    expect(message?.publicKey).toBe(await ada.desk.notifications.readPushKey())
    expect(message?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '259200',
      urgency: 'normal',
      topic: expect.stringMatching(/^[\w-]{32}$/),
    })
    expect(bench.mails).toHaveLength(1)
    const [browser] = await bench.list(ada)
    expect(browser).toMatchObject({ lastUsedAt: expect.any(Number), isFailing: false })
  })

  it('come to each browser of the account, and to nobody else', async () => {
    const bench = await openPush(engine)
    const [ada, ben] = [await bench.join('ada'), await bench.join('ben')]
    for (const person of [ada, ada, ben]) await bench.addBrowser(person)
    await bench.desk.issues.addComment(await bench.addIssue(), '@ada')
    await bench.pass(2_000)
    expect(bench.service.received.map(({ place }) => place).toSorted()).toEqual([0, 1])
  })

  it('wait for the end of quiet hours, and come only of what was chosen', async () => {
    const bench = await openPush(engine)
    const ada = await bench.join('ada')
    await bench.addBrowser(ada)
    const quiet = { from: 8 * 60, to: 10 * 60, days: [1, 2, 3, 4, 5, 6, 7] }
    const ways = { mentioned: ['push'], assigned: ['mail'], subscribed: [], rules: [] } as const
    await bench.choose(ada, { quiet, ways })
    const issueId = await bench.addIssue()
    await bench.desk.issues.addComment(issueId, '@ada')
    await bench.pass(50 * MINUTE_MS, 10 * MINUTE_MS)
    expect(bench.service.received).toEqual([])
    await bench.pass(10 * MINUTE_MS, 5 * MINUTE_MS)
    expect(bench.service.received).toHaveLength(1)
    await bench.desk.issues.change([issueId], [{ kind: 'assign', accountId: ada.id }])
    await bench.pass(60 * MINUTE_MS, 20 * MINUTE_MS)
    expect(bench.service.received).toHaveLength(1)
    expect(bench.mails).toHaveLength(1)
  })

  it.each([404, 410])('end where the service answers %d, with a line in the log', async (status) => {
    const bench = await openPush(engine)
    const ada = await bench.join('ada')
    await bench.addBrowser(ada)
    bench.service.status = status
    await bench.desk.issues.addComment(await bench.addIssue(), '@ada')
    await bench.pass(2_000)
    expect(await bench.list(ada)).toEqual([])
    const { items } = await bench.desk.alerts.messages.list({ limit: 10 })
    const line = items.find(({ state }) => state === 'discarded')
    expect(line).toMatchObject({
      account: 'ada@example.com',
      reason: expect.stringMatching(
        new RegExp(`^The push service answered ${status}: .*Firefox 145 on Windows was removed\\.$`),
      ),
    })
    const { tries = [] } = (await bench.desk.alerts.messages.find(line?.id ?? 0)) ?? {}
    expect(tries).toMatchObject([{ status, state: 'refused' }])
    const { pathname } = new URL(`${bench.service.address}/send/0`)
    expect(tries[0]?.request).toMatch(/^POST http:\/\/127\.0\.0\.1:\d+\/\[hidden\]\n/)
    expect(tries[0]?.request).not.toContain(pathname)
    expect(tries[0]?.request).not.toContain('vapid t=')
    expect(tries[0]?.request).toMatch(/\[\d+ encrypted bytes\]$/)
  })

  it('are tried again where the service fails, and are not lost', async () => {
    const bench = await openPush(engine)
    const ada = await bench.join('ada')
    await bench.addBrowser(ada)
    bench.service.status = 503
    await bench.desk.issues.addComment(await bench.addIssue(), '@ada')
    await bench.pass(2_000)
    expect(await bench.list(ada)).toMatchObject([{ isFailing: true, lastUsedAt: null }])
    bench.service.status = 201
    await bench.pass(MINUTE_MS, 5_000)
    expect(bench.service.received).toHaveLength(1)
    expect(await bench.list(ada)).toMatchObject([{ isFailing: false }])
  })

  it('can be tested and ended by the account, and by no other', async () => {
    const bench = await openPush(engine)
    const [ada, ben] = [await bench.join('ada'), await bench.join('ben', 'owner')]
    await bench.addBrowser(ada, { session: 'here' })
    const [browser] = await bench.list(ada, 'here')
    const id = browser?.id ?? 0
    expect(browser).toMatchObject({ isHere: true, lastUsedAt: null })
    expect(await bench.list(ben)).toEqual([])
    expect(await ben.desk.notifications.testBrowser(id)).toHaveProperty('refusal')
    expect(await ben.desk.notifications.removeBrowser(id)).toHaveProperty('refusal')
    expect(await ben.desk.alerts.channels.find(id)).toBeUndefined()
    expect(await ada.desk.notifications.testBrowser(id)).toEqual({ name: 'Firefox 145 on Windows' })
    expect(bench.service.received[0]?.payload).toEqual({
      title: 'Test notification',
      body: 'Crumbtrail can notify you in this browser.',
      url: '/settings/notifications',
      tag: 'test',
    })
    expect(await bench.list(ada)).toMatchObject([{ lastUsedAt: bench.now() }])
    expect(await ada.desk.notifications.removeBrowser(id)).toEqual({ name: 'Firefox 145 on Windows' })
    expect(await bench.list(ada)).toEqual([])
    const { entries } = await bench.desk.audit.list({}, { limit: 10 })
    expect(entries.map(({ action, actor }) => [action, actor]).slice(0, 2)).toEqual([
      ['browser.remove', 'ada@example.com'],
      ['browser.add', 'ada@example.com'],
    ])
  })

  it('remove a browser that a test finds gone', async () => {
    const bench = await openPush(engine)
    const ada = await bench.join('ada')
    await bench.addBrowser(ada)
    const [browser] = await bench.list(ada)
    bench.service.status = 410
    expect(await ada.desk.notifications.testBrowser(browser?.id ?? 0)).toEqual({
      refusal:
        'Cannot notify Firefox 145 on Windows: The push service answered 410: the address no longer exists. ' +
        'It was removed from this list.',
    })
    expect(await bench.list(ada)).toEqual([])
  })

  it('are of one account in a browser: the one that added it last', async () => {
    const bench = await openPush(engine)
    const [ada, ben] = [await bench.join('ada'), await bench.join('ben')]
    const subscription = bench.service.subscribe()
    const here = { session: 'one', device: 'device', userAgent: undefined }
    await ada.desk.notifications.addBrowser(subscription, here)
    await ben.desk.notifications.addBrowser(subscription, { ...here, session: 'two', device: undefined })
    expect([await bench.list(ada), await bench.list(ben)]).toEqual([
      [],
      [expect.objectContaining({ name: 'Unknown browser' })],
    ])
  })

  it('are of what is first chosen, where an account had turned off all of it and adds a browser', async () => {
    const bench = await openPush(engine)
    const ada = await bench.join('ada')
    await bench.choose(ada, { ways: { mentioned: ['mail'], assigned: [], subscribed: [], rules: ['mail'] } })
    await bench.addBrowser(ada)
    expect((await ada.desk.notifications.read()).choices.ways).toEqual({
      ...{ mentioned: ['mail', 'push'], assigned: ['push'], subscribed: ['push'], rules: ['mail'] },
    })
  })

  it('follow a subscription that the browser renewed, by its old address or by the cookies alone', async () => {
    const bench = await openPush(engine)
    const ada = await bench.join('ada')
    const { notifications } = ada.desk
    const [first, second, third] = [1, 2, 3].map(() => bench.service.subscribe()) as [string, string, string]
    const here = { session: 'one', device: 'device', userAgent: FIREFOX }
    await notifications.addBrowser(first, here)
    const name = 'Firefox 145 on Windows'
    const { endpoint } = JSON.parse(first)
    expect(await notifications.renewBrowser(endpoint, second, here)).toEqual({ name })
    await bench.desk.issues.addComment(await bench.addIssue(), '@ada')
    await bench.pass(2_000)
    expect(bench.service.received.map(({ place }) => place)).toEqual([1])
    expect(await notifications.renewBrowser('', third, { ...here, session: 'two' })).toEqual({ name })
    const [only, ...more] = await bench.list(ada)
    expect(more).toEqual([])
    expect(await notifications.testBrowser(only?.id ?? 0)).toEqual({ name })
    expect(bench.service.received.map(({ place }) => place)).toEqual([1, 2])
  })

  it('are renewed for nobody else, for no unknown address, and by no broken subscription', async () => {
    const bench = await openPush(engine)
    const [ada, ben] = [await bench.join('ada'), await bench.join('ben')]
    const [subscription, renewed] = [bench.service.subscribe(), bench.service.subscribe()]
    const here = { session: 'one', device: 'device', userAgent: undefined }
    await ada.desk.notifications.addBrowser(subscription, here)
    const { endpoint } = JSON.parse(subscription)
    const unknown = { refusal: 'Cannot notify this browser: its old subscription is unknown' }
    expect(await ben.desk.notifications.renewBrowser(endpoint, renewed, here)).toEqual(unknown)
    expect(await ben.desk.notifications.renewBrowser('', renewed, here)).toEqual(unknown)
    const other = `${endpoint}/other`
    expect(await ada.desk.notifications.renewBrowser(other, renewed, here)).toEqual(unknown)
    expect(await ada.desk.notifications.renewBrowser(endpoint, '{}', here)).toEqual({
      refusal: 'Cannot notify this browser: what it sent is no subscription',
    })
    const [only] = await bench.list(ada)
    await ada.desk.notifications.testBrowser(only?.id ?? 0)
    expect(bench.service.received.map(({ place }) => place)).toEqual([0])
  })

  it('are refused for what is no subscription, and for more than 20 browsers', async () => {
    const bench = await openPush(engine)
    const ada = await bench.join('ada')
    const here = { session: 'one', device: undefined, userAgent: undefined }
    expect(await ada.desk.notifications.addBrowser('{}', here)).toEqual({
      refusal: 'Cannot notify this browser: what it sent is no subscription',
    })
    for (let count = 0; count < 20; count++) await bench.addBrowser(ada)
    expect(await bench.addBrowser(ada)).toEqual({
      refusal: 'Cannot notify this browser: you are notified in 20 others; remove one',
    })
    expect(await bench.list(ada)).toHaveLength(20)
  })

  it('cannot be set up as a channel that all have', async () => {
    const bench = await openPush(engine)
    expect(bench.desk.alerts.channels.listKinds().map(({ kind }) => kind)).not.toContain('push')
    const values = JSON.parse(bench.service.subscribe())
    expect(await bench.desk.alerts.channels.create('push', { name: 'Mine', values })).toHaveProperty(
      'refusal',
    )
  })
})
