import { describe, expect, it, onTestFinished } from 'vitest'
import { anEnvelopeOf, aSpanId, aTransaction, TRACE_ID } from '#tests/support/builders/sample-traces.ts'
import { openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

async function openDesk() {
  const opened = await openIssueDesk()
  onTestFinished(() => opened.close())
  return opened
}

describe('desk.users.listOfIssue()', () => {
  it('lists the users of an issue by when they were seen last, or by their events', async () => {
    const { desk, happen } = await openDesk()
    let issueId = 0
    for (const id of ['1', '1', '2']) issueId = await happen('TypeError', { user: { id } })
    await happen('TypeError', {})
    await happen('RangeError', { user: { id: '3' } })
    const recent = await desk.users.listOfIssue(issueId, 'recent')
    expect(recent).toMatchObject({ userCount: 2, otherEventCount: 0 })
    expect(recent?.users.map(({ name, eventCount }) => [name, eventCount])).toEqual([
      ['id:2', 1],
      ['id:1', 2],
    ])
    const byEvents = await desk.users.listOfIssue(issueId, 'events')
    expect(byEvents?.users.map(({ name }) => name)).toEqual(['id:1', 'id:2'])
    expect(await desk.users.listOfIssue(99, 'recent')).toBeUndefined()
  })
})

describe('desk.users.find()', () => {
  it('reads the issues, events, traces and feedback of one user', async () => {
    const { desk, happen, hand, writeBatch } = await openDesk()
    const user = { id: '7', email: 'mina@example.com' }
    const first = await happen('TypeError', { user })
    const contexts = { trace: { trace_id: TRACE_ID, span_id: aSpanId(1) } }
    const second = await happen('RangeError', { user, contexts })
    await happen('TypeError', { user: { id: '8' } })
    const feedback = {
      type: 'feedback',
      payload: { contexts: { feedback: { message: 'I only wanted shoes.', contact_email: user.email } } },
    }
    const body = anEnvelopeOf(aTransaction([{ number: 2, parent: 1 }]))
    const entry = { projectId: 1, keyId: 1, receivedAt: hand.clock() }
    writeBatch(
      [
        { ...entry, body },
        { ...entry, body: anEnvelopeOf(feedback) },
      ],
      [],
    )
    const history = await desk.users.find('id:7', undefined)
    expect(history?.facts).toEqual(expect.arrayContaining([['email', 'mina@example.com']]))
    expect(history?.issues.map(({ id, type, eventCount }) => [id, type, eventCount])).toEqual([
      [second, 'RangeError', 1],
      [first, 'TypeError', 1],
    ])
    expect(history?.events.map(({ issueId }) => issueId)).toEqual([second, first])
    expect(history?.traces).toMatchObject([{ traceId: TRACE_ID, title: 'GET /cart', durationMs: 1_000 }])
    expect(history?.feedback).toMatchObject([{ message: 'I only wanted shoes.', eventId: null }])
    expect(await desk.users.find('id:7', 'crumbtrail')).toEqual(history)
    expect(await desk.users.find('id:7', 'elsewhere')).toBeUndefined()
    expect(await desk.users.find('id:9', undefined)).toBeUndefined()
  })
})
