import type { Plugin } from 'vite'

/**
 * Leaves the server's half of `+data` out of what browsers load. No browser calls it, but the bundler would
 * place what it imports, such as the whole frame, in the code that every page loads.
 */
export function browserHalf(): Plugin {
  return {
    name: 'crumbtrail:browser-half',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      filter: { id: /\/renderer\/page\/load-page-data\.ts$/ },
      handler: () => 'export const loadPageData = undefined',
    },
  }
}
