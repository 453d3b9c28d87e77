// The texts next to the set-up snippets of applications.

export const files = {
  node: 'instrument.mjs, loaded first: node --import ./instrument.mjs server.js',
  reactRouter: 'instrument.server.mjs, loaded first',
  terminal: 'In a terminal',
  below: 'Below that',
  component: 'In any component',
  browser: 'main.js, before everything else',
  program: 'At the start of the program',
  phpScript: 'At the start of the script',
  otlp: 'Environment of the application',
  otlpTest: 'test.mjs, run with: node --import @opentelemetry/auto-instrumentations-node/register test.mjs',
  script: 'test.mjs, run with: node --import ./instrument.mjs test.mjs',
} as const

export const notes = {
  next: 'The integration also sends the digest from Next.js’s error screen, so you can find it here. The error screen shows the digest, and reports only errors without one: an error with a digest failed on the server, which reports it with its stack; the browser would only add “Minified React error #441”.',
  nuxt: 'Start the built server with the server part loaded first: node --import ./.output/server/sentry.server.config.mjs .output/server/index.mjs',
  astro:
    'Astro’s server starts the SDK with the first page that it renders. It does not report what an endpoint throws before that.',
  reactRouter:
    'Start the server with NODE_ENV=production NODE_OPTIONS="--import ./instrument.server.mjs": the SDK loads React, which reads NODE_ENV when it is loaded.',
  curl: 'You can send an event without an SDK:',
} as const

/** The release of the examples. */
export const release = 'my-app@1.0.0'

export const noKey = 'this project has no active key'
export const hello = 'Hello from curl'
