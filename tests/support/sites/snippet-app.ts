import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Locator } from 'playwright-core'
import { build } from 'vite'
import { onTestFinished } from 'vitest'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { serveFolder } from '#tests/support/servers/static-site.ts'

export interface ShownSnippet {
  name: string
  code: string
}

/** Reads the snippets of a page as somebody would copy them. */
export async function readSnippets(part: Locator): Promise<ShownSnippet[]> {
  const figures = await part.getByRole('figure', { includeHidden: true }).all()
  return Promise.all(
    figures.map(async (figure) => ({
      name: (await figure.locator('figcaption > span').first().textContent()) ?? '',
      code: (await figure.locator('code').textContent()) ?? '',
    })),
  )
}

export function findSnippet(snippets: readonly ShownSnippet[], name: string): string {
  const found = snippets.find((snippet) => snippet.name.startsWith(name))
  if (found === undefined)
    throw new Error(`Cannot find ${name}: there are ${snippets.map((each) => each.name)}`)
  return found.code
}

/** Runs a command in a folder with these files, in which the packages of the repository are installed. */
export async function runInFolder(files: Record<string, string>, command: string): Promise<string> {
  const folder = await writeFolder(files)
  const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
  return new Promise((resolve) => {
    // A thrown error ends the process, so a failure is what is asked for.
    execFile('sh', ['-c', command], { cwd: folder, env }, (_error, stdout, stderr) => {
      resolve(`${stdout}${stderr}`)
    })
  })
}

/** Builds an application of these files with Vite, serves it at an origin of its own, and gives its address. */
export async function serveApp(files: Record<string, string>, entry: string): Promise<string> {
  const html = `<!doctype html><html lang="en"><head><title>App</title></head><body><div id="root"></div><script type="module" src="./${entry}"></script></body></html>`
  const root = await writeFolder({ ...files, 'index.html': html })
  const outDir = join(root, 'dist')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: { alias: { '@sentry/browser': 'sentry-browser-11' } },
    build: { outDir, target: 'esnext' },
  })
  const site = await serveFolder(outDir)
  onTestFinished(() => site.close())
  return site.url
}

async function writeFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'snippet-app-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, code] of Object.entries(files)) await writeFile(join(folder, name), code)
  await symlink(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
