import { files } from '#renderer/texts/account/set-up.ts'
import { jsInit, type SetUp } from './set-up.ts'

const tracing = 'integrations: [Sentry.browserTracingIntegration()],'

export function nodeSetUp(dsn: string): SetUp {
  return {
    platform: 'Node',
    install: 'npm install @sentry/node',
    files: [{ name: files.node, code: `import * as Sentry from '@sentry/node'\n\n${jsInit(dsn)}` }],
    test: {
      name: files.terminal,
      code: `node --import ./instrument.mjs -e "throw new Error('Test from Node')"`,
    },
  }
}

export function browserSetUp(dsn: string): SetUp {
  return {
    platform: 'Browser',
    install: 'npm install @sentry/browser',
    files: [
      {
        name: files.browser,
        code: `import * as Sentry from '@sentry/browser'\n\n${jsInit(dsn, [tracing])}`,
      },
    ],
    test: { name: files.below, code: `setTimeout(() => {\n  throw new Error('Test from the browser')\n})` },
  }
}

/** Sets up the SDK with its form for feedback. */
export function feedbackSetUp(dsn: string): SetUp {
  const withForm = `integrations: [Sentry.feedbackIntegration({ colorScheme: 'system' })],`
  return {
    platform: 'Browser',
    install: 'npm install @sentry/browser',
    files: [
      {
        name: files.browser,
        code: `import * as Sentry from '@sentry/browser'\n\n${jsInit(dsn, [withForm])}`,
      },
    ],
    test: { name: files.below, code: `Sentry.captureFeedback({ message: 'Test from the browser' })` },
  }
}

export function reactSetUp(dsn: string): SetUp {
  return {
    platform: 'React',
    install: 'npm install @sentry/react',
    files: [
      {
        name: 'main.jsx',
        code: `import * as Sentry from '@sentry/react'
import { createRoot } from 'react-dom/client'
import App from './App.jsx'

${jsInit(dsn, [tracing])}

createRoot(document.getElementById('root'), {
  onUncaughtError: Sentry.reactErrorHandler(),
  onCaughtError: Sentry.reactErrorHandler(),
  onRecoverableError: Sentry.reactErrorHandler(),
}).render(<App />)`,
      },
    ],
    test: { name: files.component, code: throwingButton('React') },
  }
}

export function expoSetUp(dsn: string): SetUp {
  return {
    platform: 'Expo',
    install: 'npx expo install @sentry/react-native',
    files: [
      {
        name: 'app/_layout.tsx',
        code: `import * as Sentry from '@sentry/react-native'
import { Stack } from 'expo-router'

${jsInit(dsn)}

export default Sentry.wrap(function Layout() {
  return <Stack />
})`,
      },
    ],
    test: {
      name: files.component,
      code: `<Button
  title="Throw"
  onPress={() => {
    throw new Error('Test from Expo')
  }}
/>`,
    },
  }
}

function throwingButton(platform: string): string {
  return `<button
  onClick={() => {
    throw new Error('Test from ${platform}')
  }}
>
  Throw
</button>`
}
