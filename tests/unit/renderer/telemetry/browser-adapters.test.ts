import { join } from 'node:path'
import { build, loadConfigFromFile, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'

/** What only stands in the code of one adapter. */
const marks = {
  envelope: 'crumbtrail.queue',
  sentry: 'sentry_client',
  otlp: '/v1/traces',
  console: 'spans below',
} as const
type Name = keyof typeof marks

describe('the adapters of the browser bundle', () => {
  it.each([
    ['', ['envelope']],
    ['envelope', ['envelope']],
    ['sentry', ['sentry']],
    ['otlp', ['otlp']],
    ['console', ['console']],
    ['envelope,console', ['envelope', 'console']],
    ['none', []],
  ] as [string, Name[]][])(
    'BROWSER_TELEMETRY_ADAPTER=%s bundles %s and no other',
    async (setting, chosen) => {
      const code = await bundle(setting)
      const found = (Object.keys(marks) as Name[]).filter((name) => code.includes(marks[name]))
      expect(found).toEqual(chosen)
    },
  )
})

/** The pages' own entry and the project's own constants, so that what is asserted is what is built. */
async function bundle(setting: string): Promise<string> {
  const before = process.env.BROWSER_TELEMETRY_ADAPTER
  process.env.BROWSER_TELEMETRY_ADAPTER = setting
  const env = { command: 'build', mode: 'production' } as const
  const loaded = await loadConfigFromFile(env, join(repositoryRoot, 'vite.config.ts'))
  if (before === undefined) delete process.env.BROWSER_TELEMETRY_ADAPTER
  else process.env.BROWSER_TELEMETRY_ADAPTER = before
  const output = await build({
    root: repositoryRoot,
    configFile: false,
    logLevel: 'error',
    define: loaded?.config.define ?? {},
    build: {
      write: false,
      rolldownOptions: {
        input: join(repositoryRoot, 'renderer', 'telemetry', 'browser-telemetry.ts'),
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const [{ output: chunks }] = [output].flat() as [Rolldown.RolldownOutput] // nothing is watched
  return chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n')
}
