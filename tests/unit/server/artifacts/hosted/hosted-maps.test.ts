import { expect, it } from 'vitest'
import { assemble } from '#server/artifacts/assemble.ts'
import { fetchHosted } from '#server/artifacts/hosted/fetch-hosted.ts'
import { createHostedMaps } from '#server/artifacts/hosted/hosted-maps.ts'
import { createOwnLeases } from '#server/store/memory/leases.ts'
import { anErrorAt, openHostedDesk, openSite, SCRIPT, SITE } from '#tests/support/source-maps/hosted-desk.ts'
import { PUBLIC } from '#tests/support/source-maps/hosted-site.ts'
import { aMinifiedError, cartMap } from '#tests/support/source-maps/uploaded-maps.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
it('fetches nothing by default', async () => {
  const at = await openHostedDesk()
  at.send(anErrorAt())
  await at.run()
  expect(at.asked).toEqual([])
})

it.each<[string, object]>([
  ['a release', { release: 'shop@1' }],
  ['a release and a dist', { release: 'shop@1', dist: '7' }],
  ['nothing but the address', {}],
])('makes an event readable and names its issue where it says %s', async (_, event) => {
  const at = await openHostedDesk()
  at.send(anErrorAt(SCRIPT, event))
  await at.allow()
  await at.run()
  expect(at.asked).toEqual(['shop.example/app.js', 'shop.example/app.js.map'])
  expect(at.pinned).toEqual([PUBLIC, PUBLIC])
  expect(await at.readFrame()).toMatchObject({
    filename: 'src/cart.ts',
    context_line: '  return price.amount',
  })
  expect(await at.listCulprits()).toEqual(['src/cart.ts in t'])
  expect(await at.listFetches()).toMatchObject([{ url: SCRIPT, refusal: null, triedAt: 0 }])
})

it('finds the map of an event that says a debug id by the id in the script', async () => {
  const id = '8a2f3c1e-0b7d-4e5f-9c61-2d3e4f5a6b7c'
  const at = await openHostedDesk({ files: { ...SITE, '/app.js': `${SITE['/app.js']}\n//# debugId=${id}` } })
  await at.allow()
  at.send(aMinifiedError({ debugId: id }))
  await at.run()
  expect(await at.listCulprits()).toEqual(['src/cart.ts in t'])
})

it('asks once for a script, however many events and issues need it', async () => {
  const at = await openHostedDesk()
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
  const at = await openHostedDesk({ files: { ...files, '/app.js': '' } })
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
    leases: createOwnLeases(),
    fetchFile: (url) => fetchHosted(url, { request: fixed.request, lookUp: async () => [PUBLIC] }),
  })
  while (await hosted.runOnce());
  await at.run()
  expect(await at.listCulprits()).toEqual(['src/cart.ts in t'])
})

it('says on the frame why nothing was fetched, and tries again after ten minutes, two hours and a day', async () => {
  const at = await openHostedDesk({ files: {} })
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

it('asks no other origin, and no address without https', async () => {
  const at = await openHostedDesk()
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
  const at = await openHostedDesk({ files: {} })
  await at.allow()
  for (let script = 0; script < 70; script++) at.send(anErrorAt(`https://shop.example/${script}.js`))
  await at.run()
  expect(at.asked).toHaveLength(60)
  at.pass(HOUR_MS)
  await at.run()
  expect(at.asked).toHaveLength(120)
})

it('fetches nothing more from an origin that was removed', async () => {
  const at = await openHostedDesk({ files: {} })
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
  const at = await openHostedDesk()
  expect(await at.allow(text)).toEqual({ refusal })
})

it('takes at most 20 origins, each without its path', async () => {
  const at = await openHostedDesk()
  for (let index = 0; index < 20; index++)
    expect(await at.allow(`https://s${index}.example/assets/`)).toEqual({
      origin: `https://s${index}.example`,
    })
  expect(await at.allow('https://s20.example')).toEqual({ refusal: 'a project has at most 20 origins' })
  expect(await at.allow('https://s3.example')).toEqual({ origin: 'https://s3.example' })
})
