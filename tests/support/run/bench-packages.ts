import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'

/**
 * Installs what only a bench or the long tests need when they run first, of a fixture with its own package.json: `npm ci` stays as fast as
 * the tests need it. Gives the folder, whose packages stay there from run to run.
 */
export async function installOnDemand(fixture: 'build-tools' | 'peers' | 'spotlight'): Promise<string> {
  const folder = join(repositoryRoot, '.tmp', fixture)
  await mkdir(folder, { recursive: true })
  await cp(join(repositoryRoot, 'tests', 'fixtures', fixture), folder, { recursive: true })
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, env })
  return folder
}
