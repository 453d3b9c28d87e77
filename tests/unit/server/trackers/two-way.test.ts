import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { openTrackers } from '#tests/support/trackers/trackers-bench.ts'

const KINDS = ['github', 'gitlab'] as const
const each = ENGINES.flatMap((engine) => KINDS.map((kind) => [kind, engine] as const))

describe.each(each)('issues of %s, on %s', (kind, engine) => {
  const label = kind === 'github' ? 'GitHub' : 'GitLab'
  const changing =
    kind === 'github' ? 'PATCH /api/v3/repos/acme/shop/issues/1' : 'PUT /api/v4/projects/acme%2Fshop/issues/1'

  it('are made from the desk, closed and reopened with ours, each once, and shown in the history', async () => {
    const { desk, server, trackerId, issueId, step } = await openTrackers(engine, kind)
    expect(await desk.trackers.test('shop', trackerId)).toEqual({ name: 'acme/shop' })
    expect(await desk.trackers.createIssue(issueId, trackerId)).toMatchObject({ name: 'acme/shop#1' })
    expect(server.issues.get(1)).toMatchObject({ title: 'TypeError: cart is empty', state: 'open' })
    await step()
    expect(server.requests.filter((request) => request === changing)).toEqual([])
    await desk.issues.change([issueId], [{ kind: 'resolve' }])
    await step()
    expect(server.issues.get(1)?.state).toBe('closed')
    await desk.issues.change([issueId], [{ kind: 'reopen' }])
    await step()
    await step()
    expect(server.issues.get(1)?.state).toBe('open')
    expect(server.requests.filter((request) => request === changing)).toHaveLength(2)
    const activity = (await desk.issues.findHandling(issueId))?.activity ?? []
    const deeds = activity.flatMap((one) =>
      one.kind === 'tracker' ? [`${one.data.did} ${one.data.name}`] : [],
    )
    expect(deeds).toEqual(['reopened acme/shop#1', 'closed acme/shop#1', 'created acme/shop#1'])
  })

  it('resolve ours when they are closed there, and reopen it, without telling the tracker its own news', async () => {
    const bench = await openTrackers(engine, kind)
    const { desk, server, trackerId, issueId, step, tell, hookOf, status, changes } = bench
    await desk.trackers.createIssue(issueId, trackerId)
    const at = server.now + 60_000
    const closing = hookOf(1, 'closed', at)
    expect(await tell(closing)).toBe(202)
    expect(await status()).toBe('resolved')
    expect(changes.map((change) => change.kind)).toEqual(['resolved'])
    await step()
    expect(server.requests.filter((request) => request === changing)).toEqual([])
    expect(await tell(hookOf(1, 'open', at + 1_000))).toBe(202)
    expect(await status()).toBe('open')
    // What was sent before is sent again by whoever kept it: it is older than what is known.
    expect(await tell(closing)).toBe(202)
    expect(await status()).toBe('open')
    await step()
    expect(server.requests.filter((request) => request === changing)).toEqual([])
    const [, resolved] = (await desk.issues.findHandling(issueId))?.activity ?? []
    expect(resolved).toMatchObject({ kind: 'resolved', who: `${label} acme/shop` })
  })

  it('take the echo of what the desk did for no news, however late it comes', async () => {
    const { desk, server, trackerId, issueId, step, tell, hookOf, status } = await openTrackers(engine, kind)
    await desk.trackers.createIssue(issueId, trackerId)
    await desk.issues.change([issueId], [{ kind: 'resolve' }])
    await step()
    const echo = hookOf(1, 'closed', server.issues.get(1)?.updatedAt ?? 0)
    await desk.issues.change([issueId], [{ kind: 'reopen' }])
    await step()
    expect(await tell(echo)).toBe(202)
    expect(await status()).toBe('open')
  })

  it('believe nobody who does not sign, signs something else, or has an old secret', async () => {
    const { desk, server, trackerId, issueId, tell, hookOf, status } = await openTrackers(engine, kind)
    await desk.trackers.createIssue(issueId, trackerId)
    const body = hookOf(1, 'closed', server.now + 60_000)
    const proof = kind === 'github' ? 'x-hub-signature-256' : 'x-gitlab-token'
    expect(await tell(body, { [proof]: '' })).toBe(404)
    expect(await tell(body, { [proof]: `sha256=${'0'.repeat(64)}` })).toBe(404)
    expect(await tell(body, {}, trackerId + 1)).toBe(404)
    expect(await tell(body, { 'content-type': 'text/plain' })).toBe(415)
    expect('hookSecret' in (await desk.trackers.renewSecret('shop', trackerId))).toBe(true)
    expect(await tell(body)).toBe(404)
    expect(await status()).toBe('open')
  })

  it('are linked by their address, and unlinked', async () => {
    const { desk, server, trackerId, issueId, step } = await openTrackers(engine, kind)
    await desk.trackers.createIssue(issueId, trackerId)
    const [made] = await desk.trackers.listLinked(issueId)
    expect(made).toMatchObject({ name: 'acme/shop#1', theirs: 'open', failure: null })
    expect(await desk.trackers.unlink(issueId, made?.id ?? 0)).toEqual({ name: 'acme/shop#1' })
    expect(await desk.trackers.listLinked(issueId)).toEqual([])
    await desk.issues.change([issueId], [{ kind: 'resolve' }])
    await step()
    expect(server.issues.get(1)?.state).toBe('open')
    const address = made?.url ?? ''
    expect(await desk.trackers.link(issueId, ` ${address}?from=mail#note `)).toMatchObject({
      name: 'acme/shop#1',
    })
    expect(await desk.trackers.link(issueId, address)).toMatchObject({
      refusal: expect.stringContaining('linked already'),
    })
    expect(await desk.trackers.link(issueId, address.replace('shop', 'other'))).toMatchObject({
      refusal: expect.stringContaining('not the address of an issue'),
    })
    expect(await desk.trackers.link(issueId, `${address}9`)).toMatchObject({
      refusal: expect.stringContaining('404'),
    })
    // What was resolved before both were linked is not told.
    await step()
    expect(server.issues.get(1)?.state).toBe('open')
    expect(await desk.trackers.remove('shop', trackerId)).toEqual({ name: 'acme/shop' })
    expect(await desk.trackers.listLinked(issueId)).toEqual([])
  })

  it.each([
    [401, {}, 'it does not accept the token'],
    [403, {}, 'the token may not do this'],
    [404, {}, 'there is no such issue'],
    [422, {}, 'it does not accept what was sent'],
  ])('are given up when the answer is %i, and tried again on request', async (code, headers, reason) => {
    const { desk, server, trackerId, issueId, step, wait } = await openTrackers(engine, kind)
    await desk.trackers.createIssue(issueId, trackerId)
    server.instead = (response) => response.writeHead(code, headers).end('{"message":"no"}')
    expect(await desk.trackers.createIssue(issueId, trackerId)).toMatchObject({
      refusal: expect.stringContaining(reason),
    })
    const before = server.requests.length
    await desk.issues.change([issueId], [{ kind: 'resolve' }])
    await wait(5)
    expect(server.requests).toHaveLength(before + 1)
    const [link] = await desk.trackers.listLinked(issueId)
    expect(link).toMatchObject({ failure: expect.stringContaining(reason), isTriedAgain: false })
    server.instead = undefined
    await desk.trackers.retry(issueId, link?.id ?? 0)
    await step()
    expect(server.issues.get(1)?.state).toBe('closed')
    expect(await desk.trackers.listLinked(issueId)).toMatchObject([{ failure: null, theirs: 'closed' }])
  })

  const later: [string, (response: ServerResponse) => void, number][] = [
    ['500', (response) => response.writeHead(500).end(), 1],
    ['429 with Retry-After', (response) => response.writeHead(429, { 'retry-after': '600' }).end('{}'), 10],
    ['403 with Retry-After', (response) => response.writeHead(403, { 'retry-after': '600' }).end('{}'), 10],
    ['nothing', () => {}, 1],
  ]
  it.each(later)(
    'are tried again when the answer is %s, not earlier than asked',
    async (_name, instead, minutes) => {
      const { desk, server, trackerId, issueId, step, wait } = await openTrackers(engine, kind)
      await desk.trackers.createIssue(issueId, trackerId)
      server.instead = instead
      const before = server.requests.length
      await desk.issues.change([issueId], [{ kind: 'resolve' }])
      await step()
      expect(await desk.trackers.listLinked(issueId)).toMatchObject([{ isTriedAgain: true, theirs: 'open' }])
      server.instead = undefined
      await wait(minutes - 1)
      if (minutes > 1) expect(server.requests).toHaveLength(before + 1)
      await wait(1)
      expect(server.issues.get(1)?.state).toBe('closed')
    },
  )
})
