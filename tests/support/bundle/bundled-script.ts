import { join } from 'node:path'

/** The setup of the run names the folder of the bundle to the tests' processes, as it does with `TMPDIR`. */
export const BUNDLE = 'CRUMBTRAIL_TEST_BUNDLE'

/** Scripts that tests start often. */
export const bundledScripts: readonly string[] = [
  'server/main.ts',
  'tests/support/servers/both-ways-server.ts',
  'tests/support/servers/ingest-server.ts',
]

/** `server_main.mjs`: all scripts are in one folder. */
export function bundledName(path: string): string {
  return `${path.replaceAll('/', '_').replace(/\.ts$/, '')}.mjs`
}

/** The folder of the run's bundle; undefined if it has none. */
export function findBundle(): string | undefined {
  return process.env[BUNDLE]
}

/** What to start in a script's stead, with its own compiled code beside it; undefined if there is no bundle. */
export function findBundled(path: string): { script: string; env: Record<string, string> } | undefined {
  const folder = findBundle()
  if (folder === undefined || !bundledScripts.includes(path)) return undefined
  return {
    script: join(folder, bundledName(path)),
    env: { NODE_COMPILE_CACHE: join(folder, 'compile-cache') },
  }
}
