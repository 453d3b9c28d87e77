import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWriterQueue } from '#server/writer/queue/queue.ts'

const KIB = 1024

function anEnvelope(projectId: number, sizeBytes = 10 * KIB) {
  return { projectId, keyId: projectId, receivedAt: 0, body: new Uint8Array(sizeBytes) }
}

function open(bounds = { queuedEnvelopes: 10_000, queuedBytes: 1024 ** 3 }) {
  const queue = createWriterQueue(bounds)
  const add = (projectId: number, quantity: number, sizeBytes?: number) => {
    for (let one = 0; one < quantity; one++) void queue.add(anEnvelope(projectId, sizeBytes))
  }
  return { queue, add }
}

function bytesByProject(batch: { envelope: { projectId: number; body: Uint8Array } }[]) {
  const bytes = new Map<number, number>()
  for (const { envelope } of batch) {
    bytes.set(envelope.projectId, (bytes.get(envelope.projectId) ?? 0) + envelope.body.length)
  }
  return bytes
}

describe('createWriterQueue()', () => {
  it('gives the next batch to all that wait, however much one of them sends', () => {
    const { queue, add } = open()
    add(1, 4_000)
    add(2, 5)
    add(3, 3, 100 * KIB)
    const bytes = bytesByProject(queue.takeBatch())
    expect(bytes.get(2)).toBe(50 * KIB)
    expect(bytes.get(3)).toBe(300 * KIB)
    expect(bytes.get(1)).toBeGreaterThan(300 * KIB)
  })

  it('shares by bytes, not by envelopes', () => {
    const { queue, add } = open()
    add(1, 3_000, 1 * KIB)
    add(2, 100, 100 * KIB)
    const bytes = bytesByProject(Array.from({ length: 8 }, () => queue.takeBatch()).flat())
    const [small = 0, large = 0] = [bytes.get(1), bytes.get(2)]
    expect(small / large).toBeGreaterThan(0.8)
    expect(small / large).toBeLessThan(1.25)
  })

  it('keeps the order of each project', () => {
    const { queue } = open()
    const bodies = [1, 2, 3, 4].map((size) => anEnvelope(1, size))
    for (const envelope of bodies) void queue.add(envelope)
    expect(queue.takeBatch().map(({ envelope }) => envelope.body.length)).toEqual([1, 2, 3, 4])
  })

  it('gives what is heavier than 256 KiB alone, by turns over projects', () => {
    const { queue, add } = open()
    add(1, 2, 20 * 1024 * KIB)
    add(2, 1, 256 * KIB + 1)
    add(1, 1, 256 * KIB)
    expect(queue.takeBatch().map(({ envelope }) => envelope.body.length)).toEqual([256 * KIB])
    const heavy = [1, 2, 3, 4].map(() => queue.takeHeavy()?.envelope.projectId)
    expect(heavy).toEqual([1, 2, 1, undefined])
  })

  it('weighs what a project sends by the work that it took before', () => {
    const { queue, add } = open()
    for (let batch = 0; batch < 50; batch++) {
      queue.learn(1, { envelopes: 10, sizeBytes: 100 * KIB, workMs: 1_000 })
    }
    add(1, 1, 20 * KIB)
    add(2, 1, 20 * KIB)
    expect(queue.takeBatch().map(({ envelope }) => envelope.projectId)).toEqual([2])
    expect(queue.takeHeavy()?.envelope.projectId).toBe(1)
    for (let batch = 0; batch < 50; batch++) {
      queue.learn(1, { envelopes: 10, sizeBytes: 100 * KIB, workMs: 1 })
    }
    add(1, 1, 20 * KIB)
    expect(queue.takeBatch().map(({ envelope }) => envelope.projectId)).toEqual([1])
  })

  it('takes an export of OTLP for four times its bytes: a resource is repeated on each span', () => {
    const { queue } = open()
    void queue.add({ ...anEnvelope(1, 64 * KIB), format: 'otlp_traces' })
    void queue.add({ ...anEnvelope(1, 65 * KIB), format: 'otlp_traces' })
    expect(queue.takeBatch()).toHaveLength(1)
    expect(queue.takeHeavy()?.envelope.body.length).toBe(65 * KIB)
  })

  it('lets one project hold half, two a third each, and leaves room for the next', () => {
    const { queue, add } = open({ queuedEnvelopes: 1_200, queuedBytes: 1024 ** 3 })
    const fill = (projectId: number) => {
      let held = 0
      for (; queue.roomFor(projectId, KIB) === 'free'; held++) add(projectId, 1, KIB)
      return held
    }
    expect(fill(1)).toBe(600)
    expect(queue.roomFor(1, KIB)).toBe('project_full')
    expect(fill(2)).toBe(300)
    expect(fill(3)).toBe(150)
    expect(queue.isFull()).toBe(false)
  })

  it('is full by bytes too, whoever sends them', () => {
    const { queue, add } = open({ queuedEnvelopes: 100, queuedBytes: 100 })
    add(1, 1, 60)
    expect([queue.roomFor(1, 40), queue.roomFor(2, 40), queue.roomFor(2, 41)]).toEqual([
      'project_full',
      'free',
      'queue_full',
    ])
  })

  it('has as much room as before when all is settled', () => {
    const sizes = fc.array(
      fc.record({ projectId: fc.integer({ min: 1, max: 5 }), size: fc.integer({ min: 0, max: 200 * KIB }) }),
      { maxLength: 600 },
    )
    fc.assert(
      fc.property(sizes, (given) => {
        const { queue, add } = open()
        for (const { projectId, size } of given) add(projectId, 1, size)
        expect(queue.size()).toEqual({
          envelopes: given.length,
          bytes: given.reduce((sum, { size }) => sum + size, 0),
        })
        let taken = 0
        for (let batch = queue.takeBatch(); batch.length > 0; batch = queue.takeBatch()) {
          taken += batch.length
          for (const { settle } of batch) settle({ status: 200 })
        }
        expect(taken).toBe(given.length)
        expect(queue.size()).toEqual({ envelopes: 0, bytes: 0 })
      }),
      { numRuns: 50 },
    )
  })
})
