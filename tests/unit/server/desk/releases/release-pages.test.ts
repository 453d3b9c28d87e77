import { expect, it, onTestFinished } from 'vitest'
import { createDeskReleases } from '#server/desk/releases/desk-releases.ts'
import { byVersion } from '#server/desk/releases/release-pages.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const NOW = Date.UTC(2026, 8, 20)
const period = { start: NOW - 86_400_000, end: NOW }

async function open(versions: string[]) {
  let now = NOW
  const opened = await openEventStore(() => now)
  onTestFinished(opened.close)
  const releases = createDeskReleases(opened.store, () => now)
  for (const version of versions) {
    now += 1000
    await releases.save({
      version,
      projectSlugs: ['crumbtrail'],
      releasedAt: null,
      ref: null,
      url: null,
    })
  }
  const search = async (more: Partial<Parameters<typeof releases.search>[0]> = {}) => {
    const asked = {
      project: undefined,
      query: '',
      order: 'new',
      period,
      cursor: undefined,
      limit: 2,
    } as const
    const found = await releases.search({ ...asked, ...more })
    if ('refusal' in found) throw new Error(found.refusal)
    return found
  }
  const beforeOf = async (version: string) => {
    const [release] = await releases.listByVersion(version)
    return release && (await releases.findPrevious(release, period))?.version
  }
  return { search, beforeOf, releases, send: opened.send }
}

it('lists the newest first, both ways, and by a part of the version', async () => {
  const { search } = await open(['shop@1.0.0', 'shop@1.1.0', 'shop@2.0.0'])
  const versionsOf = ({ items }: Awaited<ReturnType<typeof search>>) => items.map(({ version }) => version)
  const first = await search()
  expect(versionsOf(first)).toEqual(['shop@2.0.0', 'shop@1.1.0'])
  const second = await search({ cursor: first.nextCursor ?? '' })
  expect(versionsOf(second)).toEqual(['shop@1.0.0'])
  expect(versionsOf(await search({ cursor: second.previousCursor ?? '' }))).toEqual([
    'shop@2.0.0',
    'shop@1.1.0',
  ])
  expect(versionsOf(await search({ query: '@1.' }))).toEqual(['shop@1.1.0', 'shop@1.0.0'])
  expect(versionsOf(await search({ query: '100%' }))).toEqual([])
  expect(versionsOf(await search({ project: 'nowhere' }))).toEqual([])
})

it('finds releases by version and by where they ran', async () => {
  const { search, releases, send } = await open(['shop@1.0.0', 'shop@2.0.0', 'web@2.0.0'])
  const found = async (query: string) =>
    (await search({ query, limit: 9 })).items.map(({ version }) => version).toSorted()
  expect(await found('release:2.0.0')).toEqual(['shop@2.0.0', 'web@2.0.0'])
  expect(await found('release:shop@*')).toEqual(['shop@1.0.0', 'shop@2.0.0'])
  expect(await found('project:crumbtrail !2.0')).toEqual(['shop@1.0.0'])
  expect(await found('environment:staging')).toEqual([])
  const deploy = { environment: 'staging', name: null, url: null, startedAt: null, finishedAt: NOW }
  await releases.addDeploy('shop@1.0.0', deploy)
  send({ message: 'no price', release: 'web@2.0.0', environment: 'Staging' })
  expect(await found('environment:staging')).toEqual(['shop@1.0.0', 'web@2.0.0'])
  await expect(search({ query: 'user:7' })).rejects.toThrow('has a key that releases do not have')
})

it('orders by version, whatever came first; what has no order comes last', async () => {
  const { search } = await open(['shop@1.10.0', 'shop@1.9.0', '9fceb02', 'shop@1.9.0-rc.1'])
  const { items, nextCursor } = await search({ order: 'version', limit: 1 })
  expect(items.map(({ version }) => version)).toEqual([
    'shop@1.10.0',
    'shop@1.9.0',
    'shop@1.9.0-rc.1',
    '9fceb02',
  ])
  expect(nextCursor).toBeNull()
  const names = byVersion([{ version: 'b@1.0.0' }, { version: 'a@2.0.0' }, { version: 'b@3.0.0' }])
  expect(names.map(({ version }) => version)).toEqual(['a@2.0.0', 'b@3.0.0', 'b@1.0.0'])
})

it('compares with the next smaller version, else with what came before', async () => {
  const { beforeOf } = await open(['shop@1.0.0', 'shop@2.0.0', 'shop@1.5.0', 'abc0001', 'abc0002'])
  expect(await beforeOf('shop@2.0.0')).toBe('shop@1.5.0')
  expect(await beforeOf('shop@1.5.0')).toBe('shop@1.0.0')
  expect(await beforeOf('shop@1.0.0')).toBeUndefined()
  expect(await beforeOf('abc0002')).toBe('abc0001')
})
