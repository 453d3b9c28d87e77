import { rm } from 'node:fs/promises'
import { ensureBuild } from '#server/hosting/build.ts'
import { provideChromium } from '#tests/support/browser/chromium/find-chromium.ts'
import { bundleDesk } from '#tests/support/bundle/bundle-desk.ts'
import { repositoryRoot } from './desk-process.ts'
import { prepareData } from './prepared/prepared-desk.ts'

/** Before tests of what runs: a browser, pages and desk built once, and the data that desks begin with. */
export async function setup(): Promise<() => Promise<void>> {
  provideChromium()
  const env = { PATH: process.env.PATH, HOME: process.env.HOME }
  await ensureBuild({ root: repositoryRoot, env, say: (line) => console.log(line) })
  const removeBundle = await bundleDesk()
  const data = await prepareData()
  return async () => {
    await removeBundle()
    await rm(data, { recursive: true, force: true })
  }
}
