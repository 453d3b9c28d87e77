import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'

/** A directory inside the repository, so that packages are found from it. Removed when the test is over. */
export async function makeScratch(): Promise<string> {
  const parent = join(repositoryRoot, '.tmp')
  await mkdir(parent, { recursive: true })
  const directory = await mkdtemp(join(parent, 'scratch-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}
