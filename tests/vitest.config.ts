import { availableParallelism, tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'
import { isFull } from './support/run/doses.ts'
import { LongestFirst } from './support/run/longest-first.ts'
import { listNeedyFiles } from './support/run/needy-files.ts'
import { listWaiting } from './support/run/turns.ts'
import { listOnTwoDesks } from './support/run/two-desks.ts'

const root = new URL('..', import.meta.url).pathname

/** A test often waits for a desk or a browser, which are processes of their own: more run than there are processors. */
const maxWorkers = Math.max(4, Math.floor(availableParallelism() / 2))
/** Some tests take turns. */
const runner = 'tests/support/run/dealing-runner.ts'
/** All but the last project run side by side, the longest files first. */
const together = { maxWorkers, sequence: { groupOrder: 1 } }
/** What is polled comes when the processors have time for it. */
const patient = { poll: { timeout: 15_000 } }
/** Node reads the sources itself: Vite would send each module to each process. */
const native = {
  setupFiles: ['tests/support/run/native-sources.ts'],
  experimental: { viteModuleRunner: false, nodeLoader: false },
}
/** Each with the build of the pages. */
const ofWhatRuns = {
  ...native,
  root,
  runner,
  setupFiles: [...native.setupFiles, 'tests/support/run/childrens-cache.ts'],
  globalSetup: ['tests/support/desk/global-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: patient,
}
const ofUnits = {
  ...native,
  root,
  runner,
  testTimeout: 60_000, // some compute for ten seconds, and others run beside them
  hookTimeout: 60_000, // the first that asks waits for PostgreSQL
  expect: patient,
  restoreMocks: true,
  unstubGlobals: true,
  ...together,
}
const ofBrowsers = {
  ...ofWhatRuns,
  ...together,
  globalSetup: [...ofWhatRuns.globalSetup, 'tests/support/desk/demo-setup.ts'],
  isolate: false,
}
/** Files whose turn it is not in this run. */
const waiting = listWaiting(root)
const onTwoDesks = listOnTwoDesks(root, waiting)
const { stateful, dom } = listNeedyFiles(root)
/** They measure what a process takes up, or starve it: what runs beside them would be measured with them. */
const alone = ['tests/integration/{ingest-abuse,slow-senders}.test.ts']
/** What they prove is that data is on the disk, so theirs is not kept in memory as that of the others. */
const onDisk = ['tests/integration/{crash,faults,lifecycle}.test.ts']

export default defineConfig({
  root,
  test: {
    globalSetup: ['tests/support/run/temporary-folder.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...ofUnits,
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          exclude: [...stateful, ...dom, ...waiting],
          isolate: false,
        },
      },
      {
        test: {
          ...ofUnits,
          name: 'dom',
          include: dom,
          exclude: waiting,
          environment: 'happy-dom',
          setupFiles: [...native.setupFiles, 'tests/support/run/fresh-document.ts'],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        test: {
          ...ofUnits,
          name: 'stateful',
          include: [...stateful, 'tests/*.test.ts'],
          exclude: waiting,
          pool: 'threads', // as much of its own as a process has, for a tenth less work
        },
      },
      {
        test: {
          ...ofWhatRuns,
          ...together,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          exclude: [...alone, ...onDisk, ...waiting],
          isolate: false,
        },
      },
      {
        test: {
          ...ofWhatRuns,
          ...together,
          name: 'disk',
          env: { TMPDIR: tmpdir() },
          include: onDisk,
          exclude: waiting,
        },
      },
      {
        test: {
          ...ofBrowsers,
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          exclude: isFull ? waiting : [...waiting, ...onTwoDesks],
        },
      },
      {
        test: {
          ...ofBrowsers,
          name: 'two-desks',
          env: { CRUMBTRAIL_TEST_DESKS: '2' },
          include: onTwoDesks,
        },
      },
      {
        test: {
          ...ofWhatRuns,
          name: 'alone',
          env: { TMPDIR: tmpdir() },
          include: alone,
          exclude: waiting,
          fileParallelism: false,
        },
      },
    ],
  },
})
