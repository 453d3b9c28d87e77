import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemRandom } from '#server/accounts/secrets.ts'
import { runCli } from '#server/cli/run-cli.ts'
import { fetchInto } from '#server/cli/sourcemaps/fetch.ts'
import { parseConfig } from '#server/config/config.ts'
import { answer } from '#server/store/engine/asking.ts'
import { listArtifactsByUrl } from '#server/store/sourcemaps/artifacts.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { placeEmptyDatabase } from '#tests/support/store/sqlite/empty-database.ts'

const MAP = '{"version":3,"sources":["cart.ts"],"sourcesContent":["pay()"],"names":[],"mappings":"AAAA"}'

let dataDir: string

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'crumbtrail-'))
  const file = join(dataDir, 'crumbtrail.sqlite')
  await placeEmptyDatabase(file)
  await (await openSqliteStore({ file })).close() // adds the desk's own project
})
afterEach(() => rmSync(dataDir, { recursive: true }))

/** Fetches from a site that has these files. */
function fetchFrom(files: Record<string, string>, argument: string) {
  const call = {
    ...{ argument, flags: { project: 'crumbtrail', release: ['shop@1'] }, stdin: process.stdin },
    ...{
      config: parseConfig({ DATA_DIR: dataDir }, { release: 'crumbtrail@0' }),
      askSecret: undefined,
      say: () => {},
    },
    ...{ clock: () => 1_790_000_000_000, random: systemRandom },
  }
  return fetchInto(call, async (url) => {
    const text = files[url]
    return text === undefined
      ? { refusal: 'its host answered 404' }
      : { bytes: Buffer.from(text), mapUrl: undefined }
  })
}

it('registers a hosted script with the map that it names, by release and address', async () => {
  const address = 'https://shop.example/assets/app.js'
  const files = {
    [address]: 't()\n//# sourceMappingURL=maps/app.map',
    'https://shop.example/assets/maps/app.map': MAP,
  }
  expect(await fetchFrom(files, address)).toMatchObject({
    json: { map: 'https://shop.example/assets/maps/app.map' },
  })
  const store = await openSqliteStore({ file: join(dataDir, 'crumbtrail.sqlite') })
  const urls = ['~/assets/app.js', '~/assets/app.js.map']
  const found = await answer(store.db, listArtifactsByUrl(store.db, 1, urls))
  await store.close()
  expect(found).toMatchObject([
    { kind: 'map', release: 'shop@1', map_id: expect.any(Number) },
    { kind: 'script', url: '~/assets/app.js', map_url: 'app.js.map' },
  ])
})

it.each([
  ['https://shop.example/app.js', {}, 'the script cannot be used, since its host answered 404'],
  ['https://shop.example/app.js', { 'https://shop.example/app.js': 't()' }, 'the script names no source map'],
  ['https://shop.example/', {}, 'the address does not end with the name of a script, such as /assets/app.js'],
  [
    'https://shop.example/..%2f..%2fapp.js',
    {},
    'the address does not end with the name of a script, such as /assets/app.js',
  ],
  [
    'https://shop.example/app.js',
    { 'https://shop.example/app.js': 't()\n//# sourceMappingURL=http://10.0.0.1/a.map' },
    'the map http://10.0.0.1/a.map cannot be used, since its host answered 404',
  ],
])('refuses %s of %j', async (address, files, message) => {
  expect(await fetchFrom(files, address)).toEqual({ refusal: `Cannot fetch the source map: ${message}` })
})

it('sets and shows the origins from which maps are fetched', async () => {
  const run = async (...words: string[]) => {
    const output: string[] = []
    const say = (line: string) => output.push(line)
    const config = parseConfig({ DATA_DIR: dataDir }, { release: 'crumbtrail@0' })
    const code = await runCli(['sourcemaps', 'origins', ...words], {
      ...{ config, out: say, err: say, clock: () => 0, random: systemRandom },
    })
    return [code, output.join('\n')]
  }
  expect(await run('crumbtrail')).toEqual([0, 'No source maps of project crumbtrail are fetched.'])
  expect(await run('crumbtrail', '--allow', 'https://shop.example/')).toEqual([
    0,
    'Source maps of project crumbtrail are fetched from https://shop.example.',
  ])
  expect(await run('crumbtrail', '--allow', 'http://shop.example')).toEqual([
    1,
    'Cannot set the origins: an origin is written as https://shop.example',
  ])
  expect(await run('crumbtrail', '--forbid', 'https://shop.example')).toEqual([
    0,
    'No source maps of project crumbtrail are fetched.',
  ])
  expect(await run('crumbtrail', '--forbid', 'https://shop.example')).toEqual([
    1,
    "Cannot set the origins: https://shop.example is not among the project's origins",
  ])
  expect(await run('nowhere')).toEqual([1, 'Cannot set the origins: there is no project "nowhere"'])
})
