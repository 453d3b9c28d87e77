import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { createMemoryAdapter } from '#telemetry/adapters/memory.ts'
import { createRequestScopes, createRequestTracing, telemetryPlugin } from '#telemetry/fastify.ts'
import { setTag } from '#telemetry/scope/scope.ts'
import { createTelemetry } from '#telemetry/telemetry.ts'

const requestCount = 200
const stepCount = 5

/** Resolves for all at once when as many have come as there are requests: all are under way together. */
function createBarrier(count: number) {
  const open = Promise.withResolvers<void>()
  let waiting = 0
  return () => {
    if (++waiting === count) open.resolve()
    return open.promise
  }
}

it(`${requestCount} requests at once never see each other's breadcrumbs, tags, users or spans`, async () => {
  const scopes = createRequestScopes()
  const memory = createMemoryAdapter()
  const telemetry = createTelemetry({ adapters: [memory], platform: 'node', scopes })
  const tracing = createRequestTracing(telemetry, { sampleRate: 1 })
  const barriers = Array.from({ length: stepCount }, () => createBarrier(requestCount))
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(telemetryPlugin, { telemetry, scopes, tracing })
  telemetry.addBreadcrumb({ message: 'boot' })

  app.post('/:name', async (request) => {
    const { name } = request.params as { name: string } // as the route says
    setTag(telemetry.scope(), 'name', name)
    telemetry.scope().user = { id: name }
    for (const [step, barrier] of barriers.entries()) {
      await tracing.startSpan({ op: 'step', name: `${name} ${step}` }, async (span) => {
        telemetry.addBreadcrumb({ message: `${name} ${step}` })
        await barrier()
        expect(tracing.activeSpan()).toBe(span)
        // Work that begins together below one span, and ends in any order.
        await Promise.all(
          [1, 2].map((part) =>
            tracing.startSpan({ op: 'part', name: `${name} ${step}.${part}` }, () => Promise.resolve()),
          ),
        )
      })
    }
    telemetry.captureException(new Error(name))
    return 'ok'
  })

  const names = Array.from({ length: requestCount }, (_, index) => `r${index}`)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  // Half of them over the network, with a body; half injected.
  const answers = await Promise.all(
    names.map(async (name, index) =>
      index % 2
        ? (await fetch(`${address}/${name}`, { method: 'POST', body: 'x'.repeat(index * 100) })).status
        : (await app.inject({ method: 'POST', url: `/${name}`, payload: { name } })).statusCode,
    ),
  )
  expect(new Set(answers)).toEqual(new Set([200]))

  const steps = barriers.map((_, step) => step)
  const events = memory.items.flatMap((item) => (item.type === 'event' ? [item.payload] : []))
  const transactions = memory.items.flatMap((item) => (item.type === 'transaction' ? [item.payload] : []))
  expect([events.length, transactions.length]).toEqual([requestCount, requestCount])
  const traces = new Set<unknown>()
  for (const name of names) {
    const event = events.find(({ tags }) => tags?.name === name)
    expect(event?.breadcrumbs?.values.map(({ message }) => message)).toEqual([
      'boot',
      ...steps.map((step) => `${name} ${step}`),
    ])
    expect(event?.user).toEqual({ id: name })
    expect(event?.exception?.values[0]?.value).toBe(name)
    expect(event?.request?.url).toMatch(new RegExp(`/${name}$`))

    const transaction = transactions.find(({ tags }) => tags?.name === name)
    const { trace } = transaction?.contexts ?? {}
    expect(trace?.trace_id).toBe(event?.contexts?.trace?.trace_id)
    traces.add(trace?.trace_id)
    const spans = transaction?.spans ?? []
    expect(spans.map(({ description }) => description).sort()).toEqual(
      steps.flatMap((step) => [`${name} ${step}`, `${name} ${step}.1`, `${name} ${step}.2`]).sort(),
    )
    for (const span of spans) {
      const parent = spans.find(({ span_id }) => span_id === span.parent_span_id)
      expect(span.trace_id).toBe(trace?.trace_id)
      if (span.op === 'step') expect(span.parent_span_id).toBe(trace?.span_id)
      else expect(span.description.startsWith(`${parent?.description}.`)).toBe(true)
    }
  }
  expect(traces.size).toBe(requestCount)
  telemetry.captureMessage('after')
  const last = memory.items.at(-1)
  expect(last?.type === 'event' && last.payload.breadcrumbs?.values.map(({ message }) => message)).toEqual([
    'boot',
  ])
})
