import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withExplanations } from '#server/desk/sourcemaps/explain-event.ts'
import { mapEvent } from '#server/desk/sourcemaps/map-event.ts'
import { normalize } from '#server/processing/normalize/normalize.ts'
import { explainUnmapped } from '#server/processing/source-maps/explain-unmapped.ts'
import { compileMap } from '#server/sourcemaps/compile.ts'
import { WITHOUT_MAPPINGS } from '#server/sourcemaps/read-map.ts'
import type { Store } from '#server/store/engine/store.ts'
import { insertProject } from '#server/store/projects/projects.ts'
import { type NewArtifact, replaceArtifacts } from '#server/store/sourcemaps/artifacts.ts'
import { storeMap } from '#server/store/sourcemaps/store-map.ts'
import { openTestStore } from '#tests/support/postgres/each-engine.ts'

const ID = '8a2f3c1e-0b7d-4e5f-9c61-2d3e4f5a6b7c'
const MAP = {
  version: 3,
  sources: ['src/cart.ts'],
  sourcesContent: ['a\npay()\nb'],
  names: [],
  mappings: 'AACA',
}

let store: Store

beforeEach(async () => {
  store = await openTestStore('sqlite')
  await store.write((trx) =>
    insertProject(trx, { slug: 'other', name: 'Other', publicKey: 'b'.repeat(32), now: 0 }),
  )
})
afterEach(() => store.close())

/** Uploads a script, its map, or both. */
async function upload(given: Partial<NewArtifact>[], projectId = 1): Promise<void> {
  const artifacts = given.map((artifact) => ({
    ...{ project_id: projectId, checksum: 'c'.repeat(40), kind: 'script', url: '~/app.js', debug_id: null },
    ...{ release: null, dist: null, map_id: null, map_url: null, refusal: null, created_at: 0 },
    ...artifact,
  }))
  await store.write((trx) => replaceArtifacts(trx, { projectId, checksum: 'c'.repeat(40) }, artifacts))
}

async function uploadedMap(): Promise<number> {
  const map = compileMap(Buffer.from(JSON.stringify(MAP)), undefined)
  if ('refusal' in map) throw new Error(map.refusal)
  return storeMap(store, { hash: 'one', map, now: 0 })
}

/** An event with one frame, whose script is `https://shop.example/app.js`. */
async function mappedEvent(event: object, place: object = { lineno: 1, colno: 1 }) {
  const frame = {
    function: 't',
    filename: '/app.js',
    abs_path: 'https://shop.example/app.js',
    in_app: true,
    ...place,
  }
  const payload = normalize(
    {
      platform: 'javascript',
      exception: { values: [{ type: 'E', stacktrace: { frames: [frame] } }] },
      ...event,
    },
    { eventId: 'a'.repeat(32), receivedAt: 0 },
  )
  return mapEvent(store.db, 1, payload)
}

async function mappedFrame(event: object, place?: object) {
  const { payload } = await mappedEvent(event, place)
  return payload.exception.values[0]?.stacktrace?.frames[0]
}

const withId = {
  debug_meta: { images: [{ type: 'sourcemap', code_file: 'https://shop.example/app.js', debug_id: ID }] },
}

async function reasonOf(event: object, place?: object): Promise<string> {
  const mapping = (await mappedFrame(event, place))?.mapping
  return mapping === undefined
    ? 'nothing'
    : mapping.isMapped
      ? 'mapped'
      : explainUnmapped(mapping, 'shop').problem
}

describe('mapEvent()', () => {
  it('puts the source into a frame, and keeps it as it was sent', async () => {
    await upload([{ kind: 'map', debug_id: ID, map_id: await uploadedMap() }])
    expect(await mappedFrame(withId)).toEqual({
      function: 't',
      filename: 'src/cart.ts',
      abs_path: 'https://shop.example/app.js',
      lineno: 2,
      colno: 1,
      in_app: true,
      pre_context: ['a'],
      context_line: 'pay()',
      post_context: ['b'],
      mapping: {
        isMapped: true,
        by: 'debug id',
        sent: { function: 't', file: 'https://shop.example/app.js', line: 1, column: 1, in_app: true },
      },
    })
  })

  it('leads to a line that the map does not contain, and says so of the code of the app', async () => {
    const map = compileMap(Buffer.from(JSON.stringify({ ...MAP, sourcesContent: [null] })), undefined)
    if ('refusal' in map) throw new Error(map.refusal)
    const mapId = await storeMap(store, { hash: 'without texts', map, now: 0 })
    await upload([{ kind: 'map', debug_id: ID, map_id: mapId }])
    const explained = async (place: object) => {
      const payload = withExplanations((await mappedEvent(withId, place)).payload, 'shop')
      return payload.exception.values[0]?.stacktrace?.frames[0]
    }
    expect(await explained({ lineno: 1, colno: 1 })).toMatchObject({
      ...{ filename: 'src/cart.ts', lineno: 2 },
      mapping: {
        isMapped: true,
        explanation: { problem: 'No code: the map leads to this line, but does not contain it.' },
      },
    })
    const ofPackage = await explained({ lineno: 1, colno: 1, in_app: false })
    expect(ofPackage?.mapping).not.toHaveProperty('explanation')
  })

  it('keeps the lines of code that the SDK sent', async () => {
    await upload([{ kind: 'map', debug_id: ID, map_id: await uploadedMap() }])
    const frame = await mappedFrame(withId, { lineno: 1, colno: 1, context_line: 'a();t();{snip}' })
    expect(frame).toMatchObject({
      context_line: 'pay()',
      mapping: { sent: { code: { context_line: 'a();t();{snip}' } } },
    })
  })

  it('maps a server’s script by its debug id, although its lines of code were sent', async () => {
    await upload([{ kind: 'map', debug_id: ID, map_id: await uploadedMap() }])
    const place = { abs_path: '/srv/shop/server.mjs', lineno: 1, colno: 1, context_line: 't()' }
    const images = [{ type: 'sourcemap', code_file: '/srv/shop/server.mjs', debug_id: ID }]
    const event = { platform: 'node', debug_meta: { images } }
    expect(await mappedFrame(event, place)).toMatchObject({ filename: 'src/cart.ts', context_line: 'pay()' })
    expect(await reasonOf({ platform: 'node' }, place)).toBe('nothing')
  })

  it('misses no source of a server’s package, which is as it was published', async () => {
    const abs_path = '/srv/shop/node_modules/next/dist/server.js'
    expect(await reasonOf({ platform: 'node' }, { abs_path, lineno: 1, colno: 1 })).toBe('nothing')
    const served = { abs_path: 'https://shop.example/node_modules/next.js', lineno: 1, colno: 1 }
    expect(await reasonOf({}, served)).toContain('none were uploaded for this project')
  })

  it('maps the stacks of all exceptions and threads', async () => {
    await upload([{ kind: 'map', debug_id: ID, map_id: await uploadedMap() }])
    const stacktrace = {
      frames: [{ filename: '/app.js', abs_path: 'https://shop.example/app.js', lineno: 1, colno: 1 }],
    }
    const payload = normalize(
      {
        ...withId,
        platform: 'javascript',
        exception: {
          values: [
            { type: 'Cause', stacktrace },
            { type: 'E', stacktrace },
          ],
        },
        threads: { values: [{ id: 1, name: 'worker', stacktrace }] },
      },
      { eventId: 'a'.repeat(32), receivedAt: 0 },
    )
    const { payload: mapped } = await mapEvent(store.db, 1, payload)
    const stacks = [...mapped.exception.values, ...(mapped.threads ?? [])]
    expect(stacks.map((stack) => stack.stacktrace?.frames[0]?.filename)).toEqual([
      'src/cart.ts',
      'src/cart.ts',
      'src/cart.ts',
    ])
  })

  it('finds a map by release and address, with ~ for the origin', async () => {
    const release = 'shop@1'
    await upload([
      { release, map_url: 'app.js.map' },
      { kind: 'map', url: '~/app.js.map', release, map_id: await uploadedMap() },
    ])
    expect(await mappedFrame({ release })).toMatchObject({
      filename: 'src/cart.ts',
      mapping: { by: 'release and URL' },
    })
  })

  describe('where the release has the script at another address', () => {
    const release = 'shop@1'
    const uploadBelow = async (folders: string[], dist: string | null = null) => {
      const map_id = await uploadedMap()
      await upload(
        folders.flatMap((folder) => [
          { release, dist, url: `~/${folder}/app.js`, map_url: 'app.js.map' },
          { kind: 'map', url: `~/${folder}/app.js.map`, release, dist, map_id },
        ]),
      )
    }

    it('finds it by its file name if only one file has it, and says so', async () => {
      await uploadBelow(['dist/client'])
      expect(await mappedFrame({ release })).toMatchObject({
        filename: 'src/cart.ts',
        mapping: { isMapped: true, by: 'file name' },
      })
    })

    it.each<[string, string[], string | null, object]>([
      ['two files have it', ['dist/client', 'dist/admin'], null, { release }],
      ['it is of another dist', ['dist/client'], '7', { release }],
      ['it is of another release', ['dist/client'], null, { release: 'shop@2' }],
      ['the event has no release', ['dist/client'], null, {}],
    ])('does not if %s', async (_, folders, dist, event) => {
      await uploadBelow(folders, dist)
      expect((await mappedFrame(event))?.mapping).toMatchObject({ isMapped: false })
    })
  })

  it.each<[string, () => Promise<object>, string]>([
    ['nothing was uploaded', async () => ({}), 'No source maps: none were uploaded for this project.'],
    ['the id is unknown', async () => withId, `No source map: nothing was uploaded with debug id ${ID}.`],
    [
      'another project has the id',
      async () => {
        await upload([{ kind: 'map', debug_id: ID, map_id: await uploadedMap() }], 2)
        return withId
      },
      `No source map: debug id ${ID} was uploaded to another project.`,
    ],
    [
      'only the script has the id',
      async () => {
        await upload([{ debug_id: ID }])
        return withId
      },
      `No source map: ~/app.js was uploaded without its map (${ID}).`,
    ],
    [
      'the map cannot be used',
      async () => {
        await upload([{ kind: 'map', debug_id: ID, refusal: 'it is not a JSON object' }])
        return withId
      },
      'No source: the map cannot be used, since it is not a JSON object.',
    ],
    [
      'the release is another',
      async () => {
        await upload([{ release: 'shop@1' }])
        return { release: 'shop@2' }
      },
      'No source map: this file was uploaded for release shop@1, but the event is of shop@2.',
    ],
    [
      'the dist is another',
      async () => {
        await upload([{ release: 'shop@1', dist: '7' }])
        return { release: 'shop@1', dist: '8' }
      },
      'No source map: this file was uploaded for dist 7, but the event is of dist 8.',
    ],
    [
      'the address differs',
      async () => {
        await upload([{ release: 'shop@1', url: '~/static/app.js' }])
        return { release: 'shop@1' }
      },
      'No source map: the release has no file ~/app.js.',
    ],
    [
      'the release has the file in another folder',
      async () => {
        const release = 'shop@1'
        await upload([{ release, url: '~/app.js' }])
        const frame = { lineno: 1, colno: 1, abs_path: 'https://shop.example/static/app.js' }
        return { release, exception: { values: [{ type: 'E', stacktrace: { frames: [frame] } }] } }
      },
      'No source map: the release has ~/app.js, but the script is at ~/static/app.js.',
    ],
    [
      'the script that ran is of another build',
      async () => {
        await upload([{ debug_id: ID.replace('8', '9') }])
        return withId
      },
      `No source map: the script that ran has debug id ${ID}, but the uploaded one has ${ID.replace('8', '9')}.`,
    ],
    [
      'the script lost the id that was uploaded with it',
      async () => {
        await upload([{ debug_id: ID }])
        return { sdk: { name: 'sentry.javascript.react', version: '11.10.0' } }
      },
      `No source map: the uploaded file has debug id ${ID}, but the script that ran has none.`,
    ],
    [
      'the SDK is too old to send ids',
      async () => {
        await upload([{ debug_id: ID }])
        return { sdk: { name: 'sentry.javascript.browser', version: '7.46.0' } }
      },
      'No source map: debug ids were uploaded, but SDK version 7.46.0 does not send them.',
    ],
    [
      'the map is empty',
      async () => {
        await upload([{ kind: 'map', debug_id: ID, refusal: WITHOUT_MAPPINGS }])
        return withId
      },
      'No source: the map has no mappings.',
    ],
    [
      'there is neither an id nor a release',
      async () => {
        await upload([{ url: '~/static/app.js' }])
        return {}
      },
      'No source map: the event has neither a debug id nor a release.',
    ],
  ])('says so when %s', async (_, given, sentence) => {
    expect(await reasonOf(await given())).toContain(sentence)
  })

  it('says so when the frame has no column, or when the map has nothing at its place', async () => {
    await upload([{ kind: 'map', debug_id: ID, map_id: await uploadedMap() }])
    expect(await reasonOf(withId, { lineno: 1 })).toContain('No source: the frame has no column')
    expect(await reasonOf(withId, { lineno: 9, colno: 4 })).toContain(
      'No source: the map has nothing at 9:4.',
    )
  })

  it.each<[string, object, object?]>([
    ['of another language', { platform: 'python' }],
    ['of a browser with its lines of code, without a map', {}, { context_line: 'pay()' }],
    ['of Node’s own code', { platform: 'node' }, { filename: 'node:fs', abs_path: 'node:fs' }],
    [
      'of Node with its lines of code',
      { platform: 'node' },
      { context_line: 'pay()', abs_path: '/app/pay.js' },
    ],
  ])('says nothing of a frame %s', async (_, event, place = {}) => {
    expect(await reasonOf(event, { lineno: 1, colno: 1, ...place })).toBe('nothing')
  })
})
