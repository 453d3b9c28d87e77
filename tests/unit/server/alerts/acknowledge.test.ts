import { describe, expect, it } from 'vitest'
import { createAcknowledgeLinks, readLinkKey, tokenOf } from '#server/accounts/links/acknowledge-links.ts'
import { systemRandom } from '#server/accounts/secrets.ts'
import { anError, openAlerts } from '#tests/support/alerts/alerts-bench.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const DAY_MS = 86_400_000

describe.each(ENGINES)('links that acknowledge, on %s', (engine) => {
  async function openLinked() {
    const bench = await openAlerts(engine)
    const { store, now, send, pass, received, addChannel } = bench
    await addChannel('Chat')
    await send(anError(1))
    await pass(2_000)
    const subject = received[0]?.subjects[0]
    const token = subject?.acknowledgeUrl?.replace('https://desk.example/acknowledge/', '') ?? ''
    const as = (viewer: { id: number; email: string } | undefined) =>
      createAcknowledgeLinks({ store, clock: now, random: systemRandom, viewer })
    return { ...bench, token, links: as(undefined), as, issueId: Number(subject?.id.slice('issue:'.length)) }
  }

  it('show an issue by its title alone, and change nothing until somebody acts, once', async () => {
    const { desk, token, links, issueId, now } = await openLinked()
    const isOpen = { state: 'open', about: 'issue', title: 'TypeError: cart is empty', acknowledged: null }
    expect(await links.read(token)).toEqual(isOpen)
    expect(await links.read(token)).toEqual(isOpen)
    expect(await desk.acknowledging.find(issueId)).toBeUndefined()
    const acknowledged = { who: 'someone with the link sent to Chat', at: now() }
    expect(await links.acknowledge(token)).toEqual({ ...isOpen, state: 'acknowledged', acknowledged })
    expect(await links.acknowledge(token)).toEqual({ ...isOpen, state: 'acknowledged', acknowledged })
    expect(await desk.acknowledging.find(issueId)).toEqual(acknowledged)
    expect(await desk.acknowledging.acknowledge(issueId)).toHaveProperty('refusal')
    expect(await links.takeBack(token)).toEqual(isOpen)
    expect(await links.takeBack(token)).toEqual(isOpen)
    const activity = (await desk.issues.findHandling(issueId))?.activity ?? []
    expect(activity.slice(0, 2)).toMatchObject([
      { kind: 'unacknowledged', who: acknowledged.who },
      { kind: 'acknowledged', who: acknowledged.who },
    ])
    expect(activity.filter(({ kind }) => kind === 'acknowledged')).toHaveLength(1)
  })

  it('name whoever is signed in, who can do the same on the page of the issue', async () => {
    const { desk, token, as, issueId, store } = await openLinked()
    const owner = await store.db.selectFrom('account').select(['id', 'email']).executeTakeFirstOrThrow()
    expect(await as(owner).acknowledge(token)).toMatchObject({ acknowledged: { who: 'owner@example.com' } })
    expect(await desk.acknowledging.takeBack(issueId)).toEqual({ issueId })
    expect(await desk.acknowledging.acknowledge(issueId)).toEqual({ issueId })
    expect(await desk.acknowledging.find(issueId)).toMatchObject({ who: 'owner@example.com' })
  })

  it('end with the issue: an acknowledgement of before does not hold when it comes back', async () => {
    const { desk, token, links, issueId, pass } = await openLinked()
    await links.acknowledge(token)
    await pass(1_000)
    await desk.issues.change([issueId], [{ kind: 'resolve' }])
    expect(await links.read(token)).toMatchObject({ state: 'ended' })
    expect(await links.acknowledge(token)).toMatchObject({ state: 'ended' })
    await pass(1_000)
    await desk.issues.change([issueId], [{ kind: 'reopen' }])
    expect(await links.read(token)).toMatchObject({ state: 'open', acknowledged: null })
    expect(await desk.acknowledging.find(issueId)).toBeUndefined()
  })

  it('work for seven days, and only as they were made', async () => {
    const { token, links, pass, store, issueId } = await openLinked()
    const [message, , signature] = token.split('.')
    const key = await readLinkKey(store, systemRandom)
    expect(tokenOf(key, { messageId: Number(message), issueId })).toBe(token)
    for (const wrong of [
      '',
      'abc',
      `${message}.${issueId + 1}.${signature}`,
      `9.${issueId}.${signature}`,
      `${token}x`,
    ])
      expect(await links.acknowledge(wrong)).toEqual({ state: 'unknown' })
    const other = tokenOf('another key', { messageId: Number(message), issueId })
    expect(await links.acknowledge(other)).toEqual({ state: 'unknown' })
    await pass(7 * DAY_MS - 60_000, DAY_MS)
    expect(await links.read(token)).toMatchObject({ state: 'open' })
    await pass(60_000, 60_000)
    expect(await links.acknowledge(token)).toEqual({ state: 'expired' })
  })
})
