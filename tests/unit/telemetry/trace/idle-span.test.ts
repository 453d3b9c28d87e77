import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '#telemetry/limits.ts'
import { createTracedTelemetry } from '#tests/support/store/traced-telemetry.ts'

// The numbers are those of Sentry's `startIdleSpan`: packages/core/src/tracing/idleSpan.ts
const second = 1_000

function start(options: { heldOpen?: boolean; beforeEnd?: () => void } = {}) {
  const traced = createTracedTelemetry()
  const { tracing, setTimer, clock } = traced
  const startMs = clock()
  const idle = tracing.startIdleSpan({ op: 'navigation', name: '/cart', setTimer, ...options })
  return {
    ...traced,
    idle,
    startMs,
    child: (name: string) => idle.startChild({ op: 'fetch', name }),
    /** Seconds from its start to its end, undefined while it is open. */
    duration: () => idle.endTimeMs && (idle.endTimeMs - startMs) / second,
    reason: () => idle.attributes['sentry.idle_span_finish_reason'],
  }
}

describe('the limits of idle spans', () => {
  it('are what the specification fixes', () => {
    expect(limits).toMatchObject({ idleTimeoutMs: 1_000, finalTimeoutMs: 30_000, childTimeoutMs: 15_000 })
  })
})

describe('rule 1: the idle timer', () => {
  it('runs from the creation', () => {
    const { advance, duration, reason } = start()
    advance(limits.idleTimeoutMs - 1)
    expect(duration()).toBeUndefined()
    advance(1)
    expect(duration()).toBe(1)
    expect(reason()).toBe('idleTimeout')
  })

  it('is cancelled by a child that starts, and restarts when the last one ends', () => {
    const { advance, child, duration, reason } = start()
    advance(900)
    const one = child('one')
    const two = child('two')
    advance(5 * second)
    one.end()
    advance(5 * second)
    expect(duration()).toBeUndefined()
    two.end()
    advance(limits.idleTimeoutMs - 1)
    expect(duration()).toBeUndefined()
    advance(1)
    expect(duration()).toBe(10.9)
    expect(reason()).toBe('idleTimeout')
  })

  it('hears of grandchildren too', () => {
    const { advance, child, duration } = start()
    const one = child('one')
    const grandchild = one.startChild({ op: 'db', name: 'select' })
    one.end()
    advance(3 * second)
    expect(duration()).toBeUndefined()
    grandchild.end()
    advance(limits.idleTimeoutMs)
    expect(duration()).toBe(3)
  })
})

describe('rule 2: the child timer', () => {
  it('ends the span when a child stays open too long, as if all were well', () => {
    const { advance, child, idle, reason, duration } = start()
    child('hangs')
    advance(limits.childTimeoutMs - 1)
    expect(duration()).toBeUndefined()
    advance(1)
    expect(reason()).toBe('heartbeatFailed')
    expect(idle.status).toBe('ok')
  })

  it('restarts with each child that starts', () => {
    const { advance, child, duration, reason } = start()
    child('hangs')
    advance(10 * second)
    child('hangs as well')
    advance(10 * second)
    expect(duration()).toBeUndefined()
    advance(5 * second)
    expect(reason()).toBe('heartbeatFailed')
  })

  it('is cancelled when the last child ends', () => {
    const { advance, child, reason } = start()
    const one = child('one')
    advance(14.5 * second)
    one.end()
    advance(second)
    expect(reason()).toBe('idleTimeout')
  })
})

it('rule 3: the final timer runs once, and says that the deadline has passed', () => {
  const { advance, child, idle, reason, duration } = start()
  for (let seconds = 0; seconds < 28; seconds += 4) {
    child(`at ${seconds}`)
    advance(4 * second)
  }
  expect(duration()).toBeUndefined()
  advance(2 * second)
  expect(idle.status).toBe('deadline_exceeded')
  expect(reason()).toBe('finalTimeout')
  expect(duration()).toBe(30)
})

describe('rule 4: a page load', () => {
  it('does not end while the document is loading', () => {
    const { advance, child, duration, idle, reason } = start({ heldOpen: true })
    child('one').end()
    advance(20 * second)
    expect(duration()).toBeUndefined()
    idle.allowEnd()
    advance(limits.idleTimeoutMs - 1)
    expect(duration()).toBeUndefined()
    advance(1)
    expect(reason()).toBe('idleTimeout')
    expect(duration()).toBe(0)
  })

  it('does not end by an open child either, whose time begins when the document has loaded', () => {
    const { advance, child, duration, idle, reason } = start({ heldOpen: true })
    child('hangs')
    advance(16 * second)
    expect(duration()).toBeUndefined()
    idle.allowEnd()
    advance(14 * second - 1)
    expect(duration()).toBeUndefined()
    advance(1)
    expect(reason()).toBe('finalTimeout')
  })

  it('ends by the final timer all the same', () => {
    const { advance, duration } = start({ heldOpen: true })
    advance(limits.finalTimeoutMs)
    expect(duration()).toBe(30)
  })
})

describe('rule 5: the end', () => {
  it('is that of the child that ended last', () => {
    const { advance, child, duration } = start()
    const long = child('long')
    const short = child('short')
    advance(2 * second)
    long.end()
    short.end(short.startTimeMs + 500)
    advance(limits.idleTimeoutMs)
    expect(duration()).toBe(2)
  })

  it('is never before the start', () => {
    const { startMs, advance, idle, duration } = start()
    idle.startChild({ op: 'resource', name: 'early', startTimeMs: startMs - 500 }).end(startMs - 100)
    advance(limits.idleTimeoutMs)
    expect(duration()).toBe(0)
  })

  it('is never more than 30 s after the start', () => {
    const { startMs, idle, duration, child } = start()
    child('late').end(startMs + 40 * second)
    idle.end(startMs + 50 * second)
    expect(duration()).toBe(30)
  })

  it('is the time it ended where it has no child', () => {
    const { advance, idle, duration } = start()
    advance(400)
    idle.end()
    expect(duration()).toBe(0.4)
  })

  it('lies within these bounds for any children', () => {
    const spans = fc.array(fc.record({ from: fc.integer({ min: -1e5, max: 1e5 }), to: fc.nat(1e5) }))
    fc.assert(
      fc.property(spans, fc.nat(1e5), (children, endMs) => {
        const { startMs, idle, transactions } = start()
        for (const { from, to } of children) {
          idle.startChild({ op: 'x', name: 'x', startTimeMs: startMs + from }).end(startMs + from + to)
        }
        idle.end(startMs + endMs)
        expect(idle.endTimeMs).toBeGreaterThanOrEqual(startMs)
        expect(idle.endTimeMs).toBeLessThanOrEqual(startMs + limits.finalTimeoutMs)
        for (const span of transactions()[0]?.spans ?? []) {
          expect(span.start_timestamp * second).toBeLessThanOrEqual((idle.endTimeMs ?? 0) + 1e-3)
        }
      }),
    )
  })
})

describe('rule 6: children', () => {
  it('that are still open then are cancelled', () => {
    const { advance, child, transactions } = start()
    child('hangs').status = 'not_found'
    const done = child('done')
    advance(3 * second)
    done.end()
    advance(12 * second)
    const { spans = [], timestamp } = transactions()[0] ?? {}
    expect(spans).toMatchObject([
      { description: 'hangs', status: 'cancelled', timestamp },
      { description: 'done', timestamp },
    ])
  })

  it('that start after the end are dropped and counted', () => {
    const { advance, child, transactions, telemetry } = start()
    const one = child('one')
    advance(2 * second)
    one.end()
    advance(500)
    child('never ends')
    advance(limits.childTimeoutMs)
    expect(transactions()[0]?.spans.map(({ description }) => description)).toEqual(['one'])
    expect(telemetry.discards.list()).toEqual([{ reason: 'event_processor', category: 'span', quantity: 1 }])
  })

  it('that last longer than 31 s are dropped and counted', () => {
    const { startMs, idle, transactions, telemetry } = start()
    const from = (startTimeMs: number, name: string) => idle.startChild({ op: 'x', name, startTimeMs })
    from(startMs - 20 * second, 'just fits').end(startMs + 11 * second)
    from(startMs - 20 * second, 'too long').end(startMs + 11 * second + 1)
    idle.end(startMs + 12 * second)
    expect(transactions()[0]?.spans.map(({ description }) => description)).toEqual(['just fits'])
    expect(telemetry.discards.list()).toMatchObject([{ category: 'span', quantity: 1 }])
  })
})

describe('rule 7: the status and the reason', () => {
  it('ok, where nothing else was set', () => {
    const { advance, idle } = start()
    advance(limits.idleTimeoutMs)
    expect(idle.status).toBe('ok')
  })

  it('what was set stays', () => {
    const { advance, idle } = start()
    idle.status = 'internal_error'
    advance(limits.idleTimeoutMs)
    expect(idle.status).toBe('internal_error')
  })

  it.each(['cancelled', 'documentHidden', 'externalFinish'] as const)('%s is said by who ends it', (why) => {
    const { idle, reason, transactions } = start()
    idle.finish(why)
    expect(reason()).toBe(why)
    expect(transactions()).toHaveLength(1)
  })

  it('externalFinish for a plain end', () => {
    const { idle, reason } = start()
    idle.end()
    expect(reason()).toBe('externalFinish')
  })
})

describe('an idle span that has ended', () => {
  it('leaves no timer behind, and ends once', () => {
    const { child, idle, advance, pending, transactions } = start()
    const late = child('late')
    idle.finish('cancelled')
    expect(pending()).toBe(0)
    idle.end()
    late.end()
    idle.allowEnd()
    child('after').end()
    expect(pending()).toBe(0)
    advance(60 * second)
    expect(transactions()).toHaveLength(1)
  })

  it('had a last chance to say more', () => {
    const { advance, idle, transactions, startMs } = start({
      beforeEnd() {
        idle
          .startChild({ op: 'resource.script', name: 'app.js', startTimeMs: startMs + 100 })
          .end(startMs + 700)
        idle.trace.measurements.lcp = { value: 640, unit: 'millisecond' }
        idle.end() // whoever is told of the end may end it
      },
    })
    advance(limits.idleTimeoutMs)
    expect(transactions()).toMatchObject([
      {
        timestamp: (startMs + 700) / second,
        spans: [{ description: 'app.js' }],
        measurements: { lcp: { value: 640, unit: 'millisecond' } },
      },
    ])
  })

  it('ends even if that throws', () => {
    const { advance, transactions } = start({
      beforeEnd() {
        throw new Error('no entries')
      },
    })
    advance(limits.idleTimeoutMs)
    expect(transactions()).toHaveLength(1)
  })
})
