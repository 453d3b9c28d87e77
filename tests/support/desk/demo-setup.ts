import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { runMain } from './desk-process.ts'
import { prepareData } from './prepared/prepared-desk.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of data with the demo in it, and no account yet: to begin with a copy of. */
    demoData: string
  }
}

/** Before the browser tests: the demo, which takes seconds to fill. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const demoData = await mkdtemp(join(tmpdir(), 'crumbtrail-demo-'))
  await cp(await prepareData(), demoData, { recursive: true })
  const { code, output } = await runMain(['demo'], { DATA_DIR: demoData })
  if (code !== 0) throw new Error(`Cannot fill the demo: ${output}`)
  project.provide('demoData', demoData)
  return () => rm(demoData, { recursive: true })
}
