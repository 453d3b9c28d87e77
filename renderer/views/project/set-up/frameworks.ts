import { files, notes } from '#renderer/texts/account/set-up.ts'
import { indented, jsInit, type SetUp } from './set-up.ts'

/** Frameworks that render on a server: each has a part there and a part in the browser. */

export function nextSetUp(dsn: string): SetUp {
  const onServer = jsInit(dsn, ['integrations: [Sentry.extraErrorDataIntegration()],'])
  return {
    platform: 'Next.js',
    install: 'npm install @sentry/nextjs',
    files: [
      {
        name: 'instrumentation.ts',
        code: `${imported('nextjs')}

export function register() {
${indented(onServer)}
}

export const onRequestError = Sentry.captureRequestError`,
      },
      {
        name: 'instrumentation-client.ts',
        code: `${imported('nextjs')}

${jsInit(dsn)}

export const onRouterTransitionStart = Sentry.captureRouterTransitionStart`,
      },
      { name: 'app/global-error.jsx', code: GLOBAL_ERROR },
    ],
    test: {
      name: 'app/test-error/page.jsx',
      code: `export const dynamic = 'force-dynamic'

export default function Page() {
  throw new Error('Test from Next.js')
}`,
    },
    note: notes.next,
  }
}

export function nuxtSetUp(dsn: string): SetUp {
  const init = `${imported('nuxt')}\n\n${jsInit(dsn)}`
  return {
    platform: 'Nuxt',
    install: 'npm install @sentry/nuxt',
    files: [
      {
        name: 'nuxt.config.ts',
        code: `export default defineNuxtConfig({ modules: ['@sentry/nuxt/module'] })`,
      },
      { name: 'sentry.client.config.ts', code: init },
      { name: 'sentry.server.config.ts', code: init },
    ],
    test: {
      name: 'server/api/test-error.ts',
      code: `export default defineEventHandler(() => {
  throw new Error('Test from Nuxt')
})`,
    },
    note: notes.nuxt,
  }
}

export function svelteKitSetUp(dsn: string): SetUp {
  return {
    platform: 'SvelteKit',
    install: 'npm install @sentry/sveltekit',
    files: [
      {
        name: 'src/hooks.server.ts',
        code: `${imported('sveltekit')}

${jsInit(dsn)}

export const handle = Sentry.sentryHandle()
export const handleError = Sentry.handleErrorWithSentry()`,
      },
      {
        name: 'src/hooks.client.ts',
        code: `${imported('sveltekit')}

${jsInit(dsn)}

export const handleError = Sentry.handleErrorWithSentry()`,
      },
    ],
    test: {
      name: 'src/routes/test-error/+server.ts',
      code: `export function GET() {
  throw new Error('Test from SvelteKit')
}`,
    },
  }
}

export function astroSetUp(dsn: string): SetUp {
  const init = `${imported('astro')}\n\n${jsInit(dsn)}`
  return {
    platform: 'Astro',
    install: 'npm install @sentry/astro',
    files: [
      {
        name: 'astro.config.mjs',
        code: `import sentry from '@sentry/astro'
import { defineConfig } from 'astro/config'

export default defineConfig({ integrations: [sentry()] })`,
      },
      { name: 'sentry.client.config.js', code: init },
      { name: 'sentry.server.config.js', code: init },
    ],
    test: {
      name: 'src/pages/test-error.astro',
      code: `---
export const prerender = false
throw new Error('Test from Astro')
---`,
    },
    note: notes.astro,
  }
}

export function reactRouterSetUp(dsn: string): SetUp {
  return {
    platform: 'React Router',
    install: 'npm install @sentry/react-router',
    files: [
      { name: files.reactRouter, code: `${imported('react-router')}\n\n${jsInit(dsn)}` },
      {
        name: 'app/entry.server.tsx',
        code: `import { createReadableStreamFromReadable } from '@react-router/node'
${imported('react-router')}
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter } from 'react-router'

export default Sentry.createSentryHandleRequest({
  ServerRouter,
  renderToPipeableStream,
  createReadableStreamFromReadable,
})

export const handleError = Sentry.createSentryHandleError({ logErrors: true })`,
      },
      {
        name: 'app/entry.client.tsx',
        code: `${imported('react-router')}
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

${jsInit(dsn, ['integrations: [Sentry.reactRouterTracingIntegration()],'])}

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})`,
      },
    ],
    test: {
      name: 'app/routes/test-error.tsx',
      code: `export function loader() {
  throw new Error('Test from React Router')
}`,
    },
    note: notes.reactRouter,
  }
}

function imported(name: string): string {
  return `import * as Sentry from '@sentry/${name}'`
}

/**
 * An error with a digest happened on the server, and onRequestError reports it there. The browser only
 * knows its digest.
 */
const GLOBAL_ERROR = `'use client'
import * as Sentry from '@sentry/nextjs'
import { useEffect } from 'react'

export default function GlobalError({ error }) {
  useEffect(() => {
    if (!error.digest) Sentry.captureException(error)
  }, [error])
  return (
    <html lang="en">
      <body>
        <h1>Something went wrong</h1>
        {error.digest && <p>Digest: {error.digest}</p>}
      </body>
    </html>
  )
}`
