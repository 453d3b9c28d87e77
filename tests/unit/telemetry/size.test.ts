import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, it } from 'vitest'

const adapter = `import { createBrowserEnvelopeAdapter } from '/telemetry/adapters/envelope-browser.ts'
const options = { adapter: createBrowserEnvelopeAdapter({ url: '/tunnel', dsn: document.title }) }`

const errors = `import { startErrorTelemetry } from '/telemetry/browser/errors.ts'
${adapter}
startErrorTelemetry(options)`

const breadcrumbs = `import { startBrowserTelemetry } from '/telemetry/browser.ts'
${adapter}
startBrowserTelemetry(options)`

const tracing = `import { startBrowserTelemetry } from '/telemetry/browser.ts'
import { startBrowserTracing } from '/telemetry/browser/tracing.ts'
${adapter}
window.tracing = startBrowserTracing(startBrowserTelemetry(options), { sampleRate: 0.1 })`

/** What a page loads of it: minified, gzipped as a server would that does it once. */
async function sizeOf(source: string): Promise<number> {
  const entry = '\0page.js'
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: process.cwd(),
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? entry : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: 'page' } },
  })
  const { output } = result as Rolldown.RolldownOutput // one build that is not watched has one
  return gzipSync(output[0].code, { level: 9 }).length
}

// At most 9,300 bytes for all; Sentry's own are 31.6 kB for errors and 55.5 kB for all. The first two are what is
// reached, rounded up.
it.each([
  { part: 'errors', source: errors, limit: 4_600 },
  { part: 'errors and breadcrumbs', source: breadcrumbs, limit: 6_120 },
  { part: 'errors, breadcrumbs, tracing and web vitals', source: tracing, limit: 9_300 },
])('$part take at most $limit bytes of a page', async ({ source, limit }) => {
  expect(await sizeOf(source)).toBeLessThanOrEqual(limit)
})
