import { afterEach, describe, expect, it, vi } from 'vitest'
import { createConsoleAdapter } from '#telemetry/adapters/console.ts'
import { observeConsole } from '#telemetry/instrument/console.ts'
import { createTelemetry } from '#telemetry/telemetry.ts'
import { aTransaction, traceId } from '#tests/support/builders/telemetry-items.ts'
import { untilStopped } from '#tests/support/servers/until-stopped.ts'

function start() {
  const texts: string[] = []
  const telemetry = createTelemetry({
    adapters: [createConsoleAdapter((text) => texts.push(text))],
    platform: 'node',
    random: (byteCount) => new Uint8Array(byteCount),
  })
  return { telemetry, texts }
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('createConsoleAdapter()', () => {
  it('says what failed, by which codes it is found, and where', () => {
    const { telemetry, texts } = start()
    const error = new TypeError('no price', { cause: new Error('socket closed') })
    telemetry.captureException(error, { digest: 'K7Q2MX-4T9ZPA' })
    const lines = texts[0]?.split('\n') ?? []
    expect(lines[0]).toBe(`[error] TypeError: no price (digest K7Q2MX-4T9ZPA, event ${'0'.repeat(32)})`)
    expect(lines[1]).toMatch(/^ {4}at .*console\.test\.ts:\d+:\d+\)$/)
    expect(lines).toContain('  caused by Error: socket closed')
  })

  it('says a message in one line', () => {
    const { telemetry, texts } = start()
    telemetry.captureMessage('cache is cold', 'warning')
    expect(texts).toEqual([`[warning] cache is cold (event ${'0'.repeat(32)})`])
  })

  it('says a transaction in one line', () => {
    const texts: string[] = []
    const adapter = createConsoleAdapter((text) => texts.push(text))
    adapter.deliver({ type: 'transaction', payload: aTransaction() })
    adapter.deliver({ type: 'client_report', payload: { timestamp: 1, discarded_events: [] } })
    expect(texts).toEqual([
      `[trace] http.server GET /issues took 250 ms ok (trace ${traceId}, 1 spans below)`,
    ])
  })

  it('lets no message forge a line or steer the terminal', () => {
    const { telemetry, texts } = start()
    telemetry.captureMessage('x\n[info] all is well\u001b[2J\r')
    expect(texts[0]).not.toMatch(/\p{Cc}/u)
  })

  it('prints past the wrapper that makes breadcrumbs of what is printed', () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    const crumbs: unknown[] = []
    const stop = untilStopped((signal) => observeConsole(console, (crumb) => crumbs.push(crumb), signal))
    createTelemetry({ adapters: [createConsoleAdapter()], platform: 'node' }).captureMessage('x')
    stop()
    expect(print).toHaveBeenCalledOnce()
    expect(crumbs).toEqual([])
  })
})
