import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig } from 'vite'
import { browserHalf } from './renderer/build/browser-half.ts'
import { catalogue } from './renderer/build/catalogue.ts'
import { foldPageList } from './renderer/build/fold-page-list.ts'
import { keepStyles } from './renderer/build/keep-styles.ts'
import { isCodeOf } from './renderer/build/page-code.ts'
import { plainImports } from './renderer/build/plain-imports.ts'
import { shortClassName } from './renderer/build/short-class-name.ts'
import { unneededOfVike, vikeChecks } from './renderer/build/vike-checks.ts'
import { requireTunnelPath } from './server/config/tunnel-path.ts'

// The build reads two settings; everything else is read by server/main.ts when the process starts.
const tunnelPath = process.env.TUNNEL_PATH || '/tunnel'
requireTunnelPath(tunnelPath, import.meta.dirname)
const browserAdapters = (process.env.BROWSER_TELEMETRY_ADAPTER || 'envelope').split(/[\s,]+/)

const isIssuesCode = isCodeOf('/pages/issues')

/** Components of one folder are shown together. */
/** The checkout itself may be in a folder of this name. */
const pagesFolder = `${import.meta.dirname}/pages/`
const partOf = /\/renderer\/(?:ui|views|layout)\/([\w-]+)\//

/** `pages_issues_-issueId`. */
function entryName(name: string): string {
  return name
    .replace(/^entries\//, '')
    .replaceAll('/', '_')
    .replaceAll('@', '-')
}

const isProduction = process.env.NODE_ENV === 'production'

export default defineConfig({
  publicDir: 'renderer/public',
  plugins: [vike(), react(), keepStyles(), browserHalf(), plainImports(), foldPageList(), catalogue()],
  define: {
    __TUNNEL_PATH__: JSON.stringify(tunnelPath),
    // Each by its own name: what is false here is not in the bundle.
    __ENVELOPE_ADAPTER__: JSON.stringify(browserAdapters.includes('envelope')),
    __SENTRY_ADAPTER__: JSON.stringify(browserAdapters.includes('sentry')),
    __OTLP_ADAPTER__: JSON.stringify(browserAdapters.includes('otlp')),
    __CONSOLE_ADAPTER__: JSON.stringify(browserAdapters.includes('console')),
    __SEVERAL_ADAPTERS__: JSON.stringify(browserAdapters.length > 1),
  },
  environments: {
    client: {
      build: {
        // The desk reads the maps of its pages itself, and serves them to nobody.
        sourcemap: 'hidden',
        // A page's code is there before it is clicked; lists of what each page's code needs would be loaded by everybody.
        modulePreload: { polyfill: false, resolveDependencies: () => [] },
        // The issues page's script names those of all pages: what they are called is loaded with it. Stacks name them too.
        rolldownOptions: {
          treeshake: { manualPureFunctions: [...vikeChecks, ...unneededOfVike] },
          output: {
            entryFileNames: ({ name }) => `assets/${entryName(name)}.[hash:7].js`,
            chunkFileNames: 'assets/chunk.[hash:7].js',
          },
        },
      },
    },
  },
  css: { modules: isProduction ? { generateScopedName: shortClassName } : {} },
  build: {
    // Stacks of the built server name the sources: Node reads the maps that the scripts name.
    sourcemap: true,
    // All styles together are 8 kB: one file, instead of a dozen requests before the first paint.
    cssCodeSplit: false,
    // as old as `light-dark()`: what stands in for it knows of no choice but the system's
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Most pages share most of their code: what the issues page loads, where everybody arrives, is one file beside
    // React, and what is left of the components another.
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              priority: 3,
              test: /node_modules\/(react|react-dom|scheduler)\//,
            },
            {
              debugName: 'ui',
              name: (id, modules) => (isIssuesCode(id, modules) ? 'ui' : null),
              priority: 2,
              test: (id) => !id.startsWith(pagesFolder) && !id.includes('virtual:'),
            },
            {
              debugName: 'parts',
              name: (id) => partOf.exec(id)?.[1] ?? 'parts',
              priority: 1,
              test: /\/renderer\/(?:ui|views|layout)\/|\.module\.css/,
            },
          ],
        },
      },
    },
  },
})
