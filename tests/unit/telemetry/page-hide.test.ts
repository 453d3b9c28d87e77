import { Window } from 'happy-dom'
import { expect, it, onTestFinished } from 'vitest'
import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import { type BrowserWindow, startErrorTelemetry } from '#telemetry/browser/errors.ts'

it('what was left out is reported when the page is hidden, and not when it is shown again', () => {
  const page = new Window({ url: 'https://shop.example/' })
  const window = page as unknown as BrowserWindow // its likeness
  const memory = createMemoryAdapter()
  const telemetry = startErrorTelemetry(
    { adapter: memory, clock: () => 3000, ignoreErrors: ['known'] },
    window,
  )
  onTestFinished(async () => {
    await telemetry.close(0)
  })
  const become = (visibilityState: string) => {
    Object.defineProperty(page.document, 'visibilityState', { value: visibilityState, configurable: true })
    page.document.dispatchEvent(new page.Event('visibilitychange', { bubbles: true }))
  }
  telemetry.captureException(new Error('known'))
  become('visible')
  expect(memory.items).toEqual([])
  become('hidden')
  expect(memory.items).toMatchObject([
    {
      type: 'client_report',
      payload: {
        timestamp: 3,
        discarded_events: [{ reason: 'event_processor', category: 'error', quantity: 1 }],
      },
    },
  ])
  telemetry.uninstall()
  telemetry.captureException(new Error('known'))
  become('hidden')
  expect(memory.items).toHaveLength(1)
})
