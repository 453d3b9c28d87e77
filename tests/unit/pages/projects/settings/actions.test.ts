import { describe, expect, it, onTestFinished } from 'vitest'
import { action as changeNames } from '#pages/projects/@slug/settings/+action.ts'
import { action as changeFilters } from '#pages/projects/@slug/settings/filters/+action.ts'
import { loader as loadFilters } from '#pages/projects/@slug/settings/filters/+loader.ts'
import { action as changeRules } from '#pages/projects/@slug/settings/grouping/+action.ts'
import { action as changeKeys } from '#pages/projects/@slug/settings/keys/+action.ts'
import { action as changeLimits } from '#pages/projects/@slug/settings/limits/+action.ts'
import { loader as loadLimits } from '#pages/projects/@slug/settings/limits/+loader.ts'
import type { Action, ActionContext } from '#renderer/page/action.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import { ENGINES, type Engine, openTestStore } from '#tests/support/postgres/each-engine.ts'

const NOW = Date.UTC(2026, 8, 20, 10, 30)

async function open(engine: Engine) {
  const store = await openTestStore(engine, { clock: () => NOW })
  onTestFinished(() => store.close())
  const viewer = { id: 1, email: 'ada@example.com', role: 'owner' as const }
  const desk = createDesk({ store, sees: 'all', viewer, publicUrl: 'https://desk.example', clock: () => NOW })
  await desk.projects.create('Shop')
  // The actions and loaders of these pages use nothing else.
  const contextOf = (form: URLSearchParams) =>
    ({ desk, form, now: NOW, routeParams: { slug: 'shop' } }) as unknown as ActionContext
  return {
    desk,
    context: contextOf(new URLSearchParams()),
    post: (action: Action, fields: Record<string, string>) => action(contextOf(new URLSearchParams(fields))),
  }
}

describe.each(ENGINES)('the forms of the settings on %s', (engine) => {
  it('say what they changed, and take no field that they do not have', async () => {
    const { desk, context, post } = await open(engine)
    const { version } = (await loadFilters(context)).filters
    const posted = {
      change: 'filters',
      version,
      webCrawlers: 'on',
      releases: ' 1.* \r\n\r\n',
      id: '1',
      slug: 'x',
    }
    expect(await post(changeFilters, posted)).toEqual({
      kind: 'done',
      message: 'Saved. Web crawlers: on; Releases: 1.*.',
    })
    expect((await desk.projects.settings.read('shop', 'filters'))?.value).toEqual({
      ...{ browserExtensions: false, legacyBrowsers: false, localhost: false, webCrawlers: true },
      ...{ errorMessages: [], releases: ['1.*'] },
    })
    expect(await desk.projects.find('shop')).toMatchObject({ id: 2 })
  })

  it('tell the second person what the first one changed, and keep what was typed', async () => {
    const { desk, context, post } = await open(engine)
    const { version } = (await loadFilters(context)).filters
    await post(changeFilters, { change: 'filters', version, localhost: 'on' })
    const told = await post(changeFilters, { change: 'filters', version, errorMessages: 'Chunk*' })
    expect(told).toMatchObject({
      kind: 'refused',
      message:
        'Not saved: another user changed these settings after you opened this page. Now: Localhost: on. Save again to replace that.',
      values: { errorMessages: 'Chunk*' },
    })
    expect((await desk.projects.settings.read('shop', 'filters'))?.value.localhost).toBe(true)
  })

  it('name the field that is wrong', async () => {
    const { context, post } = await open(engine)
    const { filters } = await loadFilters(context)
    const long = { change: 'filters', version: filters.version, errorMessages: `a\n${'x'.repeat(257)}` }
    expect(await post(changeFilters, long)).toMatchObject({
      field: 'errorMessages',
      message: 'Cannot save Messages: it is longer than 256 characters',
    })
    const { rateLimits, retention } = await loadLimits(context)
    const limit = { change: 'add-limit', version: rateLimits.version, per: 'hour', scope: 'project' }
    expect(await post(changeLimits, { ...limit, quantity: '-1' })).toMatchObject({ field: 'quantity' })
    expect(await post(changeLimits, { ...limit, quantity: '1', per: 'year' })).toMatchObject({ field: 'per' })
    const days = { change: 'retention', version: retention.version, days: '3651' }
    expect(await post(changeLimits, days)).toMatchObject({ field: 'days' })
    const names = { change: 'names', name: 'Shop', slug: 'shop', platform: 'Cobol' }
    expect(await post(changeNames, names)).toMatchObject({ field: 'platform' })
    expect(await post(changeKeys, { change: 'add', origins: 'shop' })).toMatchObject({ field: 'origins' })
    expect(await post(changeRules, { change: 'add-rule', version: '', match: 'x' })).toMatchObject({
      kind: 'refused',
    })
  })

  it('lead to the new address of a project that was renamed', async () => {
    const { desk, post } = await open(engine)
    const version = (await desk.projects.settings.readNames('shop'))?.version ?? ''
    const names = { change: 'names', version, name: 'Store', slug: 'store', platform: 'Node' }
    expect(await post(changeNames, names)).toMatchObject({
      redirectTo: '/projects/store/settings',
      message: 'Saved. Name: Store; Address: store; Platform: Node.',
    })
  })

  it('store where the code can be read, and refuse what a browser must not open', async () => {
    const { desk, post } = await open(engine)
    const version = async () => (await desk.projects.settings.read('shop', 'repository'))?.version ?? ''
    const change = async (url: string) =>
      post(changeNames, { change: 'repository', version: await version(), url })
    expect(await change(' https://github.com/acme/shop.git/ ')).toMatchObject({ kind: 'done' })
    const stored = await desk.projects.settings.read('shop', 'repository')
    expect(stored?.value).toEqual({ url: 'https://github.com/acme/shop' })
    for (const url of [
      'javascript:alert(1)',
      'acme/shop',
      'https://ada:secret@git.example/a',
      'https://git.example',
    ]) {
      expect(await change(url)).toMatchObject({ field: 'url', kind: 'refused' })
    }
    expect(await change('')).toMatchObject({ message: 'Saved. Repository: none.' })
  })

  it('add and remove limits', async () => {
    const { context, post } = await open(engine)
    const first = (await loadLimits(context)).rateLimits
    const limit = { change: 'add-limit', version: first.version, quantity: '500', per: 'hour', scope: 'key' }
    expect(await post(changeLimits, { ...limit, category: 'error' })).toMatchObject({
      message: 'Saved. 500 per hour.',
    })
    const { rateLimits, limits } = await loadLimits(context)
    expect(limits).toMatchObject([{ per: 'hour', category: 'error', quantity: 500, taken: 0 }])
    const removal = { change: 'remove-limit', version: first.version, index: '0' }
    expect(await post(changeLimits, removal)).toMatchObject({ kind: 'refused' })
    expect(await post(changeLimits, { ...removal, version: rateLimits.version })).toMatchObject({
      message: 'Saved. There are no limits now.',
    })
  })
})
