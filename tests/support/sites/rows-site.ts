import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { copyFixtureSite } from './fixture-site.ts'

export interface RowsSite {
  /** A desk's folder, whose pages are the fixture's and the sign-in. */
  root: string
  /** Its page as a module for React alone. */
  view: string
  remove(): Promise<void>
}

/** The desk with one page of rows: `tests/fixtures/rows-site`. */
export async function buildRowsSite(): Promise<RowsSite> {
  const { root, remove } = await copyFixtureSite('rows-site')
  const outDir = join(root, 'dist-view')
  // the copy's: names are of paths below it
  const { shortClassName } = await import(join(root, 'renderer/build/short-class-name.ts'))
  await mkdir(outDir)
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    css: { modules: { generateScopedName: shortClassName } },
    define: { __TUNNEL_PATH__: '""' },
    build: {
      ssr: join(root, 'view.tsx'),
      outDir,
      rolldownOptions: { output: { entryFileNames: 'view.mjs' } },
    },
  })
  return { root, view: join(outDir, 'view.mjs'), remove }
}
