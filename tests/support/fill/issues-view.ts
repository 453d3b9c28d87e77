import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { shortClassName } from '#renderer/build/short-class-name.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'

export interface IssuesView {
  /** `tests/bench/issues-view.tsx` as a module for Node. */
  path: string
  /** Where it lies, alone. */
  directory: string
  remove(): Promise<void>
}

/** In the repository, where what is built finds its packages; a desk must have built `dist` before. */
export async function buildIssuesView(): Promise<IssuesView> {
  const directory = await mkdtemp(join(repositoryRoot, 'dist', 'bench-'))
  await build({
    root: repositoryRoot,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    css: { modules: { generateScopedName: shortClassName } }, // as the desk's own build
    define: { __TUNNEL_PATH__: '""', __BROWSER_TELEMETRY_ADAPTER__: '"none"' },
    build: {
      ssr: join(repositoryRoot, 'tests', 'bench', 'issues-view.tsx'),
      outDir: directory,
      rolldownOptions: { output: { entryFileNames: 'view.mjs' } },
    },
  })
  return { path: join(directory, 'view.mjs'), directory, remove: () => rm(directory, { recursive: true }) }
}
