import type { Plugin } from 'vite'

/**
 * Leaves `import()` as it is. Vite would wrap each one in a function that first loads styles and scripts of
 * a list, and our lists are empty: there is one style sheet, and pages are prefetched.
 */
export function plainImports(): Plugin {
  return {
    name: 'crumbtrail:plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => 'export const __vitePreload = (load) => load()',
    },
  }
}
