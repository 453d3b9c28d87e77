import { describe, expect, it } from 'vitest'
import type { Delta } from '#server/writer/aggregates/delta.ts'
import { createRecentDeltas } from '#server/writer/postgres/recent-deltas.ts'

const delta: Delta = {
  ...{ format: 1, occurrences: [], issues: [], usedArtifacts: [], samples: [] },
  ...{ logs: [], sessions: [], outcomes: [], stored: [] },
}
const rowOf = (id: number, ...bytes: number[]) => ({ id, delta: new Uint8Array(bytes) })

describe('createRecentDeltas()', () => {
  it('gives a delta once', () => {
    const recent = createRecentDeltas()
    recent.note(rowOf(1, 7, 8), delta)
    expect([recent.take(rowOf(1, 7, 8)), recent.take(rowOf(1, 7, 8))]).toEqual([delta, undefined])
  })

  it('gives none for a row that has the same id and other bytes', () => {
    const recent = createRecentDeltas()
    recent.note(rowOf(1, 7, 8), delta)
    expect(recent.take(rowOf(1, 7, 9))).toBeUndefined()
  })

  it('forgets the oldest when they take too much room', () => {
    const recent = createRecentDeltas(4)
    for (const id of [1, 2, 3]) recent.note(rowOf(id, id, id), delta)
    expect([1, 2, 3].map((id) => recent.take(rowOf(id, id, id)))).toEqual([undefined, delta, delta])
  })

  it('keeps no delta that takes too much room alone', () => {
    const recent = createRecentDeltas(4)
    recent.note(rowOf(1, 1, 2, 3, 4, 5), delta)
    expect(recent.take(rowOf(1, 1, 2, 3, 4, 5))).toBeUndefined()
  })
})
