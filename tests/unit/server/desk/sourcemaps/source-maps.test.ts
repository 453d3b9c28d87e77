import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { findBearer } from '#server/accounts/tokens.ts'
import { assemble } from '#server/artifacts/assemble.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import { readVisibleToToken } from '#server/store/accounts/visible-projects.ts'
import type { Store } from '#server/store/engine/store.ts'
import { insertProject } from '#server/store/projects/projects.ts'
import { deleteBeyondLimits } from '#server/store/sourcemaps/bundles.ts'
import { openTestStore } from '#tests/support/postgres/each-engine.ts'
import { aMinifiedError, cartMap, uploadMap } from '#tests/support/source-maps/uploaded-maps.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const DAY_MS = 86_400_000
const NOW = 1_790_000_000_000
const own = { id: 1, slug: 'crumbtrail' }

let store: Store
let folder: string

beforeEach(async () => {
  store = await openTestStore('sqlite')
  folder = mkdtempSync(join(tmpdir(), 'crumbtrail-build-'))
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const deskAt = (now: number) =>
  createDesk({ store, sees: 'all', viewer: undefined, publicUrl: 'https://desk.example', clock: () => now })
    .sourceMaps

/** Registers a build whose only source has this text. */
async function register(
  text: string,
  { release = null, now = NOW }: { release?: string | null; now?: number } = {},
) {
  const map = { version: 3, sources: ['../src/cart.ts'], sourcesContent: [text], names: [], mappings: 'AAAA' }
  writeFileSync(join(folder, 'app.js'), 't()')
  writeFileSync(join(folder, 'app.js.map'), JSON.stringify(map))
  const checksum = createHash('sha1').update(text).digest('hex')
  await assemble(store, {
    ...{ from: { path: folder, urlPrefix: '~/' }, projectIds: [1], checksum, release, dist: null },
    ...{ tool: 'sentry-cli/3.8.0 Linux', now },
  })
  return checksum
}

const mapCount = async () => (await store.db.selectFrom('source_map').select('id').execute()).length

describe('readOverview()', () => {
  it('lists uploads, the latest first, with what they take and who uploaded them', async () => {
    await register('one', { release: 'shop@1', now: NOW - DAY_MS })
    await register('two', { release: 'shop@2' })
    const { uploads, moreUploads, sizeBytes, coverage } = await deskAt(NOW).readOverview(own)
    expect(uploads).toMatchObject([
      { release: 'shop@2', files: 2, state: 'ok', tool: 'sentry-cli/3.8.0 Linux', createdAt: NOW },
      { release: 'shop@1', files: 2, usedAt: NOW - DAY_MS },
    ])
    expect(moreUploads).toBe(0)
    expect(uploads.reduce((sum, upload) => sum + upload.sizeBytes, 0)).toBe(sizeBytes)
    expect(coverage).toEqual({ events: 0, frames: 0, mapped: 0, reasons: [] })
  })

  it('counts a map that two uploads share once', async () => {
    await register('same')
    const { sizeBytes } = await deskAt(NOW).readOverview(own)
    writeFileSync(join(folder, 'other.js'), 'pay()')
    await assemble(store, {
      ...{ from: { path: folder, urlPrefix: '~/' }, projectIds: [1], checksum: 'b'.repeat(40) },
      ...{ release: null, dist: null, tool: null, now: NOW },
    })
    expect((await deskAt(NOW).readOverview(own)).sizeBytes).toBe(sizeBytes)
  })
})

describe('the coverage of readOverview()', () => {
  it('says how many frames are mapped, which of these have no code, and why others are not', async () => {
    const { store: events, send, close } = await openEventStore(() => NOW)
    onTestFinished(close)
    const withoutText = { ...cartMap, sourcesContent: [cartMap.sourcesContent[0], null] }
    await uploadMap(events, { now: NOW, map: withoutText })
    for (const column of [1, 1, 6]) send(aMinifiedError({ column }))
    send(aMinifiedError({ debugId: '11111111-2222-4333-8444-555555555555' }))
    const desk = createDesk({
      sees: 'all',
      store: events,
      viewer: undefined,
      publicUrl: '',
      clock: () => NOW,
    })
    const { coverage } = await desk.sourceMaps.readOverview(own)
    expect(coverage).toMatchObject({ events: 4, frames: 4, mapped: 3 })
    expect(coverage.reasons.map(({ problem, frames }) => [problem, frames])).toEqual([
      ['No code: the map leads to this line, but does not contain it.', 1],
      ['No source map: nothing was uploaded with debug id 11111111-2222-4333-8444-555555555555.', 1],
    ])
  })
})

describe('deleteUpload()', () => {
  it('deletes an upload with the maps that only it has', async () => {
    const checksum = await register('one')
    await register('two')
    expect(await deskAt(NOW).deleteUpload('crumbtrail', checksum)).toBe(true)
    expect(await mapCount()).toBe(1)
    expect((await deskAt(NOW).readOverview(own)).uploads).toHaveLength(1)
    expect(await deskAt(NOW).deleteUpload('crumbtrail', checksum)).toBe(false)
    expect(await deskAt(NOW).deleteUpload('nowhere', checksum)).toBe(false)
  })
})

describe('deleteBeyondLimits()', () => {
  it('deletes what was not used for longest, and keeps the newest upload however large', async () => {
    await register('one', { release: 'shop@1', now: NOW - 2 * DAY_MS })
    await register('two', { release: 'shop@2', now: NOW - DAY_MS })
    await register('three', { release: 'shop@3' })
    const { sizeBytes } = await deskAt(NOW).readOverview(own)
    await deleteBeyondLimits(store, { projectBytes: sizeBytes - 1, totalBytes: sizeBytes })
    const releases = async () => (await deskAt(NOW).readOverview(own)).uploads.map(({ release }) => release)
    expect(await releases()).toEqual(['shop@3', 'shop@2'])
    await deleteBeyondLimits(store, { projectBytes: 2 ** 30, totalBytes: 1 })
    expect(await releases()).toEqual(['shop@3'])
    expect(await mapCount()).toBe(1)
  })
})

describe('createUploadToken()', () => {
  it('makes a token that can only upload to its project, and carries the address', async () => {
    const project = { slug: 'shop', name: 'Shop', publicKey: 'b'.repeat(32), now: NOW }
    const { id } = await store.write((trx) => insertProject(trx, project))
    const token = (await deskAt(NOW).createUploadToken('shop')) ?? ''
    const [, claims = ''] = token.split('_')
    expect(JSON.parse(Buffer.from(claims, 'base64').toString())).toMatchObject({
      url: 'https://desk.example',
      org: 'desk',
    })
    const bearer = await findBearer(store, `Bearer ${token}`, NOW)
    expect(bearer).toMatchObject({ name: 'uploads of shop', scopes: new Set(['project:releases']) })
    expect(await readVisibleToToken(store.db, bearer?.id ?? 0)).toEqual([id])
    expect(await deskAt(NOW).createUploadToken('nowhere')).toBeUndefined()
  })
})
