import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'

const own = ['renderer', 'server', 'telemetry', 'vite.config.ts', 'package.json', 'package-lock.json']

export interface FixtureSite {
  /** A desk's folder, whose pages are the fixture's and the sign-in. */
  root: string
  remove(): Promise<void>
}

/**
 * The desk with other pages: those of a folder of `tests/fixtures`. Outside of the repository, whose own pages Vike
 * would find beside them; and since it would find theirs there as well, `+Page.tsx` is called `_Page.tsx` in a fixture.
 */
export async function copyFixtureSite(name: string): Promise<FixtureSite> {
  const fixture = join(repositoryRoot, 'tests', 'fixtures', name)
  const root = await mkdtemp(join(tmpdir(), `crumbtrail-${name}-`))
  for (const path of [...own, join('pages', 'sign-in')]) {
    await cp(join(repositoryRoot, path), join(root, path), { recursive: true })
  }
  for (const path of await readdir(fixture, { recursive: true })) {
    if (!/\.tsx?$/.test(path)) continue
    const source = await readFile(join(fixture, path), 'utf8')
    const target = join(root, dirname(path), basename(path).replace(/^_/, '+'))
    await mkdir(dirname(target), { recursive: true })
    // the renderer is nearer to it there
    const nearer = source.replaceAll("'../../../", path.includes('/') ? "'" : "'./")
    await writeFile(target, nearer.replaceAll(/'(\.\/(?:[\w@/-]+\/)?)_/g, "'$1+"))
  }
  await symlink(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'))
  return { root, remove: () => rm(root, { recursive: true, force: true }) }
}
