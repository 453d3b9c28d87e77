import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import Fastify, { type FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { registerApi } from '#server/api/routes.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { TOKEN_SCOPES } from '#server/models/accounts/scopes.ts'
import { MCP_SERVER, MCP_TOOLS, TRACE_ID } from '#tests/support/clients/mcp-tools.ts'
import { isFull } from '#tests/support/run/doses.ts'
import { type EventStore, openEventStore } from '#tests/support/store/event-store.ts'

/**
 * Sentry's MCP server is 117 packages of 86 MB, with a web framework and another version of Sentry's SDK, and is not under a free
 * licence: too much for each `npm ci`. So `npm test` makes the requests that it made, and holds the answers to what it reads of them.
 * `npm run test:long` fetches the server, asks it for each tool over stdio, and compares its requests with those, so that the list
 * is what it does.
 */
const NOW = Date.UTC(2026, 10, 22, 12)
const OCCURRED_AT = NOW / 1_000 - 120

let opened: EventStore
let app: FastifyInstance
let token: string
let made: string[] = []

beforeAll(async () => {
  opened = await openEventStore(() => NOW)
  const { store, writeBatch } = opened
  app = Fastify()
  app.addHook('onRequest', async ({ method, url }) => {
    made.push(`${method} ${readable(url.replace('/api/0', ''))}`)
  })
  const publicUrl = 'http://127.0.0.1'
  await app.register((scope) => registerApi(scope, { store, publicUrl, clock: () => NOW }))
  const given = { name: 'mcp', scopes: TOKEN_SCOPES, now: 0, random: randomBytes, by: COMMAND }
  token = (await store.write((trx) => createToken(trx, given))).token
  const desk = createDesk({ store, sees: 'all', viewer: undefined, publicUrl, clock: () => NOW })
  await desk.projects.create('Shop')
  const { id: projectId = 0 } = (await desk.projects.list()).find(({ slug }) => slug === 'shop') ?? {}
  const root = { trace_id: TRACE_ID, span_id: 'b'.repeat(16) }
  const frame = { filename: 'pay.js', function: 'pay', lineno: 3, in_app: true }
  const error = {
    ...{ event_id: '1'.repeat(32), platform: 'node', release: 'shop@1.0', environment: 'production' },
    ...{ timestamp: OCCURRED_AT, tags: { shelf: 'A3' }, user: { id: 'u1' }, contexts: { trace: root } },
    exception: {
      values: [{ type: 'CartError', value: 'cart is empty', stacktrace: { frames: [frame] } }],
    },
  }
  const select = { trace_id: TRACE_ID, span_id: 'c'.repeat(16), parent_span_id: root.span_id, op: 'db' }
  const transaction = {
    ...{ event_id: '2'.repeat(32), type: 'transaction', transaction: 'GET /pay', platform: 'node' },
    ...{ start_timestamp: OCCURRED_AT - 1, timestamp: OCCURRED_AT },
    contexts: { trace: { ...root, op: 'http.server' } },
    spans: [
      { ...select, description: 'select 1', start_timestamp: OCCURRED_AT - 0.9, timestamp: OCCURRED_AT },
    ],
  }
  for (const [type, item] of [['event', error] as const, ['transaction', transaction] as const]) {
    const body = new TextEncoder().encode(`{}\n${JSON.stringify({ type })}\n${JSON.stringify(item)}\n`)
    writeBatch([{ projectId, keyId: 2, receivedAt: NOW - 60_000, body }], [])
  }
  await desk.releases.addDeploy('shop@1.0', {
    ...{ environment: 'production', name: null, url: null, startedAt: null, finishedAt: NOW },
  })
})
afterAll(async () => {
  await app.close()
  await opened.close()
})

/** An address without percent signs, as the list has it. */
function readable(url: string): string {
  return decodeURIComponent(url.replaceAll('+', ' '))
}

async function ask(request: string, body?: object) {
  const [method = '', path = ''] = request.split(/ (.*)/s)
  const response = await app.inject({
    method: method as 'GET', // one of those that the list has
    url: `/api/0${encodeURI(path)}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  })
  return { status: response.statusCode, body: response.json() }
}

describe('the MCP server of Sentry', () => {
  it.each(MCP_TOOLS)('reads the answers to the requests of $name', async ({ requests }) => {
    for (const [request, reads, change] of requests) {
      const { status, body } = await ask(request, change)
      if (reads === 'missing') {
        expect([status, body], request).toEqual([404, { detail: expect.stringMatching(/^Cannot answer/) }])
        continue
      }
      expect(status, `${request}: ${JSON.stringify(body)}`).toBe(200)
      const read = v.safeParse(reads, body)
      expect(
        read.issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`),
        request,
      ).toBeUndefined()
    }
  })

  it.runIf(isFull)(
    'itself, asked over stdio, makes these requests and says what is in the desk',
    async () => {
      await ask('PUT /organizations/desk/issues/SHOP-1/', { status: 'unresolved' })
      const host = new URL(await app.listen({ port: 0, host: '127.0.0.1' })).host
      const server = await startServer(host)
      try {
        for (const { name, args, requests, says } of MCP_TOOLS) {
          made = []
          const said = await server.callTool(name, args)
          for (const part of says) expect(said).toContain(part)
          expect(made.toSorted()).toEqual(requests.map(([request]) => request).toSorted())
        }
      } finally {
        await server.close()
      }
    },
    180_000,
  )
})

/** Fetches and starts the server, with all of its tools. Its own telemetry goes nowhere. */
async function startServer(host: string) {
  const folder = await mkdtemp(join(tmpdir(), 'crumbtrail-mcp-'))
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder]
  await promisify(execFile)('npm', [...install, MCP_SERVER])
  const main = join(folder, 'node_modules', '@sentry', 'mcp-server', 'dist', 'index.js')
  const own = ['--access-token', token, '--host', host, '--insecure-http', '--all-skills']
  const nowhere = ['--sentry-dsn', 'http://key@127.0.0.1:9/1']
  const child = spawn(process.execPath, [main, ...own, ...nowhere], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH ?? '', HOME: folder },
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as Answer
    waiting.get(answer.id)?.(answer)
  })
  let last = 0
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  function call(method: string, params: object): Promise<Answer> {
    last++
    const { promise, resolve } = Promise.withResolvers<Answer>()
    waiting.set(last, resolve)
    send({ id: last, method, params })
    return promise
  }
  const client = { name: 'crumbtrail-tests', version: '1' }
  await call('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: client })
  send({ method: 'notifications/initialized' })
  const listed = new Set((await call('tools/list', {})).result?.tools?.map(({ name }) => name))
  return {
    /** Calls a tool by its name, also one that is not listed, as the server has it. */
    async callTool(name: string, args: object): Promise<string> {
      const inner = { name, arguments: args }
      const params = listed.has(name) ? inner : { name: 'execute_sentry_tool', arguments: inner }
      const { result, error } = await call('tools/call', params)
      const said = result?.content?.map(({ text = '' }) => text).join('\n') ?? JSON.stringify(error)
      if (result?.isError || error) throw new Error(`Cannot call ${name}: ${said}`)
      return said
    },
    async close() {
      child.kill()
      await rm(folder, { recursive: true, maxRetries: 3 })
    },
  }
}

interface Answer {
  id: number
  result?: { tools?: { name: string }[]; content?: { text?: string }[]; isError?: boolean }
  error?: object
}
