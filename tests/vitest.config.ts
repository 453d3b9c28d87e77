import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { compileCache } from './support/desk/desk-process.ts'

const root = new URL('..', import.meta.url).pathname
/** A test waits for its desk and its browser more than it computes: two at once even where there are two processors. */
const maxWorkers = Math.max(2, Math.floor(availableParallelism() / 2))
/** Each with the build of the pages; what it starts finds what others have compiled. */
const ofWhatRuns = {
  root,
  env: compileCache,
  globalSetup: ['tests/support/desk/global-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
}
/** They measure what a process takes up, or kill and starve it: what runs beside them would be measured with them. */
const alone = ['tests/integration/{crash,faults,ingest-abuse,lifecycle,slow-senders}.test.ts']

export default defineConfig({
  root,
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          root,
          env: compileCache,
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
          testTimeout: 30_000, // beside others some take seconds
          maxWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...ofWhatRuns,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          exclude: alone,
          maxWorkers,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...ofWhatRuns,
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: [...ofWhatRuns.globalSetup, 'tests/support/desk/demo-setup.ts'],
          maxWorkers,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: { ...ofWhatRuns, name: 'alone', include: alone, fileParallelism: false },
      },
    ],
  },
})
