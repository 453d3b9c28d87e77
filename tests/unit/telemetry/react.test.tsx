import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import { createRootErrorHandlers, ErrorBoundary } from '#telemetry/react.tsx'
import { createTelemetry } from '#telemetry/telemetry.ts'

function start() {
  const memory = createMemoryAdapter()
  const telemetry = createTelemetry({ adapters: [memory], platform: 'javascript' })
  return { telemetry, events: () => memory.items.map(({ payload }) => payload) }
}

const info = { componentStack: '\n    at Cart\n    at App' }

describe('createRootErrorHandlers()', () => {
  it.each([
    ['onUncaughtError', 'react.uncaught', false, 'error'],
    ['onCaughtError', 'react.caught', true, 'error'],
    ['onRecoverableError', 'react.recoverable', true, 'warning'],
  ] as const)('%s reports with the component stack', (name, type, handled, level) => {
    const { telemetry, events } = start()
    createRootErrorHandlers(telemetry)[name](new Error('no price'), info)
    expect(events()).toMatchObject([
      {
        level,
        contexts: { react: info },
        exception: { values: [{ value: 'no price', mechanism: { type, handled } }] },
      },
    ])
  })

  it('reports what has no component stack too', () => {
    const { telemetry, events } = start()
    createRootErrorHandlers(telemetry).onUncaughtError(null, {})
    expect(events()).toMatchObject([{ exception: { values: [{ type: 'ThrownNull' }] } }])
  })

  it('leaves to the server what the server failed at and has reported', () => {
    const { telemetry, events } = start()
    const error = Object.assign(new Error('The server could not finish this boundary'), {
      digest: 'K7Q2MX-4T9ZPA',
    })
    createRootErrorHandlers(telemetry).onRecoverableError(error, info)
    expect(events()).toEqual([])
  })
})

describe('ErrorBoundary', () => {
  it('renders its children as long as nothing fails', () => {
    const { telemetry } = start()
    const html = renderToString(
      <ErrorBoundary telemetry={telemetry} fallback={() => <p>failed</p>}>
        <p>fine</p>
      </ErrorBoundary>,
    )
    expect(html).toBe('<p>fine</p>')
  })

  // React calls these in the browser alone; the browser tests see it do so.
  it('shows the fallback with what was thrown, undefined and null included', () => {
    for (const thrown of [new Error('no price'), undefined, null]) {
      const boundary = new ErrorBoundary({ fallback: (error) => `failed: ${String(error)}` })
      boundary.state = ErrorBoundary.getDerivedStateFromError(thrown)
      expect(boundary.render()).toBe(`failed: ${String(thrown)}`)
    }
  })

  it('reports once, whoever else reports the same error', () => {
    const { telemetry, events } = start()
    const error = new Error('no price')
    const boundary = new ErrorBoundary({ telemetry, fallback: () => null })
    createRootErrorHandlers(telemetry).onCaughtError(error, info)
    boundary.componentDidCatch(error, info)
    boundary.componentDidCatch(new Error('another'), info)
    expect(events()).toHaveLength(2)
    expect(events()[1]).toMatchObject({ exception: { values: [{ mechanism: { type: 'react.boundary' } }] } })
  })

  it('reports nothing itself where the root does', () => {
    new ErrorBoundary({ fallback: () => null }).componentDidCatch(new Error('x'), info)
  })
})
