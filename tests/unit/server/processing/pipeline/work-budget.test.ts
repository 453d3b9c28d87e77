import { describe, expect, it } from 'vitest'
import { createWorkBudget } from '#server/processing/pipeline/work-budget.ts'
import { processEnvelope } from '#tests/support/store/process-body.ts'

const encoder = new TextEncoder()

function anEnvelope(items: [type: string, payload: string][], header: object = {}): Uint8Array {
  const lines = items.map(([type, payload]) => {
    const length = encoder.encode(payload).length
    return `${JSON.stringify({ type, length })}\n${payload}\n`
  })
  return encoder.encode(`${JSON.stringify(header)}\n${lines.join('')}`)
}

const anEvent = JSON.stringify({ event_id: 'a'.repeat(32), message: 'no price' })
const someLogs = (quantity: number) =>
  JSON.stringify({
    items: Array.from({ length: quantity }, (_, index) => ({
      ...{ timestamp: index + 1, trace_id: 'b'.repeat(32), level: 'info', body: 'said' },
      attributes: {},
    })),
  })

describe('the budget of work', () => {
  it('refuses the item that is too much, and takes what still fits after it', () => {
    const body = anEnvelope([
      ['log', someLogs(200)],
      ['event', anEvent],
    ])
    const { answer, records, event, outcomes } = processEnvelope(body, {
      ...{ receivedAt: 0, newEventId: () => 'c'.repeat(32) },
      work: createWorkBudget(5_000),
    })
    expect(answer).toEqual({ status: 200, id: 'a'.repeat(32) })
    expect(records).toEqual([])
    expect(event?.title.value).toBe('no price')
    expect(outcomes).toContainEqual({
      ...{ category: 'log_item', outcome: 'invalid', reason: 'too_much_work', quantity: 1 },
    })
  })

  it('answers 413 where nothing of the body fits', () => {
    const { answer } = processEnvelope(anEnvelope([['event', anEvent]]), {
      ...{ receivedAt: 0, newEventId: () => 'c'.repeat(32) },
      work: createWorkBudget(10),
    })
    expect(answer).toEqual({
      status: 413,
      detail: 'Cannot read event: the whole request would take too long to process',
    })
  })

  it('counts members, so that a few bytes each do not add up to seconds', () => {
    const dense = `{"extra":[${Array(450_000).fill('0').join()}]}`
    const items: [string, string][] = Array.from({ length: 30 }, () => ['feedback', dense])
    const { outcomes } = processEnvelope(anEnvelope(items), {
      ...{ receivedAt: 0, newEventId: () => 'c'.repeat(32) },
    })
    // each takes 900,000 steps for its bytes and 3,600,000 for its members, of 40,000,000
    expect(outcomes.filter(({ reason }) => reason === 'too_much_work')).toHaveLength(22)
  })

  it('leaves room for a file of the largest size that is scrubbed for each of thirty', () => {
    const file = 'a line of a log\n'.repeat(65_536)
    const items: [string, string][] = Array.from({ length: 30 }, () => ['attachment', file])
    const header = { event_id: 'a'.repeat(32) }
    const { records, outcomes } = processEnvelope(anEnvelope([...items, ['event', anEvent]], header), {
      ...{ receivedAt: 0, newEventId: () => 'c'.repeat(32) },
    })
    expect(records).toHaveLength(30)
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['accepted'])
  })
})

describe('an item that our own code throws on', () => {
  it('is refused alone: the others of its envelope are taken', () => {
    const body = anEnvelope([
      ['event', JSON.stringify({ message: 'without an id' })],
      ['log', someLogs(2)],
    ])
    const { answer, records, outcomes, failure } = processEnvelope(body, {
      receivedAt: 0,
      newEventId: () => {
        throw new Error('no more ids')
      },
    })
    expect(answer).toEqual({ status: 200 })
    expect(records).toHaveLength(2)
    expect(outcomes).toEqual([{ category: 'error', outcome: 'invalid', reason: 'internal', quantity: 1 }])
    expect(failure).toBe('Error: no more ids')
  })

  it('is refused with its envelope when it came alone', () => {
    const { answer } = processEnvelope(anEnvelope([['event', '{}']]), {
      receivedAt: 0,
      newEventId: () => {
        throw new Error('no more ids')
      },
    })
    expect(answer).toEqual({
      status: 400,
      detail: 'Cannot read envelope: its content could not be processed',
    })
  })
})
