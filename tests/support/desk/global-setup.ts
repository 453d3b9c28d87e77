import { ensureBuild } from '#server/hosting/build.ts'
import { findOrInstallChromium } from '#tests/support/browser/browser.ts'
import { repositoryRoot } from './desk-process.ts'

/** Before the browser tests: a browser, and the pages built once. */
export async function setup(): Promise<void> {
  findOrInstallChromium()
  const env = { PATH: process.env.PATH, HOME: process.env.HOME }
  await ensureBuild({ root: repositoryRoot, env, say: (line) => console.log(line) })
}
