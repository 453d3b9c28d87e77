import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isFull, seed } from './doses.ts'

/**
 * Test files of which `npm test` runs one of each line. They go the same ways through the desk, and units hold what each has
 * of its own. `npm run test:long` runs all of them.
 */
const lines: readonly (readonly string[])[] = [
  ['browser/every-link', 'browser/hostile-texts', 'browser/page-reports', 'browser/development'],
  ['browser/first-run', 'browser/set-up'],
  ['browser/live', 'browser/tabs'],
  ['browser/tasks', 'browser/acts', 'browser/desk-keys'],
  ['browser/event-page', 'browser/waterfall', 'browser/issues-list'],
  ['browser/frame', 'browser/page-forms', 'browser/refused-search', 'browser/bfcache'],
  ['browser/navigation-cache', 'browser/navigation-history', 'browser/navigation-prefetch'],
  ['browser/navigation-edges', 'browser/navigation-timeout', 'browser/navigation-forms'],
  ['browser/digest', 'browser/missing-navigation', 'browser/trace', 'browser/navigation-failures'],
  ['browser/performance', 'browser/issue-trend', 'browser/csp-report', 'browser/sentry-react'],
  ['integration/faults', 'integration/lifecycle'],
  ['integration/moved-desk', 'integration/broken-output', 'integration/desk-process'],
  ['integration/source-maps', 'integration/source-map-mistakes'],
  ['integration/sdk-node', 'integration/sentry-node', 'integration/sentry-node-traces'],
  [
    'integration/odd-pages',
    'integration/page-shell-boot',
    'integration/page-shell-leaks',
    'integration/page-shell-failures',
  ],
  ['integration/revocation', 'integration/tools-with-tokens', 'integration/link-tokens'],
  ['integration/forms', 'integration/request-targets'],
  ['integration/ingest-abuse', 'integration/slow-senders'],
  [
    'unit/server/store/move/move-desk',
    'unit/server/store/move/killed-moves',
    'unit/server/cli/move',
    'unit/server/store/postgres/same-answers',
  ],
]

/** Test files of which `npm test` runs one test of so many, from one that the run's seed chooses. */
const shares: Readonly<Record<string, number>> = {
  'browser/acts': 3,
  'browser/desk-keys': 2,
  'browser/digest': 2,
  'browser/event-page': 3,
  'browser/frame': 2,
  'browser/issues-list': 3,
  'browser/live': 3,
  'browser/navigation-cache': 2,
  'browser/navigation-edges': 2,
  'browser/navigation-failures': 2,
  'browser/navigation-forms': 2,
  'browser/navigation-history': 2,
  'browser/navigation-prefetch': 2,
  'browser/navigation-timeout': 2,
  'browser/set-up': 3,
  'browser/tabs': 2,
  'browser/tasks': 3,
  'browser/waterfall': 3,
  'integration/crash': 2,
  'integration/faults': 2,
  'integration/lifecycle': 2,
  'integration/roles': 3,
  'unit/server/store/blobs/blobs-contract': 4,
  'unit/server/store/preparer-faults': 3,
  'unit/server/store/heavy-envelopes': 2,
  'unit/server/writer/writer': 3,
}

const fileOf = (name: string) => `tests/${name}.test.ts`

/** Lists the files that wait in this run, because it is the turn of others. None waits in a run without a seed. */
export function listWaiting(root: string): string[] {
  const missing = [...lines.flat(), ...Object.keys(shares)].filter(
    (name) => !existsSync(join(root, fileOf(name))),
  )
  if (missing.length > 0) throw new Error(`Cannot let tests take turns: there is no ${missing.join(', no ')}`)
  if (isFull || seed === undefined) return []
  return lines.flatMap((line) =>
    line.filter((_, place) => place !== draw(line.join(), line.length)).map(fileOf),
  )
}

/** Tells of a file which of its tests run: from one on, each so manieth. */
export function shareOf(path: string): { first: number; every: number } {
  const name = Object.keys(shares).find((each) => path.endsWith(fileOf(each)))
  if (isFull || seed === undefined || name === undefined) return { first: 0, every: 1 }
  const every = shares[name] ?? 1
  return { first: draw(name, every), every }
}

/** Tells on which engine those tests of a file run that are there for each. */
export function engineOf(path: string): 'sqlite' | 'postgres' | undefined {
  if (isFull || seed === undefined) return undefined
  return draw(path, 2) === 0 ? 'sqlite' : 'postgres'
}

/** Gives a number below a limit, by the seed: for each name another, so that all pairs come to meet. */
function draw(name: string, limit: number): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() % limit
}
