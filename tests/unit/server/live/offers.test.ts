import fastifyCookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { registerOffers } from '#server/live/offers.ts'
import { aFeedback, aLogContainer } from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf, aTransaction, toAttributes } from '#tests/support/builders/sample-traces.ts'
import { openSearchDesk, SEARCH_NOW } from '#tests/support/desk/prepared/search-desk.ts'

const viewer = { id: 1, email: 'ada@example.com', role: 'owner' as const, sees: 'all' as const }

async function open() {
  const opened = await openSearchDesk()
  opened.send('Fox', { level: 'fatal', environment: 'production', tags: { region: 'eu' } })
  opened.send('Owl', { environment: 'staging', tags: { region: 'us' } }, { at: SEARCH_NOW - 9_000 })
  const app = Fastify()
  await app.register(fastifyCookie)
  registerOffers(app, {
    findViewer: async (cookie) => (cookie === 'good' ? viewer : undefined),
    openDesk: () => opened.desk,
  })
  onTestFinished(() => app.close())
  const ask = (query: string, cookie = 'good') =>
    app.inject({ url: `/live/search?${query}`, headers: { cookie: `crumbtrail_session=${cookie}` } })
  return { ...opened, ask }
}

it('offers keys, and the values of a key in the list of the page', async () => {
  const { ask } = await open()
  const { keys } = (await ask('project=crumbtrail&query=')).json<{ keys: { key: string }[] }>()
  expect(keys.map(({ key }) => key)).toEqual(expect.arrayContaining(['is', 'browser', 'region']))
  const valuesOf = async (query: string, project = 'crumbtrail') =>
    (await ask(`key=region&project=${project}&${query}`)).json()
  const [eu, us] = [
    { value: 'eu', count: 1 },
    { value: 'us', count: 1 },
  ]
  expect(await valuesOf('')).toEqual({ values: [eu, us], total: 2, isPart: false })
  for (const query of ['query=level:fatal', 'environment=production', `from=${SEARCH_NOW - 1}`, 'part=E']) {
    expect((await valuesOf(query)).values, query).toEqual([eu])
  }
  expect((await valuesOf('', 'nowhere')).values).toEqual([])
  expect((await valuesOf(`before=${SEARCH_NOW}`)).values).toEqual([us])
  expect((await valuesOf('', '')).values).toEqual([]) // all projects, without Crumbtrail's own
})

const logAt = (level: string, attributes: Record<string, string>) =>
  aLogContainer(['paid'], { level, attributes: toAttributes(attributes), timestamp: SEARCH_NOW / 1_000 })

it('offers keys and values of logs, with their attributes', async () => {
  const { ask, writeBatch } = await open()
  const items = [
    logAt('error', { region: 'eu', order: '7', 'sentry.environment': 'production' }),
    logAt('warn', { region: 'eu' }),
    logAt('warn', { region: 'us' }),
  ]
  for (const item of items) {
    writeBatch([{ projectId: 1, keyId: 1, receivedAt: SEARCH_NOW, body: anEnvelopeOf(item) }], [])
  }
  const inLogs = async (query: string) => (await ask(`list=logs&project=crumbtrail&${query}`)).json()
  const { keys } = (await inLogs('query=')) as { keys: { key: string; isTag: boolean; valueCount: number }[] }
  expect(keys).toContainEqual({ key: 'level', isTag: false, valueCount: 2 })
  expect(keys).toContainEqual({ key: 'region', isTag: true, valueCount: 2 })
  expect(await inLogs('query=&key=region')).toEqual({
    values: [
      { value: 'eu', count: 2 },
      { value: 'us', count: 1 },
    ],
    ...{ total: 3, isPart: false },
  })
  expect((await inLogs('query=level:error&key=region')).values).toEqual([{ value: 'eu', count: 1 }])
  expect((await inLogs('query=("&key=region&part=U')).values).toHaveLength(2)
  expect((await inLogs('query=&key=has&part=ord')).values).toEqual([{ value: 'order', count: 1 }])
  expect((await inLogs(`query=&key=region&before=${SEARCH_NOW - 1}`)).values).toEqual([])
})

it('offers keys and values of traces', async () => {
  const { ask, writeBatch } = await open()
  const body = anEnvelopeOf(aTransaction([]))
  writeBatch([{ projectId: 1, keyId: 1, receivedAt: SEARCH_NOW, body }], [])
  const inTraces = async (query: string) => (await ask(`list=traces&project=crumbtrail&${query}`)).json()
  const { keys } = (await inTraces('query=is:root')) as { keys: { key: string }[] }
  expect(keys.map(({ key }) => key).slice(0, 3)).toEqual(['is', 'has', 'duration'])
  const { values } = (await inTraces('query=&key=transaction')) as { values: { count: number }[] }
  expect(values).toMatchObject([{ count: 1 }])
  expect((await inTraces('query=&key=IS')).values).toEqual([
    { value: 'root', count: null },
    { value: 'failed', count: null },
  ])
})

it('offers keys and values of the events of an issue', async () => {
  const { ask, desk } = await open()
  const found = await desk.issues.search({ limit: 1, query: 'Fox' })
  const id = 'items' in found ? found.items[0]?.id : 0
  const inEvents = async (query: string) => (await ask(`list=events&issue=${id}&${query}`)).json()
  const { keys } = (await inEvents('query=')) as { keys: { key: string; valueCount: number | null }[] }
  expect(keys).toContainEqual({ key: 'region', isTag: true, valueCount: 1 })
  expect(keys.map(({ key }) => key)).not.toContain('assigned')
  expect(await inEvents('key=region')).toEqual({
    values: [{ value: 'eu', count: 1 }],
    ...{ total: 1, isPart: false },
  })
  expect((await inEvents('key=region&part=us')).values).toEqual([])
  expect((await ask('list=events&issue=999&key=region')).json().values).toEqual([])
})

it('offers keys and values of feedback in one state', async () => {
  const { ask, writeBatch } = await open()
  const body = anEnvelopeOf(aFeedback())
  writeBatch([{ projectId: 1, keyId: 1, receivedAt: SEARCH_NOW, body }], [])
  const inFeedback = async (query: string) => (await ask(`list=feedback&project=crumbtrail&${query}`)).json()
  const { keys } = (await inFeedback('query=')) as { keys: { key: string; valueCount: number | null }[] }
  expect(keys[0]).toEqual({ key: 'user.email', isTag: false, valueCount: 1 })
  const email = { value: 'ada@shop.example', count: 1 }
  expect((await inFeedback('key=user.email')).values).toEqual([email])
  expect((await inFeedback('key=user.email&query=release:9')).values).toEqual([])
  expect((await inFeedback('key=user.email&query=level:x')).values).toEqual([email])
  expect((await inFeedback('key=user.email&state=spam')).values).toEqual([])
})

it('answers accounts only, and one question of a session at a time', async () => {
  const { ask } = await open()
  const refused = await ask('query=', 'old')
  expect([refused.statusCode, refused.json()]).toEqual([
    401,
    { detail: 'Cannot complete the search: you are not signed in' },
  ])
  const answers = await Promise.all([ask('query='), ask('query=is:new')])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 429])
  expect((await ask('query=')).statusCode).toBe(200)
})

it('bounds what it is asked', async () => {
  const { ask } = await open()
  for (const query of [
    `query=${'x'.repeat(5_000)}`,
    'query=a&query=b',
    'from=x&before=-1',
    'query="',
    'key=%00',
  ]) {
    expect((await ask(query)).statusCode, query.slice(0, 30)).toBe(200)
  }
})
