import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig } from 'vite'

// The build reads three settings; everything else is read by server/main.ts when the process starts.
const tunnelPath = process.env.TUNNEL_PATH || '/tunnel'
const otlpEndpoint = process.env.OTEL_EXPORTER_OTLP_ENDPOINT || 'http://localhost:4318'
const browserAdapters = (process.env.BROWSER_TELEMETRY_ADAPTER || 'envelope').split(/[\s,]+/)

export default defineConfig({
  plugins: [vike(), react()],
  define: {
    __TUNNEL_PATH__: JSON.stringify(tunnelPath),
    __OTLP_ENDPOINT__: JSON.stringify(otlpEndpoint),
    // Each by its own name: what is false here is not in the bundle.
    __ENVELOPE_ADAPTER__: JSON.stringify(browserAdapters.includes('envelope')),
    __SENTRY_ADAPTER__: JSON.stringify(browserAdapters.includes('sentry')),
    __OTLP_ADAPTER__: JSON.stringify(browserAdapters.includes('otlp')),
    __CONSOLE_ADAPTER__: JSON.stringify(browserAdapters.includes('console')),
    __SEVERAL_ADAPTERS__: JSON.stringify(browserAdapters.length > 1),
  },
  build: {
    // Stacks of the built server name the sources, and so do those that browsers report.
    sourcemap: true,
    // All styles together are 4 kB: one file, instead of a dozen requests before the first paint.
    cssCodeSplit: false,
    // Components are small and most pages share them: two files, instead of two dozen of a kilobyte, and one
    // more for the pages that show an event or a project.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', priority: 3, test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'ui',
              priority: 2,
              test: /renderer\/(ui\/(content|form|frame|issue)|styles|navigation)\/|renderer\/[\w+-]+\.tsx?$|lucide-react|telemetry\//,
            },
            { name: 'event', priority: 1, test: /renderer\/ui\/(event|project)\// },
          ],
        },
      },
    },
  },
})
