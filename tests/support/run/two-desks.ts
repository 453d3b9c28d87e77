import { globSync } from 'node:fs'
import { isFull, seed as seedOfRun } from './doses.ts'

/** Browser tests that never run on two desks, and why. */
export const onOneDeskOnly: Readonly<Record<string, string>> = {
  'browser/csp-report': 'it has no desk: what the browser sends is received in the test itself',
  'browser/development': 'it serves the sources by a server of its own, which people run as one process',
  'browser/sdk-browser': 'it has no desk: what the SDKs send is received in the test itself',
}

/** Those that `npm test` chooses from: they share two desks, and send forms, go from page to page, or read what was counted. */
export const forShortRuns: readonly string[] = [
  'browser/desk-keys',
  'browser/foreign-digest',
  'browser/frame',
  'browser/missing-navigation',
  'browser/navigation-cache',
  'browser/navigation-edges',
  'browser/navigation-failures',
  'browser/navigation-forms',
  'browser/navigation-history',
  'browser/navigation-prefetch',
  'browser/navigation-timeout',
  'browser/tasks',
]

const fileOf = (name: string) => `tests/${name}.test.ts`

/**
 * Lists the browser tests that run on two desks behind a round robin: all that can in `npm run test:long`, beside the same on
 * one desk; in every second `npm test` one of those for short runs whose turn it is, instead of on one desk. A run of files that are
 * named has none.
 */
export function listOnTwoDesks(root: string, waiting: readonly string[], seed = seedOfRun): string[] {
  if (seed !== undefined) {
    if (seed % 2 === 1) return []
    const ready = forShortRuns.map(fileOf).filter((path) => !waiting.includes(path))
    return ready.filter((_, place) => place === (seed / 2) % ready.length)
  }
  if (!isFull) return []
  const alone = Object.keys(onOneDeskOnly).map(fileOf)
  return globSync('tests/browser/*.test.ts', { cwd: root })
    .filter((path) => !alone.includes(path))
    .sort()
}
