import { createServer, request as requestHttp } from 'node:http'
import type { RequestOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { assemble } from '#server/artifacts/assemble.ts'
import { fetchHosted } from '#server/artifacts/hosted/fetch-hosted.ts'
import { createHostedMaps } from '#server/artifacts/hosted/hosted-maps.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import { startIssueUpkeep } from '#server/desk/issues/maintenance.ts'
import { aMinifiedError, cartMap } from '#tests/support/source-maps/uploaded-maps.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const SCRIPT = 'https://shop.example/app.js'
const SITE = { '/app.js': 't()\n//# sourceMappingURL=app.js.map', '/app.js.map': JSON.stringify(cartMap) }

type Files = Record<string, string>

/** A site on this machine, which is reached without TLS at whatever address the fetcher pinned. */
async function openSite(files: Files) {
  const asked: string[] = []
  const server = createServer(({ url = '', headers }, response) => {
    asked.push(`${headers.host}${url}`)
    const file = files[url]
    response.writeHead(file === undefined ? 404 : 200).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // it listens on a port
  const request = (url: URL, { lookup: _lookup, ...options }: RequestOptions) =>
    requestHttp({
      ...options,
      ...{ host: '127.0.0.1', port, path: url.pathname },
      headers: { ...options.headers, host: url.host },
    } as never)
  return { asked, request }
}

async function open({ files = SITE, address = '93.184.215.14' }: { files?: Files; address?: string } = {}) {
  let now = 0
  const opened = await openEventStore(() => now)
  onTestFinished(opened.close)
  const { store } = opened
  const site = await openSite(files)
  const hosted = createHostedMaps({
    store,
    clock: () => now,
    assemble: (job) => assemble(store, job),
    fetchFile: (url) => fetchHosted(url, { request: site.request, lookUp: async () => [address] }),
  })
  const upkeep = startIssueUpkeep({ store, clock: () => now })
  onTestFinished(() => upkeep.close())
  const desk = createDesk({ store, viewer: undefined, publicUrl: 'https://desk.example', clock: () => now })
  return {
    ...opened,
    asked: site.asked,
    desk,
    pass(ms: number) {
      now += ms
    },
    async run() {
      while (await hosted.runOnce());
      while (await upkeep.runOnce());
    },
    allow: (origin = 'https://shop.example') => desk.sourceMaps.hosted.addOrigin('crumbtrail', origin),
    /** The mapping of the first frame of an issue's latest event, with its line of code. */
    async readFrame(issueId = 1) {
      const event = await desk.events.find(issueId, 'latest')
      return event?.payload.exception.values[0]?.stacktrace?.frames[0]
    },
    listCulprits: async () =>
      (await store.db.selectFrom('issue').select('culprit').orderBy('id').execute()).map(
        ({ culprit }) => culprit,
      ),
    listFetches: async () =>
      (await desk.sourceMaps.readOverview({ id: 1, slug: 'crumbtrail' })).hosted.fetches,
  }
}

/** An error whose event says the address of its script and, if given, a release, but no debug id. */
function anErrorAt(file = SCRIPT, event: object = {}) {
  const frame = { function: 't', filename: file, abs_path: file, lineno: 1, colno: 1, in_app: true }
  return {
    platform: 'javascript',
    exception: { values: [{ type: 'TypeError', value: 'no price', stacktrace: { frames: [frame] } }] },
    ...event,
  }
}

it('fetches nothing by default', async () => {
  const at = await open()
  at.send(anErrorAt())
  await at.run()
  expect(at.asked).toEqual([])
})

it.each<[string, object]>([
  ['a release', { release: 'shop@1' }],
  ['a release and a dist', { release: 'shop@1', dist: '7' }],
  ['nothing but the address', {}],
])('makes an event readable and names its issue where it says %s', async (_, event) => {
  const at = await open()
  at.send(anErrorAt(SCRIPT, event))
  await at.allow()
  await at.run()
  expect(at.asked).toEqual(['shop.example/app.js', 'shop.example/app.js.map'])
  expect(await at.readFrame()).toMatchObject({
    filename: 'src/cart.ts',
    context_line: '  return price.amount',
  })
  expect(await at.listCulprits()).toEqual(['src/cart.ts in t'])
  expect(await at.listFetches()).toMatchObject([{ url: SCRIPT, refusal: null, triedAt: 0 }])
})

it('finds the map of an event that says a debug id by the id in the script', async () => {
  const id = '8a2f3c1e-0b7d-4e5f-9c61-2d3e4f5a6b7c'
  const at = await open({ files: { ...SITE, '/app.js': `${SITE['/app.js']}\n//# debugId=${id}` } })
  await at.allow()
  at.send(aMinifiedError({ debugId: id }))
  await at.run()
  expect(await at.listCulprits()).toEqual(['src/cart.ts in t'])
})

it('asks once for a script, however many events and issues need it', async () => {
  const at = await open()
  await at.allow()
  for (const type of ['TypeError', 'RangeError', 'TypeError']) {
    const { exception } = anErrorAt()
    at.send(
      anErrorAt(SCRIPT, { release: 'shop@1', exception: { values: [{ ...exception.values[0], type }] } }),
    )
    await at.run()
  }
  expect(at.asked).toHaveLength(2)
  expect(await at.listCulprits()).toEqual(['src/cart.ts in t', 'src/cart.ts in t'])
})

it('maps an issue again when a script of the same release is fetched after another', async () => {
  const files = {
    ...SITE,
    '/vendor.js': 'v()\n//# sourceMappingURL=vendor.js.map',
    '/vendor.js.map': JSON.stringify({ ...cartMap, sources: ['node_modules/x/a.ts', 'node_modules/x/b.ts'] }),
  }
  const at = await open({ files: { ...files, '/app.js': '' } })
  await at.allow()
  const frames = [SCRIPT, 'https://shop.example/vendor.js'].map((abs_path, index) => ({
    ...{ function: 't', filename: abs_path, abs_path, lineno: 1, colno: 1, in_app: index === 0 },
  }))
  const value = { type: 'TypeError', value: 'no price', stacktrace: { frames } }
  at.send(anErrorAt(SCRIPT, { release: 'shop@1', exception: { values: [value] } }))
  await at.run()
  expect(await at.listCulprits()).toEqual(['app.js in t'])
  const fixed = await openSite(files)
  const hosted = createHostedMaps({
    store: at.store,
    clock: () => 10 * MINUTE_MS,
    assemble: (job) => assemble(at.store, job),
    fetchFile: (url) => fetchHosted(url, { request: fixed.request, lookUp: async () => ['93.184.215.14'] }),
  })
  while (await hosted.runOnce());
  await at.run()
  expect(await at.listCulprits()).toEqual(['src/cart.ts in t'])
})

it('says on the frame why nothing was fetched, and tries again after ten minutes, two hours and a day', async () => {
  const at = await open({ files: {} })
  at.send(anErrorAt())
  await at.allow()
  await at.run()
  expect((await at.readFrame())?.mapping).toMatchObject({
    reason: 'not_fetched',
    explanation: {
      problem: 'No source map beside the script: the script cannot be used, since its host answered 404.',
      command: 'npx sentry-cli sourcemaps upload --project crumbtrail dist',
    },
  })
  const passed: [number, number][] = []
  for (const ms of [9 * MINUTE_MS, MINUTE_MS, HOUR_MS, HOUR_MS, DAY_MS - 1, 1, 30 * DAY_MS]) {
    at.pass(ms)
    await at.run()
    passed.push([ms, at.asked.length])
  }
  expect(passed.map(([, asked]) => asked)).toEqual([1, 2, 2, 3, 3, 4, 4])
  expect(await at.listFetches()).toMatchObject([{ nextAt: null }])
  await at.allow()
  await at.run()
  expect(at.asked).toHaveLength(5)
})

it.each<[string, Parameters<typeof open>[0], string]>([
  [
    'a host whose address is private',
    { address: '10.0.0.7' },
    'the script cannot be used, since shop.example is not on the public Internet',
  ],
  [
    'a map at another origin',
    { files: { '/app.js': 't()\n//# sourceMappingURL=https://cdn.example/app.js.map' } },
    "its map is at https://cdn.example, which is not among the project's origins",
  ],
  ['a script without a map', { files: { '/app.js': 't()' } }, 'the script names no source map'],
  [
    'a map that redirects nowhere',
    { files: { '/app.js': SITE['/app.js'] } },
    'the map https://shop.example/app.js.map cannot be used, since its host answered 404',
  ],
])('refuses %s', async (_, given, refusal) => {
  const at = await open(given)
  at.send(anErrorAt())
  await at.allow()
  await at.run()
  expect(await at.listFetches()).toMatchObject([{ url: SCRIPT, refusal }])
  expect(at.asked.every((url) => url.startsWith('shop.example/'))).toBe(true)
})

it('asks no other origin, and no address without https', async () => {
  const at = await open()
  await at.allow()
  for (const file of [
    'https://other.example/app.js',
    'http://shop.example/app.js',
    'https://shop.example:8443/app.js',
  ])
    at.send(anErrorAt(file))
  await at.run()
  expect(at.asked).toEqual([])
})

it('asks at most 60 times in an hour, whatever events say, and goes on afterwards', async () => {
  const at = await open({ files: {} })
  await at.allow()
  for (let script = 0; script < 70; script++) at.send(anErrorAt(`https://shop.example/${script}.js`))
  await at.run()
  expect(at.asked).toHaveLength(60)
  at.pass(HOUR_MS)
  await at.run()
  expect(at.asked).toHaveLength(120)
})

it('fetches nothing more from an origin that was removed', async () => {
  const at = await open({ files: {} })
  await at.allow()
  at.send(anErrorAt())
  await at.run()
  expect(await at.desk.sourceMaps.hosted.removeOrigin('crumbtrail', 'https://shop.example')).toBe(true)
  at.pass(DAY_MS)
  await at.run()
  expect(at.asked).toHaveLength(1)
  expect(await at.listFetches()).toEqual([])
  expect((await at.readFrame())?.mapping).toMatchObject({ reason: 'nothing_uploaded' })
})

it.each([
  ['http://shop.example', 'an origin is written as https://shop.example'],
  ['shop.example', 'an origin is written as https://shop.example'],
  ['https://me:secret@shop.example', 'an origin is written as https://shop.example'],
  ['https://localhost', 'localhost is not on the public Internet'],
  ['https://127.0.0.1:8443', '127.0.0.1 is not on the public Internet'],
  ['https://[fe80::1]', 'fe80::1 is not on the public Internet'],
])('does not take %s as an origin', async (text, refusal) => {
  const at = await open()
  expect(await at.allow(text)).toEqual({ refusal })
})

it('takes at most 20 origins, each without its path', async () => {
  const at = await open()
  for (let index = 0; index < 20; index++)
    expect(await at.allow(`https://s${index}.example/assets/`)).toEqual({
      origin: `https://s${index}.example`,
    })
  expect(await at.allow('https://s20.example')).toEqual({ refusal: 'a project has at most 20 origins' })
  expect(await at.allow('https://s3.example')).toEqual({ origin: 'https://s3.example' })
})
