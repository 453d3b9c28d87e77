import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { registerLive } from '#server/live/routes.ts'
import { createOwnSource } from '#server/live/source.ts'
import type { Commit } from '#server/writer/writer.ts'
import { openStream } from '#tests/support/live/event-stream.ts'

const viewer = { id: 1, email: 'owner@example.test', role: 'owner' as const, sees: 'all' as const }
const signedIn = { cookie: 'crumbtrail_session=good' }

describe('GET /live', () => {
  it('tells who is signed in what was stored, uncompressed and never kept', async () => {
    const at = await openApp()
    const stream = await at.open({ ...signedIn, 'accept-encoding': 'gzip, br' })
    expect(stream.response.statusCode).toBe(200)
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(stream.response.headers['content-encoding']).toBeUndefined()
    await stream.until(
      /retry: 5000\nevent: hello\nid: boot-0\ndata: {"hasMissed":false,"cameAt":\d+,"at":\d+}\n\n/,
    )
    at.commit()
    await stream.until(/event: news\nid: boot-1\ndata: .*"issues":\[{"id":7,"eventCount":2,"isNew":true}\]/)
  })

  it('tells what people did, and of logs', async () => {
    const at = await openApp()
    const stream = await at.open(signedIn)
    const by = 'ada@example.com'
    at.tell({ kind: 'resolved', by, issueIds: [7, 8], projectIds: [1] })
    await stream.until(/"changes":\[{"kind":"resolved","by":"ada@example.com","issueIds":\[7,8\]}\]/)
    at.commit({ arrivals: [], outcomes: [anOutcome('log_item', 3), anOutcome('span', 5)] })
    await stream.until(
      /"projects":\[{"slug":"shop","eventCount":0,"logCount":3,"openIssueCount":1}\],"issues":\[\]/,
    )
  })

  it('says what was missed, by header or by query', async () => {
    const at = await openApp()
    at.commit()
    const byHeader = await at.open({ ...signedIn, 'last-event-id': 'boot-0' })
    await byHeader.until(/"hasMissed":true/)
    const byQuery = await at.open(signedIn, '/live?after=boot-1')
    await byQuery.until(/"hasMissed":false/)
  })

  it.each([
    [401, 'you are not signed in', {}],
    [401, 'you are not signed in', { cookie: 'crumbtrail_session=old' }],
    [403, 'the page is from another site', { ...signedIn, 'sec-fetch-site': 'cross-site' }],
  ])('answers %i where %s', async (status, matter, headers) => {
    const { app } = await openApp()
    const answer = await app.inject({ url: '/live', headers })
    expect([answer.statusCode, answer.json()]).toEqual([status, { detail: `Cannot listen: ${matter}` }])
  })

  it('answers 403 to a tab of another account than is signed in', async () => {
    const at = await openApp()
    expect((await at.open(signedIn, '/live?viewer=1')).response.statusCode).toBe(200)
    const refused = await at.app.inject({ url: '/live?viewer=2', headers: signedIn })
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { detail: 'Cannot listen: another account is signed in' },
    ])
  })

  it('answers 503 to the 21st page of a session, and takes it when one has gone', async () => {
    const at = await openApp()
    const pages = await Promise.all(Array.from({ length: 20 }, () => at.open(signedIn)))
    const refused = await at.open(signedIn)
    expect([refused.response.statusCode, refused.response.headers['retry-after']]).toEqual([503, '30'])
    pages[0]?.leave()
    await expect.poll(async () => (await at.open(signedIn)).response.statusCode).toBe(200)
  })

  it('ends when the server closes, which waits for none of its streams', async () => {
    const at = await openApp()
    const stream = await at.open(signedIn)
    await at.app.close()
    await stream.ended
  })
})

function anOutcome(category: 'log_item' | 'span', quantity: number): Commit['outcomes'][number] {
  return { projectId: 1, keyId: 1, hour: 0, category, outcome: 'accepted', reason: '', quantity }
}

async function openApp() {
  const app = Fastify({ forceCloseConnections: 'idle' })
  const listeners = new Set<(commit: Commit) => void>()
  const writer = {
    onCommit(listener: (commit: Commit) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const source = createOwnSource({ writer, bootId: 'boot' })
  await app.register((scope) =>
    registerLive(scope, {
      source,
      version: () => 1,
      findViewer: async (cookie) => (cookie === 'good' ? viewer : undefined),
      listProjects: async () => [
        {
          id: 1,
          slug: 'shop',
          name: 'Shop',
          createdAt: 0,
          openIssueCount: 1,
          publicKey: null,
          isDemo: 0,
          isGoing: 0,
        },
      ],
      openDesk: () => expect.fail('no issue is asked for'),
      clock: Date.now,
      onFailure: (thrown) => expect.fail(String(thrown)),
    }),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo // it listens on a port
  onTestFinished(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  return {
    app,
    tell: source.tell,
    commit(parts: Partial<Commit> = {}) {
      const arrivals = [{ projectId: 1, issueId: 7, eventCount: 2, isNew: true }]
      const commit = { projectIds: [1], issueIds: [7], arrivals, eventCount: 2, outcomes: [], ...parts }
      for (const listener of listeners) listener(commit)
    },
    open: (headers: Record<string, string>, path = '/live') =>
      openStream(`http://127.0.0.1:${port}${path}`, headers),
  }
}
