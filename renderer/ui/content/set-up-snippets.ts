export interface SetUp {
  platform: string
  install: string
  files: { name: string; code: string }[]
  note?: string
}

/** How the applications of the four commonest kinds report to a project. */
export function setUpSnippets(dsn: string): [SetUp, ...SetUp[]] {
  const quoted = JSON.stringify(dsn)
  return [
    {
      platform: 'Node',
      install: 'npm install @sentry/node',
      files: [
        {
          name: 'instrument.mjs, loaded first: node --import ./instrument.mjs server.js',
          code: `import * as Sentry from '@sentry/node'

Sentry.init({ dsn: ${quoted} })`,
        },
      ],
    },
    {
      platform: 'Browser, with React',
      install: 'npm install @sentry/react',
      files: [
        {
          name: 'main.jsx',
          code: `import * as Sentry from '@sentry/react'
import { createRoot } from 'react-dom/client'

Sentry.init({ dsn: ${quoted} })

createRoot(document.getElementById('root'), {
  onUncaughtError: Sentry.reactErrorHandler(),
  onCaughtError: Sentry.reactErrorHandler(),
  onRecoverableError: Sentry.reactErrorHandler(),
}).render(<App />)`,
        },
      ],
    },
    {
      platform: 'Next.js',
      install: 'npm install @sentry/nextjs',
      files: [
        {
          name: 'instrumentation.ts',
          code: `import * as Sentry from '@sentry/nextjs'

export function register() {
  Sentry.init({
    dsn: ${quoted},
    integrations: [Sentry.extraErrorDataIntegration()],
  })
}

export const onRequestError = Sentry.captureRequestError`,
        },
        {
          name: 'instrumentation-client.ts',
          code: `import * as Sentry from '@sentry/nextjs'

Sentry.init({ dsn: ${quoted} })`,
        },
      ],
      note: 'The integration sends the digest of Next.js’s error screen along, so that it can be found here.',
    },
    {
      platform: 'Python',
      install: 'pip install sentry-sdk',
      files: [
        {
          name: 'At the start of the program',
          code: `import sentry_sdk

sentry_sdk.init(dsn=${quoted})`,
        },
      ],
    },
  ]
}
