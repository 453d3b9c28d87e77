import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from './desk-process.ts'

const own = [
  'pages',
  'renderer',
  'server',
  'telemetry',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]

/** The desk in a folder of its own, for a build with other settings: the tests beside it use the one that is there. */
export async function copyDesk(): Promise<{ root: string; remove(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'crumbtrail-desk-'))
  for (const path of own) await cp(join(repositoryRoot, path), join(root, path), { recursive: true })
  await symlink(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'))
  return { root, remove: () => rm(root, { recursive: true, force: true }) }
}
