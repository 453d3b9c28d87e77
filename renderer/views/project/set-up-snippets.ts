import { files, hello, noKey, notes } from '#renderer/texts/account/set-up.ts'

export interface SetUp {
  platform: string
  install: string
  files: { name: string; code: string }[]
  note?: string
}

/** Examples of how the most common kinds of applications report to a project. */
export function setUpSnippets(dsn: string): [SetUp, ...SetUp[]] {
  const quoted = JSON.stringify(dsn)
  return [
    {
      platform: 'Node',
      install: 'npm install @sentry/node',
      files: [
        {
          name: files.node,
          code: `import * as Sentry from '@sentry/node'

Sentry.init({ dsn: ${quoted} })`,
        },
      ],
    },
    {
      platform: 'Browser',
      install: 'npm install @sentry/browser',
      files: [
        {
          name: files.browser,
          code: `import * as Sentry from '@sentry/browser'

Sentry.init({ dsn: ${quoted} })`,
        },
      ],
    },
    {
      platform: 'React',
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
        { name: 'app/global-error.jsx', code: GLOBAL_ERROR },
      ],
      note: notes.next,
    },
    {
      platform: 'Python',
      install: 'pip install sentry-sdk',
      files: [
        {
          name: files.program,
          code: `import sentry_sdk

sentry_sdk.init(dsn=${quoted})`,
        },
      ],
    },
    {
      platform: 'Go',
      install: 'go get github.com/getsentry/sentry-go',
      files: [
        {
          name: 'main.go',
          code: `err := sentry.Init(sentry.ClientOptions{Dsn: ${quoted}})
if err != nil {
	log.Fatalf("sentry.Init: %s", err)
}
defer sentry.Flush(2 * time.Second)`,
        },
      ],
    },
    {
      platform: 'PHP',
      install: 'composer require sentry/sentry',
      files: [{ name: files.script, code: `\\Sentry\\init(['dsn' => ${quotedPhp(dsn)}]);` }],
    },
    {
      platform: 'Ruby',
      install: 'bundle add sentry-ruby',
      files: [
        {
          name: files.program,
          code: `require 'sentry-ruby'

Sentry.init { |config| config.dsn = ${quotedPhp(dsn)} }`,
        },
      ],
    },
    {
      platform: 'Java',
      install: 'implementation("io.sentry:sentry:8.24.0")',
      files: [
        {
          name: 'Main.java',
          code: `Sentry.init(options -> options.setDsn(${quoted}));`,
        },
      ],
    },
    {
      platform: '.NET',
      install: 'dotnet add package Sentry',
      files: [
        {
          name: 'Program.cs',
          code: `using var sentry = SentrySdk.Init(options => options.Dsn = ${quoted});`,
        },
      ],
    },
    {
      platform: 'curl',
      install: curlOf(dsn),
      files: [],
      note: notes.curl,
    },
  ]
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

/** Single quotes, in which PHP and Ruby have only two escapes. */
function quotedPhp(dsn: string): string {
  return `'${dsn.replaceAll(/[\\']/g, '\\$&')}'`
}

function curlOf(dsn: string): string {
  const url = URL.parse(dsn)
  if (url === null || url.username === '') return `# ${noKey}`
  return `curl '${url.origin}/api${url.pathname}/store/?sentry_key=${url.username}' \\
  -H 'content-type: application/json' \\
  -d '{"message": "${hello}", "level": "error"}'`
}
