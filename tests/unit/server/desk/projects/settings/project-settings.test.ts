import { describe, expect, it, onTestFinished } from 'vitest'
import { createDesk } from '#server/desk/create-desk.ts'
import { startIssueUpkeep } from '#server/desk/issues/maintenance.ts'
import type { Role } from '#server/models/accounts/roles.ts'
import { findActiveKey } from '#server/store/projects/project-keys.ts'
import { PROJECT_TABLES } from '#server/store/schema/tables.ts'
import { openEitherEventStore } from '#tests/support/fill/either-event-store.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'
import { anEventId } from '#tests/support/store/event-store.ts'

const NOW = Date.UTC(2026, 8, 20, 10, 30)

async function open(engine: Engine, role: Role = 'owner') {
  let now = NOW
  const opened = await openEitherEventStore(engine, () => now)
  onTestFinished(opened.close)
  const viewer = { id: 1, email: 'ada@example.com', role }
  let keys = 0
  const newKey = () => (++keys).toString(16).padStart(32, 'b')
  const { store } = opened
  const desk = createDesk({
    store,
    sees: 'all',
    viewer,
    publicUrl: 'https://desk.example',
    clock: () => now,
    newKey,
  })
  const asOwner = { store, sees: 'all', publicUrl: 'https://desk.example', clock: () => now, newKey } as const
  await createDesk({ ...asOwner, viewer: { ...viewer, role: 'owner' } }).projects.create('Shop')
  const sender = { projectId: 2, keyId: await keyIdOf(store, 2) }
  return {
    ...opened,
    ...{ desk, settings: desk.projects.settings, sender },
    pass(ms: number) {
      now += ms
    },
    clock: () => now,
  }
}

async function keyIdOf(store: Awaited<ReturnType<typeof openEitherEventStore>>['store'], projectId: number) {
  const row = await store.db
    .selectFrom('project_key')
    .select('id')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return row.id
}

describe.each(ENGINES)('settings of a project on %s', (engine) => {
  it('change what was asked for, and say what', async () => {
    const { settings } = await open(engine)
    const changed = await settings.change('shop', 'filters', {
      edit: (current) => ({ ...current, localhost: true, errorMessages: ['Chunk*'] }),
    })
    expect(changed).toMatchObject({ kind: 'done', members: ['localhost', 'errorMessages'] })
    expect((await settings.read('shop', 'filters'))?.value).toEqual({
      ...{ browserExtensions: false, legacyBrowsers: false, localhost: true, webCrawlers: false },
      ...{ errorMessages: ['Chunk*'], releases: [] },
    })
  })

  it('keep no member that they do not have, and nothing where one is wrong', async () => {
    const { settings } = await open(engine)
    const more = { edit: () => ({ days: 30, isAdmin: true }) }
    expect(await settings.change('shop', 'retention', more)).toMatchObject({
      kind: 'done',
      after: { days: 30 },
    })
    expect((await settings.read('shop', 'retention'))?.value).toEqual({ days: 30 })
    const wrong = { edit: () => ({ days: 31, maxEvents: 0 }) }
    expect(await settings.change('shop', 'retention', wrong)).toMatchObject({
      kind: 'wrong',
      path: 'maxEvents',
    })
    expect((await settings.read('shop', 'retention'))?.value).toEqual({ days: 30 })
    expect(await settings.change('bakery', 'retention', more)).toEqual({ kind: 'no project' })
  })

  it('tell the second of two people what the first one changed, and overwrite nothing', async () => {
    const { settings } = await open(engine)
    const shown = await settings.read('shop', 'scrubbing')
    const version = shown?.version
    const first = { version, edit: (now: object) => ({ ...now, extraNames: ['tax*'] }) }
    expect(await settings.change('shop', 'scrubbing', first)).toMatchObject({ kind: 'done' })
    const second = { version, edit: (now: object) => ({ ...now, extraNames: ['vat*'], ipAddresses: true }) }
    const told = await settings.change('shop', 'scrubbing', second)
    expect(told).toMatchObject({
      kind: 'changed meanwhile',
      members: ['extraNames'],
      now: { extraNames: ['tax*'] },
    })
    const after = await settings.read('shop', 'scrubbing')
    expect(after?.value).toMatchObject({ extraNames: ['tax*'], ipAddresses: false })
    // Whoever has seen that may save again.
    const again = { ...second, version: after?.version }
    expect(await settings.change('shop', 'scrubbing', again)).toMatchObject({ kind: 'done' })
  })

  it('notice what was set and taken back as well, and take no text for a version', async () => {
    const { settings } = await open(engine)
    await settings.change('shop', 'retention', { edit: () => ({ days: 7 }) })
    const version = (await settings.read('shop', 'retention'))?.version
    await settings.change('shop', 'retention', { edit: () => ({}) })
    const asked = { version, edit: () => ({ days: 9 }) }
    expect(await settings.change('shop', 'retention', asked)).toMatchObject({ members: ['days'] })
    const made = { version: 'nothing', edit: (now: object) => now }
    expect(await settings.change('shop', 'filters', made)).toMatchObject({ kind: 'changed meanwhile' })
  })

  it('rename it, and refuse an address that is taken or none', async () => {
    const { settings, desk, store } = await open(engine)
    const shown = await settings.readNames('shop')
    expect(shown?.value).toEqual({ name: 'Shop', slug: 'shop', platform: '' })
    const version = shown?.version ?? ''
    const rename = (changes: object) =>
      settings.changeNames('shop', { version, edit: (now) => ({ ...now, ...changes }) })
    expect(await rename({ slug: 'crumbtrail' })).toMatchObject({ kind: 'wrong', path: 'slug' })
    expect(await rename({ slug: 'My Shop' })).toMatchObject({
      path: 'slug',
      message: 'an address has lower-case letters, digits and dashes only, such as "my-shop"',
    })
    expect(await rename({ name: '  ' })).toMatchObject({ path: 'name', message: 'its name is empty' })
    const renamed = await rename({ name: 'Store', slug: 'store', platform: 'Node.js' })
    expect(renamed).toMatchObject({ kind: 'done', members: ['name', 'slug', 'platform'] })
    expect(await desk.projects.find('shop')).toBeUndefined()
    expect(await desk.projects.find('store')).toMatchObject({ id: 2, name: 'Store' })
    expect((await settings.readNames('store'))?.value.platform).toBe('Node.js')
    const entries = await store.db.selectFrom('audit_entry').select(['actor', 'action', 'target']).execute()
    const entry = { actor: 'ada@example.com', action: 'project.rename', target: 'store' }
    expect(entries).toContainEqual(entry)
  })
})

describe.each(ENGINES)('keys of a project on %s', (engine) => {
  it('are added, turned off and on, bound to origins and deleted', async () => {
    const { settings, store } = await open(engine)
    const added = await settings.keys.add('shop', 'https://shop.example\r\nhttp://localhost:3000/')
    if ('refusal' in added) throw new Error(added.refusal)
    const { publicKey } = added
    expect(added.dsn).toBe(`https://${publicKey}@desk.example/2`)
    expect((await findActiveKey(store.db, publicKey))?.allowedOrigins).toEqual([
      'https://shop.example',
      'http://localhost:3000',
    ])
    expect(await settings.keys.remove('shop', publicKey)).toEqual({
      refusal: 'Cannot delete the key: turn it off first',
    })
    expect(await settings.keys.setOrigins('shop', publicKey, 'shop.example')).toEqual({
      refusal: 'Cannot change the key: "shop.example" is not an origin like https://shop.example',
      field: 'origins',
    })
    expect(await settings.keys.setOrigins('shop', publicKey, '  ')).toBeUndefined()
    expect((await findActiveKey(store.db, publicKey))?.allowedOrigins).toBeNull()
    expect(await settings.keys.setActive('shop', publicKey, false)).toBeUndefined()
    expect(await findActiveKey(store.db, publicKey)).toBeUndefined()
    expect(await settings.keys.setActive('shop', publicKey, true)).toBeUndefined()
    expect(await findActiveKey(store.db, publicKey)).toBeDefined()
    await settings.keys.setActive('shop', publicKey, false)
    expect(await settings.keys.remove('shop', publicKey)).toBeUndefined()
    expect(await settings.keys.list('shop')).toHaveLength(1)
  })

  it('are found by administrators alone, like all settings', async () => {
    const { settings, desk } = await open(engine, 'member')
    expect(await desk.projects.find('shop')).toBeDefined()
    expect(await settings.keys.list('shop')).toEqual([])
    expect(await settings.read('shop', 'filters')).toBeUndefined()
    const changed = await settings.change('shop', 'retention', { edit: () => ({ days: 1 }) })
    expect(changed).toEqual({ kind: 'no project' })
    expect(await settings.remove('shop', 'Shop')).toMatchObject({ refusal: expect.any(String) })
    expect((await desk.projects.find('shop'))?.isGoing).toBeUndefined()
  })

  it('are of one project alone', async () => {
    const { settings } = await open(engine)
    const [own] = await settings.keys.list('crumbtrail')
    const gone = { refusal: 'Cannot change the key: the project no longer has it' }
    expect(await settings.keys.setActive('shop', own?.publicKey ?? '', false)).toEqual(gone)
    expect(await settings.keys.remove('shop', own?.publicKey ?? '')).toEqual(gone)
  })

  it('keep the origins that somebody else saved meanwhile', async () => {
    const { settings } = await open(engine)
    const [filled] = await settings.keys.list('shop')
    const { publicKey = '', version } = filled ?? {}
    const save = (origins: string, seen: string | undefined) =>
      settings.keys.setOrigins('shop', publicKey, origins, seen)
    expect(await save('https://a.example', version)).toBeUndefined()
    expect(await save('https://b.example', version)).toEqual({
      refusal:
        'Cannot save the allowed origins: another user changed them after you opened this page. Now: https://a.example. Save again to replace that.',
      field: 'origins',
    })
    const [shown] = await settings.keys.list('shop')
    expect(shown?.allowedOrigins).toEqual(['https://a.example'])
    expect(await save('https://b.example', shown?.version)).toBeUndefined()
    expect((await settings.keys.list('shop'))[0]?.allowedOrigins).toEqual(['https://b.example'])
  })

  it('say in which hour they were last used', async () => {
    const { settings, send, sender } = await open(engine)
    expect((await settings.keys.list('shop'))[0]?.lastUsedAt).toBeNull()
    await send({ event_id: anEventId(1), message: 'a' }, sender)
    expect((await settings.keys.list('shop'))[0]?.lastUsedAt).toBe(Date.UTC(2026, 8, 20, 10))
  })
})

describe.each(ENGINES)('what settings would do on %s', (engine) => {
  it('is counted for filters, by reason', async () => {
    const { settings, send, sender } = await open(engine)
    await settings.change('shop', 'filters', { edit: (now) => ({ ...now, errorMessages: ['boring*'] }) })
    await send({ event_id: anEventId(1), message: 'boring' }, sender)
    await send({ event_id: anEventId(2), message: 'boring again' }, sender)
    await send({ event_id: anEventId(3), message: 'not so' }, sender)
    expect(await settings.countFiltered('shop')).toEqual({ 'error-message': 2 })
  })

  it('is shown of scrubbing, on the last event, and stores nothing', async () => {
    const { settings, send, sender } = await open(engine)
    const asked = { extraNames: ['vat'], emailAddresses: true }
    expect(await settings.previewScrubbing('shop', asked)).toBeUndefined()
    const extra = { vat: 'DE123', note: 'to ada@example.com', other: 'kept' }
    await send({ event_id: anEventId(1), message: 'a', extra }, sender)
    expect(await settings.previewScrubbing('shop', asked)).toMatchObject({
      eventId: anEventId(1),
      hasMore: false,
      filtered: [
        { path: 'extra.vat', before: 'DE123', after: '[Filtered]' },
        { path: 'extra.note', before: 'to ada@example.com' },
      ],
    })
    expect((await settings.read('shop', 'scrubbing'))?.value.extraNames).toEqual([])
    const long = { extraNames: ['x'.repeat(257)] }
    expect(await settings.previewScrubbing('shop', long)).toMatchObject({ field: 'extraNames' })
  })

  it('is shown of a grouping rule, as the issues that would be one', async () => {
    const { settings, send, sender } = await open(engine)
    const error = (number: number, type: string) => ({
      event_id: anEventId(number),
      exception: { values: [{ type, value: `broken ${type}` }] },
    })
    await send(error(1, 'ChunkError'), sender)
    await send(error(2, 'ChunkLoadError'), sender)
    await send(error(3, 'TypeError'), sender)
    const typed = { match: ['type=Chunk*'], rule: { fingerprint: ['chunks'] }, position: undefined }
    expect(await settings.previewGrouping('shop', typed)).toMatchObject({
      ...{ tried: 3, matched: 2 },
      groups: [{ isDropped: false, issues: [{ shortId: 'SHOP-2' }, { shortId: 'SHOP-1' }] }],
    })
    const misplaced = { ...typed, position: '5' }
    expect(await settings.previewGrouping('shop', misplaced)).toEqual({
      field: 'position',
      refusal: 'Cannot preview the rule: position "5" is not a number from 1 to 1',
    })
    const shown = await settings.read('shop', 'grouping')
    expect(shown?.value.rules).toEqual([])
    const version = shown?.version ?? ''
    const wrong = { ...typed, match: ['type'] }
    expect(await settings.addRule('shop', wrong, version)).toMatchObject({ kind: 'wrong', path: 'match' })
    const without = { ...typed, rule: {} }
    expect(await settings.addRule('shop', without, version)).toMatchObject({ kind: 'wrong' })
    expect(await settings.addRule('shop', typed, version)).toMatchObject({ kind: 'done' })
    expect(await settings.addRule('shop', typed, version)).toMatchObject({ kind: 'changed meanwhile' })
    const newer = (await settings.read('shop', 'grouping'))?.version ?? ''
    expect(await settings.removeRule('shop', '2', newer)).toMatchObject({ path: 'position' })
    expect(await settings.removeRule('shop', '1', newer)).toMatchObject({ after: { rules: [] } })
  })
})

describe.each(ENGINES)('an environment that is hidden on %s', (engine) => {
  it('is not listed, unless another project has it too', async () => {
    const { settings, send, sender, desk, pass } = await open(engine)
    await send({ event_id: anEventId(1), message: 'a', environment: 'dev' }, sender)
    await send({ event_id: anEventId(2), message: 'a', environment: 'production' }, sender)
    await settings.change('shop', 'environments', { edit: () => ({ hidden: ['dev'] }) })
    expect(await settings.listEnvironments('shop')).toEqual(['dev', 'production'])
    expect(await desk.projects.listEnvironments()).toEqual(['production'])
    await send({ event_id: anEventId(3), message: 'a', environment: 'dev' })
    pass(10_000)
    expect(await desk.projects.listEnvironments()).toEqual(['dev', 'production'])
  })
})

describe.each(ENGINES)('deleting a project on %s', (engine) => {
  it('takes everything of it, and nothing of another one', async () => {
    const { settings, send, sender, desk, store, pass, clock } = await open(engine)
    await send({ event_id: anEventId(1), message: 'a', environment: 'dev' }, sender)
    await send({ event_id: anEventId(2), message: 'b' })
    expect(await settings.countContents('shop')).toMatchObject({ issues: 1 })
    expect(await settings.remove('shop', 'shop')).toEqual({
      refusal: 'Cannot delete the project: type its name, "Shop", to confirm',
      field: 'name',
    })
    expect(await settings.remove('crumbtrail', 'Crumbtrail')).toMatchObject({
      refusal: expect.stringContaining('reports its own errors'),
    })
    const [key] = await settings.keys.list('shop')
    expect(await settings.remove('shop', ' Shop ')).toBeUndefined()
    expect(await findActiveKey(store.db, key?.publicKey ?? '')).toBeUndefined()
    expect(await desk.projects.find('shop')).toMatchObject({ isGoing: true, openIssueCount: 0 })
    pass(5_000)
    const upkeep = startIssueUpkeep({ store, clock })
    onTestFinished(() => upkeep.close())
    for (let slices = 0; slices < 20 && (await desk.projects.find('shop')); slices++) await upkeep.runOnce()
    expect(await desk.projects.find('shop')).toBeUndefined()
    for (const table of PROJECT_TABLES) {
      const left = await store.db
        .selectFrom(table as 'event') // They all have the column.
        .select('project_id')
        .where('project_id', '=', 2)
        .execute()
      expect({ table, left: left.length }).toEqual({ table, left: 0 })
    }
    const kept = await store.db.selectFrom('event').select('event_id').execute()
    expect(kept).toEqual([{ event_id: anEventId(2) }])
  })
})
