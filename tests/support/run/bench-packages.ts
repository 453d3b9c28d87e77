import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'

/**
 * Installs what only a bench or the long tests need when they run first, of a fixture with its own package.json: `npm ci`
 * stays as fast as the tests need it. Gives the folder, whose packages stay there from run to run. A fixture
 * without a lock names exact versions; the registry decides about theirs.
 */
export async function installOnDemand(
  fixture: 'build-tools' | 'bundles' | 'peers' | 'spotlight' | `frameworks/${string}`,
): Promise<string> {
  const folder = join(repositoryRoot, '.tmp', fixture)
  const source = join(repositoryRoot, 'tests', 'fixtures', fixture)
  await mkdir(folder, { recursive: true })
  await cp(source, folder, { recursive: true })
  const env = { ...process.env, NODE_ENV: 'production' }
  const how = existsSync(join(source, 'package-lock.json')) ? ['ci'] : ['install', '--no-package-lock']
  await promisify(execFile)('npm', [...how, '--no-audit', '--no-fund'], { cwd: folder, env })
  return folder
}
