import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vitest/config'
import { BUNDLE, bundledName } from './bundled-script.ts'

/**
 * Has units start their threads from the run's bundle, where it has one: most of what a thread does in a test is finding
 * hundreds of modules. What is the test's own process stays the sources.
 */
export function startBundledThreads(root: string): Plugin {
  return {
    name: 'crumbtrail:bundled-threads',
    enforce: 'pre',
    transform: {
      filter: { id: /\/(?:server|tests)\/.*\.ts$/, code: /new URL\('\.[^']+', import\.meta\.url\)/ },
      handler(code, id) {
        const placed = code.replaceAll(
          /new URL\('(\.[^']+-(?:worker|preparer)\.ts)', import\.meta\.url\)/g,
          (source, path: string) => {
            const name = bundledName(relative(root, join(dirname(id), path)))
            const folder = `process.env[${JSON.stringify(BUNDLE)}]`
            return `(${folder} === undefined ? ${source} : new URL(\`file://\${${folder}}/${name}\`))`
          },
        )
        return { code: placed, map: null } // each line stays where it is
      },
    },
  }
}
