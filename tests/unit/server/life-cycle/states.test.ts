import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { IssueRequest } from '#server/models/issue-changes.ts'
import { type IssueDesk, openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

let at: IssueDesk

beforeEach(async () => {
  at = await openIssueDesk()
})

afterEach(() => at.close())

async function change(issueId: number, ...requests: IssueRequest[]) {
  at.hand.advance(1_000)
  expect(await at.desk.issues.change([issueId], requests)).toMatchObject({ issueIds: [issueId] })
}

async function stateOf(issueId: number) {
  const issue = await at.desk.issues.find(issueId)
  return issue && [issue.status, issue.substatus]
}

const kindsOf = async (issueId: number) =>
  (await at.desk.issues.findHandling(issueId))?.activity.map(({ kind }) => kind)

describe('a resolved issue', () => {
  it('is open again after any event, with the event that did it', async () => {
    const issueId = await at.happen('TypeError')
    await change(issueId, { kind: 'resolve' })
    expect(await stateOf(issueId)).toEqual(['resolved', null])
    await at.happen('TypeError', { event_id: 'c'.repeat(32), release: 'shop@1.0.0' })
    expect(await stateOf(issueId)).toEqual(['open', 'regressed'])
    const handling = await at.desk.issues.findHandling(issueId)
    expect(handling?.regression).toEqual({ eventId: 'c'.repeat(32), at: at.hand.clock() })
    expect(handling?.activity).toMatchObject([
      { kind: 'regressed', who: null, data: { eventId: 'c'.repeat(32), release: 'shop@1.0.0' } },
      { kind: 'resolved', who: 'ada@example.com', data: { resolution: { kind: 'now' } } },
      { kind: 'first-seen', who: null },
    ])
  })

  it('in the next release waits for one after the newest that was known', async () => {
    const issueId = await at.happen('TypeError', { release: 'shop@1.2.0' })
    await at.happen('RangeError', { release: 'shop@1.3.0' })
    await change(issueId, { kind: 'resolve-in-next-release' })
    for (const release of ['shop@1.2.0', 'shop@1.3.0', undefined]) {
      await at.happen('TypeError', { release })
      expect(await stateOf(issueId)).toEqual(['resolved', null])
    }
    await at.happen('TypeError', { release: 'shop@1.3.1' })
    expect(await stateOf(issueId)).toEqual(['open', 'regressed'])
  })

  it('in a release waits for that one or a later one', async () => {
    const issueId = await at.happen('TypeError', { release: 'shop@1.2.0' })
    await change(issueId, { kind: 'resolve-in-release', release: 'shop@2.0.0' })
    await at.happen('TypeError', { release: 'shop@1.9.9' })
    await at.happen('TypeError')
    expect(await stateOf(issueId)).toEqual(['resolved', null])
    await at.happen('TypeError', { release: 'shop@2.0.0' })
    expect(await stateOf(issueId)).toEqual(['open', 'regressed'])
  })
})

describe('an ignored issue', () => {
  it('stays so for ever', async () => {
    const issueId = await at.happen('TypeError')
    await change(issueId, { kind: 'ignore' })
    await at.happen('TypeError')
    expect(await stateOf(issueId)).toEqual(['ignored', null])
  })

  it('is open when its time has passed, and an event then writes that down', async () => {
    const issueId = await at.happen('TypeError')
    await change(issueId, { kind: 'ignore-for', minutes: 30 })
    at.hand.advance(29 * 60_000)
    await at.happen('TypeError')
    expect(await stateOf(issueId)).toEqual(['ignored', null])
    at.hand.advance(60_000)
    expect(await stateOf(issueId)).toEqual(['open', null])
    expect((await at.desk.issues.findHandling(issueId))?.state.status).toBe('open')
    await at.happen('TypeError')
    expect(await kindsOf(issueId)).toEqual(['lapsed', 'ignored', 'first-seen'])
  })

  it('until it happens again so often is open then', async () => {
    const issueId = await at.happen('TypeError')
    await change(issueId, { kind: 'ignore-until-events', count: 3, periodMinutes: null })
    await at.happen('TypeError')
    await at.happen('TypeError')
    expect(await stateOf(issueId)).toEqual(['ignored', null])
    await at.happen('TypeError')
    expect(await stateOf(issueId)).toEqual(['open', 'escalating'])
    expect(await kindsOf(issueId)).toEqual(['escalating', 'ignored', 'first-seen'])
  })

  it('until so often in a period counts that period only, and nothing from before', async () => {
    const issueId = await at.happen('TypeError')
    await at.happen('TypeError')
    await change(issueId, { kind: 'ignore-until-events', count: 2, periodMinutes: 5 })
    await at.happen('TypeError')
    at.hand.advance(6 * 60_000)
    await at.happen('TypeError')
    expect(await stateOf(issueId)).toEqual(['ignored', null])
    at.hand.advance(4 * 60_000)
    await at.happen('TypeError')
    expect(await stateOf(issueId)).toEqual(['open', 'escalating'])
  })

  it('until so many people are hit counts each once', async () => {
    const issueId = await at.happen('TypeError', { user: { id: '1' } })
    await change(issueId, { kind: 'ignore-until-users', count: 2 })
    for (const user of [{ id: '1' }, { id: '1' }, undefined]) await at.happen('TypeError', { user })
    expect(await stateOf(issueId)).toEqual(['ignored', null])
    await at.happen('TypeError', { user: { id: '2' } })
    expect(await stateOf(issueId)).toEqual(['open', 'escalating'])
  })

  it('until so many people are hit in a period counts who was hit in it, the last time that they were', async () => {
    const issueId = await at.happen('TypeError', { user: { id: '1' } })
    await change(issueId, { kind: 'ignore-until-users', count: 3, periodMinutes: 5 })
    for (const id of ['1', '2', '1']) await at.happen('TypeError', { user: { id } })
    at.hand.advance(6 * 60_000)
    await at.happen('TypeError', { user: { id: '3' } })
    at.hand.advance(3 * 60_000)
    await at.happen('TypeError', { user: { id: '1' } })
    await at.happen('TypeError')
    expect(await stateOf(issueId)).toEqual(['ignored', null])
    await at.happen('TypeError', { user: { id: '4' } })
    expect(await stateOf(issueId)).toEqual(['open', 'escalating'])
  })

  it('until so often in an environment counts that environment only', async () => {
    const issueId = await at.happen('TypeError')
    const environment = 'production'
    await change(issueId, { kind: 'ignore-until-events', count: 2, periodMinutes: null, environment })
    for (const other of ['staging', undefined, 'production', 'staging'])
      await at.happen('TypeError', { environment: other })
    expect(await stateOf(issueId)).toEqual(['ignored', null])
    await at.happen('TypeError', { environment })
    expect(await stateOf(issueId)).toEqual(['open', 'escalating'])
  })

  it('until so often in an environment within a period counts only what lies in both', async () => {
    const environment = 'production'
    const issueId = await at.happen('TypeError', { environment })
    await change(issueId, { kind: 'ignore-until-events', count: 3, periodMinutes: 90, environment })
    await at.happen('TypeError', { environment })
    at.hand.advance(60 * 60_000)
    await at.happen('TypeError', { environment })
    at.hand.advance(60 * 60_000)
    await at.happen('TypeError', { environment: 'staging' })
    await at.happen('TypeError', { environment })
    expect(await stateOf(issueId)).toEqual(['ignored', null])
    await at.happen('TypeError', { environment })
    expect(await stateOf(issueId)).toEqual(['open', 'escalating'])
  })

  it.each([null, 60])(
    'until so many are hit in an environment (within %s) counts those alone',
    async (periodMinutes) => {
      const environment = 'production'
      const issueId = await at.happen('TypeError')
      await change(issueId, { kind: 'ignore-until-users', count: 2, periodMinutes, environment })
      await at.happen('TypeError', { environment: 'staging', user: { id: '1' } })
      await at.happen('TypeError', { environment, user: { id: '2' } })
      await at.happen('TypeError', { environment: 'staging', user: { id: '3' } })
      expect(await stateOf(issueId)).toEqual(['ignored', null])
      await at.happen('TypeError', { environment, user: { id: '1' } })
      expect(await stateOf(issueId)).toEqual(['open', 'escalating'])
    },
  )

  it('until it escalates is open once an hour has more than twice the events of its busiest hour', async () => {
    const issueId = await at.happen('TypeError')
    for (let times = 1; times < 7; times++) await at.happen('TypeError')
    at.hand.advance(24 * 3_600_000)
    await at.happen('TypeError')
    await change(issueId, { kind: 'ignore-until-escalating' })
    const { state } = (await at.desk.issues.findHandling(issueId)) ?? {}
    expect(state).toEqual({ status: 'ignored', until: { kind: 'escalating', hourlyLimit: 14 } })
    for (let hour = 0; hour < 3; hour++) {
      at.hand.advance(3_600_000)
      for (let times = 0; times < 14; times++) await at.happen('TypeError')
    }
    expect(await stateOf(issueId)).toEqual(['ignored', null])
    await at.happen('TypeError')
    expect(await stateOf(issueId)).toEqual(['open', 'escalating'])
  })

  it('until it escalates has a limit of its own', async () => {
    const [often, seldom] = [await at.happen('TypeError'), await at.happen('RangeError')]
    for (let times = 1; times < 20; times++) await at.happen('TypeError')
    const changed = await at.desk.issues.change([often, seldom], [{ kind: 'ignore-until-escalating' }])
    const limitOf = async (id: number) => (await at.desk.issues.findHandling(id))?.state
    expect(await limitOf(often)).toMatchObject({ until: { hourlyLimit: 40 } })
    expect(await limitOf(seldom)).toMatchObject({ until: { hourlyLimit: 10 } })
    await at.desk.issues.undo('undo' in changed ? (changed.undo ?? '') : '')
    expect([await stateOf(often), await stateOf(seldom)]).toEqual([
      ['open', null],
      ['open', null],
    ])
  })

  it('for an environment is open when it happens in another', async () => {
    const issueId = await at.happen('TypeError', { environment: 'staging' })
    await change(issueId, { kind: 'ignore-environment', environment: 'staging' })
    await at.happen('TypeError', { environment: 'staging' })
    expect(await stateOf(issueId)).toEqual(['ignored', null])
    await at.happen('TypeError', { environment: 'production' })
    expect(await stateOf(issueId)).toEqual(['open', 'escalating'])
  })
})

describe('an issue', () => {
  it('that is archived stays so; reopened, it is open without a mark', async () => {
    const issueId = await at.happen('TypeError')
    await change(issueId, { kind: 'archive' })
    await at.happen('TypeError')
    expect(await stateOf(issueId)).toEqual(['archived', null])
    await change(issueId, { kind: 'reopen' })
    expect(await stateOf(issueId)).toEqual(['open', null])
    expect(await kindsOf(issueId)).toEqual(['reopened', 'archived', 'first-seen'])
  })

  it('that is in a state already has no second line of activity', async () => {
    const issueId = await at.happen('TypeError')
    await change(issueId, { kind: 'resolve' })
    await change(issueId, { kind: 'resolve' })
    expect(await kindsOf(issueId)).toEqual(['resolved', 'first-seen'])
  })
})
