import { execFile } from 'node:child_process'
import { cp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { installOnDemand } from '#tests/support/run/bench-packages.ts'
import { type ChildServer, startChildServer } from '#tests/support/servers/child-server.ts'

const folder = join(repositoryRoot, '.tmp', 'peers')
const names = ['tanstack', 'vike'] as const

export type PeerName = (typeof names)[number]

/** The desk's frame as HTML, its class names, the addresses of its style sheet and icon, and the folder of both. */
export interface DeskLook {
  frame: {
    side: string
    top: string
    tabs: string
    styles: string
    icon: string
    classes: Record<string, string>
  }
  assets: string
}

/**
 * Builds and starts the same two pages, one of fifty rows and a light one, made with TanStack Start and with plain Vike:
 * `tests/fixtures/peers`. They have the desk's frame and style sheet, so that the same elements are styled and laid out.
 * Their packages are installed on the first run, since no test needs them.
 */
export async function startPeerSites({ frame, assets }: DeskLook): Promise<Record<PeerName, ChildServer>> {
  for (const name of [...names, 'common']) await rm(join(folder, name), { recursive: true, force: true })
  await installOnDemand('peers')
  await writeFile(join(folder, 'common', 'frame.json'), JSON.stringify(frame))
  // Vike would find files with its own names in the repository, so they have others there
  for (const path of await readdir(join(folder, 'vike', 'pages'), { recursive: true })) {
    const from = join(folder, 'vike', 'pages', path)
    if (basename(path).startsWith('_'))
      await rename(from, join(dirname(from), basename(path).replace('_', '+')))
  }
  const started = []
  for (const name of names) {
    await cp(assets, join(folder, name, 'public', dirname(frame.styles)), { recursive: true })
    await run(join(folder, name), process.execPath, [
      join(folder, 'node_modules', 'vite', 'bin', 'vite.js'),
      'build',
    ])
    started.push([name, await startChildServer(join(folder, name, 'serve.mjs'))])
  }
  return Object.fromEntries(started)
}

async function run(cwd: string, command: string, args: string[]): Promise<void> {
  await promisify(execFile)(command, args, { cwd, env: { ...process.env, NODE_ENV: 'production' } })
}
