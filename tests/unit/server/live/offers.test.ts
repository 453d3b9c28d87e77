import fastifyCookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { registerOffers } from '#server/live/offers.ts'
import { openSearchDesk, SEARCH_NOW } from '#tests/support/desk/prepared/search-desk.ts'

const viewer = { id: 1, email: 'ada@example.com', role: 'owner' }

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
  return { ask }
}

it('offers keys, and the values of a key in the list of the page', async () => {
  const { ask } = await open()
  const { keys } = (await ask('project=crumbtrail&query=')).json<{ keys: { key: string }[] }>()
  expect(keys.map(({ key }) => key)).toEqual(expect.arrayContaining(['is', 'browser', 'region']))
  const valuesOf = async (query: string, project = 'crumbtrail') =>
    (await ask(`key=region&project=${project}&${query}`)).json()
  const [eu, us] = [
    { value: 'eu', issueCount: 1 },
    { value: 'us', issueCount: 1 },
  ]
  expect(await valuesOf('')).toEqual({ values: [eu, us], issueCount: 2, isPart: false })
  for (const query of ['query=level:fatal', 'environment=production', `from=${SEARCH_NOW - 1}`, 'part=E']) {
    expect((await valuesOf(query)).values, query).toEqual([eu])
  }
  expect((await valuesOf('', 'nowhere')).values).toEqual([])
  expect((await valuesOf(`before=${SEARCH_NOW}`)).values).toEqual([us])
  expect((await valuesOf('', '')).values).toEqual([]) // all projects, without Crumbtrail's own
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
