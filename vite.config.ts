import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig } from 'vite'

// The build reads two settings; everything else is read by server/main.ts when the process starts.
const tunnelPath = process.env.TUNNEL_PATH || '/tunnel'
const browserAdapter = process.env.BROWSER_TELEMETRY_ADAPTER || 'envelope'

export default defineConfig({
  plugins: [vike(), react()],
  define: {
    __TUNNEL_PATH__: JSON.stringify(tunnelPath),
    __BROWSER_TELEMETRY_ADAPTER__: JSON.stringify(browserAdapter),
  },
  build: {
    // Stacks of the built server name the sources, and so do those that browsers report.
    sourcemap: true,
    // All styles together are 4 kB: one file, instead of a dozen requests before the first paint.
    cssCodeSplit: false,
    // Components are small and most pages share them: two files, instead of two dozen of a kilobyte.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'ui', test: /renderer\/(ui|styles)\/|renderer\/[a-z-]+\.ts|lucide-react|telemetry\// },
          ],
        },
      },
    },
  },
})
