import { describe, expect, it } from 'vitest'
import { limits } from '#telemetry/limits.ts'
import { createTracedTelemetry } from '#tests/support/store/traced-telemetry.ts'

function start() {
  const traced = createTracedTelemetry()
  const root = traced.tracing.startRootSpan({ op: 'task', name: 'import' })
  return { ...traced, root }
}

describe('a span', () => {
  it('belongs to its trace and its parent', () => {
    const { root } = start()
    const child = root.startChild({ op: 'db', name: 'select' })
    const grandchild = child.startChild({ op: 'db', name: 'select' })
    expect(root.context.parentSpanId).toBeUndefined()
    expect(child.context).toMatchObject({ traceId: root.context.traceId, parentSpanId: root.context.spanId })
    expect(grandchild.context.parentSpanId).toBe(child.context.spanId)
    expect(new Set([root, child, grandchild].map(({ context }) => context.spanId)).size).toBe(3)
    expect([root, child, grandchild].map((span) => span.root)).toEqual([root, root, root])
    expect(root.context).toMatchObject({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      sampled: true,
    })
  })

  it('lasts from its start to its first end', () => {
    const { root, advance, clock } = start()
    const child = root.startChild({ op: 'db', name: 'select' })
    const startMs = clock()
    advance(20)
    child.end()
    advance(20)
    child.end()
    child.end(startMs + 500)
    expect(child).toMatchObject({ startTimeMs: startMs, endTimeMs: startMs + 20 })
  })

  it('may say both itself, and never ends before it started', () => {
    const { root, clock } = start()
    const child = root.startChild({ op: 'db', name: 'select', startTimeMs: clock() - 100 })
    child.end(clock() - 200)
    expect(child).toMatchObject({ startTimeMs: clock() - 100, endTimeMs: clock() - 100 })
  })

  it('keeps what is said of it, and not the object that said it first', () => {
    const { root } = start()
    const attributes = { rows: 1 }
    const child = root.startChild({ op: 'db', name: 'select', attributes })
    child.setAttribute('rows', 2)
    child.name = 'select issues'
    child.status = 'not_found'
    expect(child).toMatchObject({ name: 'select issues', status: 'not_found', attributes: { rows: 2 } })
    expect(attributes).toEqual({ rows: 1 })
  })
})

describe('a root', () => {
  it(`keeps ${limits.spans} spans, and counts the others`, () => {
    const { root, transactions, telemetry } = start()
    for (let count = 0; count < limits.spans + 5; count++)
      root.startChild({ op: 'db', name: `${count}` }).end()
    root.end()
    const names = transactions()[0]?.spans.map(({ description }) => description)
    expect(limits.spans).toBe(1_000)
    expect(names).toHaveLength(1_000)
    expect(names?.at(-1)).toBe('999')
    expect(telemetry.discards.list()).toEqual([{ reason: 'event_processor', category: 'span', quantity: 5 }])
  })

  it('leaves out what is still open when it ends, and counts it', () => {
    const { root, transactions, telemetry } = start()
    const open = root.startChild({ op: 'db', name: 'open' })
    root.startChild({ op: 'db', name: 'done' }).end()
    root.end()
    open.end()
    root.startChild({ op: 'db', name: 'later' }).end()
    expect(transactions().map(({ spans }) => spans.map(({ description }) => description))).toEqual([['done']])
    expect(telemetry.discards.list()).toMatchObject([{ category: 'span', quantity: 1 }])
    expect(root.trace.spans).toHaveLength(3) // nothing is added any more
  })
})
