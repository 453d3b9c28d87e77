import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  importsOf,
  listSources,
  readsMember,
  requestsOf,
  type SourceImport,
} from './support/sources/source-files.ts'

const folders = ['pages', 'renderer', 'server', 'telemetry'] as const
type Folder = (typeof folders)[number]

/** Who may import whom: `types` means that nothing of it is left when the code runs. */
const arrows: Record<Folder, Partial<Record<Folder, 'code' | 'types'>>> = {
  pages: { pages: 'code', renderer: 'code', telemetry: 'code', server: 'types' },
  renderer: { renderer: 'code', telemetry: 'code', server: 'types' },
  server: { server: 'code', telemetry: 'code' },
  telemetry: { telemetry: 'code' },
}

/** How pages are addressed: the server writes the same addresses. It imports nothing. */
const PATHS = 'renderer/paths.ts'

/** Logic that takes time and randomness as arguments and touches nothing outside. */
const pureFiles = [
  ...listSources('server/processing'),
  'server/config/config.ts',
  'server/protocol/envelope.ts',
  'server/accounts/origin-check.ts',
  'server/hosting/policy/csp.ts',
  'server/hosting/payload.ts',
  'renderer/format/format.ts',
  'renderer/format/format-duration.ts',
  'renderer/paths.ts',
  'renderer/forms/pending.ts',
  ...['navigate', 'page-loads', 'page-updates', 'prefetch-queue', 'revalidate', 'route-cache'].map(
    (name) => `renderer/navigation/${name}.ts`,
  ),
  ...listSources('telemetry').filter(
    (path) =>
      !/telemetry\/(adapters|instrument|browser|node)\/|\/(browser|fastify|react|source-context|reporter|scoped-telemetry|late-queue|telemetry)\.tsx?$/.test(
        path,
      ),
  ),
]

const doesIo =
  /^node:(?!util$|path$|url$|crypto$|buffer$)|^(fastify|kysely|vike|vite)(\/|$)|^server\/(store|writer|hosting\/vike)/

describe('the import arrows', () => {
  it.each(folders)('%s imports only what it may', (folder) => {
    const wrong = listSources(folder)
      .flatMap(importsOf)
      .filter((each) => !isAllowed(folder, each))
    expect(wrong).toEqual([])
  })

  it('reach the one file that all may import, which imports nothing itself', () => {
    expect(importsOf(PATHS)).toEqual([])
  })

  it('are read from code that exists', () => {
    for (const folder of folders) expect(listSources(folder).flatMap(importsOf).length).toBeGreaterThan(5)
  })
})

describe('folders', () => {
  it('hold at most 15 source files side by side, but for hooks of Vike, migrations and routes', () => {
    const files = ['renderer', 'server', 'telemetry', 'tests/support']
      .flatMap(listSources)
      .filter((path) => !basename(path).startsWith('+') && dirname(path) !== 'server/store/migrations')
    const crowded = [...Map.groupBy(files, dirname)].filter(([, { length }]) => length > 15)
    expect(crowded.map(([folder]) => folder)).toEqual([])
  })

  it('of server/ and tests/support/ are rooms: nothing but the entry stands at their root', () => {
    const atRoot = ['server', 'tests/support'].flatMap((folder) =>
      listSources(folder).filter((path) => dirname(path) === folder),
    )
    expect(atRoot.sort()).toEqual(['server/app.ts', 'server/main.ts', 'server/serve.ts'])
  })

  it('are named whole from elsewhere: no import climbs three folders', () => {
    const climbing = [...folders, 'tests']
      .flatMap(listSources)
      .filter((path) => !path.startsWith('tests/fixtures/'))
      .filter((path) => requestsOf(path).some((request) => /^(\.\.\/){3}(?!node_modules)/.test(request)))
    expect(climbing).toEqual([])
  })
})

describe('the environment', () => {
  it('is read by server/main.ts and vite.config.ts alone', () => {
    const readers = [...folders.flatMap(listSources), 'vite.config.ts'].filter((path) =>
      readsMember(path, 'process', 'env'),
    )
    expect(readers.sort()).toEqual(['server/main.ts', 'vite.config.ts'])
  })
})

describe('pure files', () => {
  it.each(pureFiles)('%s does no I/O', (path) => {
    expect(importsOf(path).filter(({ to, isType }) => !isType && doesIo.test(to))).toEqual([])
  })

  it.each(pureFiles)('%s takes time and randomness as arguments', (path) => {
    const reads = [
      ['Date', 'now'],
      ['Math', 'random'],
      ['performance', 'now'],
    ].filter(([object = '', property = '']) => readsMember(path, object, property))
    expect(reads).toEqual([])
  })
})

function isAllowed(folder: Folder, { to, isType }: SourceImport): boolean {
  if (to === PATHS) return true
  const target = folders.find((other) => to.startsWith(`${other}/`))
  if (target === undefined) return !to.startsWith('tests/') && to !== 'vite.config.ts'
  const arrow = arrows[folder][target]
  return arrow === 'code' || (arrow === 'types' && isType)
}
