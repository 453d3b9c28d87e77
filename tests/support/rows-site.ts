import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { repositoryRoot } from './desk-process.ts'

export interface RowsSite {
  /** A desk's folder, whose pages are the fixture's and the sign-in. */
  root: string
  /** Its page as a module for React alone. */
  view: string
  remove(): Promise<void>
}

const fixture = join(repositoryRoot, 'tests', 'fixtures', 'rows-site')
const own = ['renderer', 'server', 'telemetry', 'vite.config.ts', 'package.json', 'package-lock.json']

/** The desk with another page: `tests/fixtures/rows-site`. Outside of the repository, where Vike finds all files. */
export async function buildRowsSite(): Promise<RowsSite> {
  const root = await mkdtemp(join(tmpdir(), 'crumbtrail-rows-'))
  for (const path of [...own, join('pages', 'sign-in')]) {
    await cp(join(repositoryRoot, path), join(root, path), { recursive: true })
  }
  for (const path of await readdir(fixture, { recursive: true })) {
    if (!/\.tsx?$/.test(path)) continue
    // the renderer is nearer to it there
    const source = await readFile(join(fixture, path), 'utf8')
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), source.replaceAll("'../../../", path === 'view.tsx' ? "'./" : "'"))
  }
  await symlink(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'))
  const outDir = join(root, 'dist-view')
  await mkdir(outDir)
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    define: { __TUNNEL_PATH__: '""' },
    build: {
      ssr: join(root, 'view.tsx'),
      outDir,
      rolldownOptions: { output: { entryFileNames: 'view.mjs' } },
    },
  })
  return { root, view: join(outDir, 'view.mjs'), remove: () => rm(root, { recursive: true, force: true }) }
}
