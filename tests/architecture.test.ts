import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from './support/desk/desk-process.ts'
import { findCircles, findForbiddenImports, parseRooms } from './support/sources/import-graph.ts'
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

/**
 * What all may import: how pages are addressed, since the server writes the same addresses, and the order of roles. They
 * import nothing.
 */
const LEAVES = ['renderer/paths.ts', 'server/models/accounts/roles.ts']

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
  ...['navigate', 'page-loads', 'page-updates', 'prefetch/prefetch-queue', 'revalidate', 'route-cache'].map(
    (name) => `renderer/navigation/${name}.ts`,
  ),
  ...listSources('telemetry').filter(
    (path) =>
      !/telemetry\/(adapters|build|instrument|browser|node)\/|\/(browser|fastify|react|source-context|reporter|scoped-telemetry|late-queue|telemetry)\.tsx?$/.test(
        path,
      ),
  ),
]

const doesIo =
  /^node:(?!util$|path$|url$|crypto$|buffer$)|^(fastify|kysely|vike|vite)(\/|$)|^server\/(store|writer|hosting\/vike)/

const architecture = readFileSync(join(repositoryRoot, 'ARCHITECTURE.md'), 'utf8')

describe('the import arrows', () => {
  it.each(folders)('%s imports only what it may', (folder) => {
    const wrong = listSources(folder)
      .flatMap(importsOf)
      .filter((each) => !isAllowed(folder, each))
    expect(wrong).toEqual([])
  })

  it.each(LEAVES)('may lead to %s from everywhere, which imports nothing itself', (path) => {
    expect(importsOf(path)).toEqual([])
  })

  it('are read from code that exists', () => {
    for (const folder of folders) expect(listSources(folder).flatMap(importsOf).length).toBeGreaterThan(5)
  })
})

describe('import circles', () => {
  it('do not exist, types included', () => {
    const imports = [...folders, 'tests/support'].flatMap(listSources).flatMap(importsOf)
    expect(findCircles(imports)).toEqual([])
  })

  it('are found and named, also where only types go round', () => {
    const imports = [
      { from: 'server/store/a.ts', to: 'server/store/b.ts', isType: false },
      { from: 'server/store/b.ts', to: 'server/store/c.ts', isType: false },
      { from: 'server/store/b.ts', to: 'node:fs', isType: false },
      { from: 'server/store/c.ts', to: 'server/store/a.ts', isType: true },
      { from: 'telemetry/limits.ts', to: 'telemetry/limits.ts', isType: false },
    ]
    expect(findCircles(imports)).toEqual([
      'server/store/a.ts imports server/store/b.ts, which imports server/store/c.ts, which imports server/store/a.ts',
    ])
    expect(findCircles(imports.slice(0, 3))).toEqual([])
  })
})

describe('the rooms of server/', () => {
  const rooms = parseRooms(architecture)

  it('are those that ARCHITECTURE.md lists', () => {
    const paths = listSources('server').map((path) => path.split('/'))
    const existing = new Set(paths.filter(({ length }) => length > 2).map(([, room]) => room))
    expect(rooms.map(({ name }) => name).sort()).toEqual([...existing].sort())
  })

  it('import only what stands above them in the list and is named for them', () => {
    const imports = listSources('server').flatMap(importsOf)
    expect(findForbiddenImports(imports, rooms)).toEqual([])
  })

  it('are read from a table, and each import against it is named', () => {
    const markdown = [
      '| room | what it is | may use |',
      '|---|---|---|',
      '| `server/protocol/` | the words of `server/ingest/` | none |',
      '| `server/store/` | queries | `protocol/` |',
      '| `server/search/` | a grammar | `protocol/` |',
      '| `server/cli/` | commands | all above |',
    ].join('\n')
    const importOf = (from: string, to: string) => ({ from, to, isType: true })
    const allowed = [
      importOf('server/main.ts', 'server/cli/run.ts'),
      importOf('server/cli/run.ts', 'server/store/rows.ts'),
      importOf('server/store/rows.ts', 'server/store/sqlite/sqlite.ts'),
      importOf('server/store/rows.ts', 'telemetry/limits.ts'),
    ]
    const forbidden = [
      importOf('server/store/rows.ts', 'server/cli/run.ts'),
      importOf('server/search/keys.ts', 'server/store/rows.ts'),
      importOf('server/cli/run.ts', 'server/main.ts'),
      importOf('server/store/rows.ts', 'server/mail/send.ts'),
    ]
    expect(findForbiddenImports([...allowed, ...forbidden], parseRooms(markdown))).toEqual([
      'server/store/rows.ts imports server/cli/run.ts: server/store/ stands before server/cli/ in ARCHITECTURE.md',
      'server/search/keys.ts imports server/store/rows.ts: server/search/ may not use server/store/',
      'server/cli/run.ts imports server/main.ts: no room may import the files that start the server',
      'server/store/rows.ts imports server/mail/send.ts: ARCHITECTURE.md does not list server/mail/',
    ])
  })
})

describe('ARCHITECTURE.md', () => {
  it('names only files and folders that exist', () => {
    const named = architecture.match(/\b(pages|renderer|server|telemetry|tests)\/[\w./@+-]*\w/g) ?? []
    const missing = named.filter((path) => !existsSync(join(repositoryRoot, path)))
    expect(missing).toEqual([])
  })
})

describe('folders', () => {
  it('hold at most 15 source files side by side, but for hooks of Vike, migrations and routes', () => {
    const files = ['renderer', 'server', 'telemetry', 'tests/support']
      .flatMap(listSources)
      .filter((path) => !basename(path).startsWith('+') && basename(dirname(path)) !== 'migrations')
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
  if (LEAVES.includes(to)) return true
  const target = folders.find((other) => to.startsWith(`${other}/`))
  if (target === undefined) return !to.startsWith('tests/') && to !== 'vite.config.ts'
  const arrow = arrows[folder][target]
  return arrow === 'code' || (arrow === 'types' && isType)
}
