import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { registerApi } from '#server/api/routes.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { READ_SCOPES } from '#server/models/accounts/scopes.ts'
import {
  aContainer,
  anEnvelopeOf,
  aSpanId,
  aTransaction,
  type SampleItem,
  TRACE_ID,
} from '#tests/support/builders/sample-traces.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const NOW = 1_790_000_000_000

interface Node {
  event_type: string
  span_id: string | null
  description?: string
  title?: string
  errors: { event_id: string; issue_id: number; level: string; title: string }[]
  children: Node[]
}

async function open() {
  const opened = await openEventStore(() => NOW)
  const app = Fastify()
  await app.register((scope) =>
    registerApi(scope, { store: opened.store, publicUrl: 'https://desk.example', clock: () => NOW }),
  )
  onTestFinished(async () => {
    await app.close()
    await opened.close()
  })
  const { token } = await opened.store.write(async (trx) => {
    await trx.insertInto('project').values({ slug: 'shop', name: 'Shop', created_at: 0 }).execute()
    return createToken(trx, { name: 'tests', scopes: READ_SCOPES, now: 0, random: randomBytes, by: COMMAND })
  })
  return {
    send(projectId: number, ...items: SampleItem[]) {
      const envelope = { projectId, keyId: projectId, receivedAt: NOW, body: anEnvelopeOf(...items) }
      expect(opened.writeBatch([envelope], []).results).toMatchObject([{ status: 200 }])
    },
    async get(path: string, authorization = `Bearer ${token}`) {
      const response = await app.inject({ url: `/api/0${path}`, headers: { authorization } })
      return { status: response.statusCode, headers: response.headers, body: response.json() }
    },
  }
}

type Opened = Awaited<ReturnType<typeof open>>

async function getTree({ get }: Opened): Promise<Node[]> {
  const { status, body } = await get(`/organizations/desk/trace/${TRACE_ID}/`)
  expect(status).toBe(200)
  return body
}

/** `1(2 3(4))`: ids in the order and nesting of the answer. */
function outline(nodes: Node[]): string {
  return nodes
    .map(({ span_id, children }) => {
      const id = Number.parseInt(span_id ?? '0', 16)
      return children.length > 0 ? `${id}(${outline(children)})` : String(id)
    })
    .join(' ')
}

const anError = (id: string, spanId?: string): SampleItem => ({
  type: 'event',
  payload: {
    event_id: id.repeat(32),
    timestamp: NOW / 1000,
    level: 'fatal',
    exception: { values: [{ type: 'CartError', value: `out of ${id}` }] },
    contexts: { trace: { trace_id: TRACE_ID.toUpperCase(), ...(spanId ? { span_id: spanId } : {}) } },
  },
})

describe('GET /organizations/desk/trace/<trace id>/', () => {
  it('answers with Sentry’s names', async () => {
    const opened = await open()
    opened.send(
      1,
      aTransaction([{ number: 2, parent: 1, data: { 'db.system': 'sqlite' } }], {
        release: 'shop@1',
        measurements: { lcp: { value: 5, unit: 'millisecond' } },
      }),
    )
    opened.send(1, anError('a', aSpanId(2)))
    const common = {
      event_type: 'span',
      trace_id: TRACE_ID,
      project_id: 1,
      project_slug: 'crumbtrail',
      transaction: 'GET /cart',
      transaction_id: 'e'.repeat(32),
      occurrences: [],
      side: 'server',
      status: 'ok',
      release: 'shop@1',
      environment: null,
    }
    expect(await getTree(opened)).toEqual([
      {
        ...common,
        event_id: 'e'.repeat(32),
        span_id: aSpanId(1),
        parent_span_id: null,
        is_transaction: true,
        op: 'http.server',
        name: 'GET /cart',
        description: 'GET /cart',
        start_timestamp: 1_790_000_000,
        end_timestamp: 1_790_000_001,
        duration: 1_000,
        data: {},
        measurements: { lcp: 5 },
        errors: [],
        children: [
          {
            ...common,
            event_id: aSpanId(2),
            span_id: aSpanId(2),
            parent_span_id: aSpanId(1),
            is_transaction: false,
            op: 'db',
            name: 'span 2',
            description: 'span 2',
            start_timestamp: 1_790_000_000.002,
            end_timestamp: 1_790_000_000.012,
            duration: 10,
            data: { 'db.system': 'sqlite' },
            errors: [
              {
                event_type: 'error',
                event_id: 'a'.repeat(32),
                issue_id: 1,
                project_id: 1,
                project_slug: 'crumbtrail',
                span_id: aSpanId(2),
                level: 'fatal',
                title: 'CartError: out of a',
                timestamp: 1_790_000_000,
              },
            ],
            children: [],
          },
        ],
      },
    ])
  })

  it('nests over projects and shapes, whatever came first', async () => {
    const opened = await open()
    opened.send(
      2,
      aContainer([
        { number: 5, parent: 4 },
        { number: 4, parent: 3 },
      ]),
    )
    opened.send(
      1,
      aTransaction([
        { number: 3, parent: 2 },
        { number: 2, parent: 1 },
        { number: 6, parent: 1 },
      ]),
    )
    expect(outline(await getTree(opened))).toBe('1(2(3(4(5))) 6)')
  })

  it('makes roots of orphans, and opens circles', async () => {
    const opened = await open()
    opened.send(
      1,
      aContainer([
        { number: 3, parent: 77 },
        { number: 4, parent: 3 },
        { number: 6, parent: 5 },
        { number: 5, parent: 6 },
        { number: 7, parent: 6 },
        { number: 8, parent: 8 },
      ]),
    )
    expect(outline(await getTree(opened))).toBe('3(4) 5(6(7)) 8')
  })

  it('answers a chain of a thousand', async () => {
    const opened = await open()
    opened.send(
      1,
      aContainer(Array.from({ length: 1_000 }, (_, index) => ({ number: index + 1, parent: index }))),
    )
    const depthOf = (nodes: Node[]): number =>
      nodes.length === 0 ? 0 : 1 + Math.max(...nodes.map(({ children }) => depthOf(children)))
    expect(depthOf(await getTree(opened))).toBe(201)
  })

  it('has errors whose span is not stored beside the spans, and is found by them alone', async () => {
    const opened = await open()
    opened.send(2, anError('b', aSpanId(9)))
    opened.send(1, anError('c'))
    expect(await getTree(opened)).toMatchObject([
      { event_type: 'error', title: 'CartError: out of b', project_slug: 'shop', children: [] },
      { event_type: 'error', title: 'CartError: out of c', span_id: null },
    ])
  })

  it('takes the id as people write it, with and without the last slash', async () => {
    const { send, get } = await open()
    send(1, aTransaction([]))
    const asUuid = 'ABCDEF01-2345-6789-abcd-ef0123456789'
    for (const id of [TRACE_ID, TRACE_ID.toUpperCase(), asUuid, `${TRACE_ID}/`]) {
      expect(await get(`/organizations/desk/trace/${id}`)).toMatchObject({ status: 200, body: [{}] })
    }
  })

  it.each([
    ['/organizations/desk/trace/abc/', 400, 'its id must be 32 hexadecimal characters'],
    [`/organizations/desk/trace/${'1'.repeat(32)}/`, 404, 'there is no such trace'],
    [`/organizations/desk/trace/${'0'.repeat(32)}/`, 404, 'there is no such trace'],
    [`/organizations/other/trace/${TRACE_ID}/`, 404, 'the only organization is "desk"'],
  ])('%s: %d', async (path, status, why) => {
    const { send, get } = await open()
    send(1, aTransaction([]))
    expect(await get(path)).toMatchObject({ status, body: { detail: `Cannot show the trace: ${why}` } })
  })

  it('shows nothing without a token', async () => {
    const { send, get } = await open()
    send(1, aTransaction([]))
    expect((await get(`/organizations/desk/trace/${TRACE_ID}/`, '')).status).toBe(401)
  })

  it('says when it does not hold all', async () => {
    const { send, get } = await open()
    for (let part = 0; part < 10; part++) {
      send(1, aContainer(Array.from({ length: 1_000 }, (_, index) => ({ number: part * 1_000 + index + 1 }))))
    }
    const path = `/organizations/desk/trace/${TRACE_ID}/`
    expect((await get(path)).headers).not.toHaveProperty('x-trace-truncated')
    send(1, aContainer([{ number: 10_001 }]))
    const { headers, body } = await get(path)
    expect(headers['x-trace-truncated']).toBe('true')
    expect(body).toHaveLength(10_000)
  })
})
