import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ISSUE_RELEASES } from '#server/store/schema/counted-tables.ts'
import { createAggregates } from '#server/writer/aggregates/aggregates.ts'
import type { Delta } from '#server/writer/aggregates/delta.ts'
import { type Arrival, aDelta, anyArrival } from '#tests/support/deltas/any-deltas.ts'
import { createMemoryRows } from '#tests/support/deltas/memory-rows.ts'
import { runs } from '#tests/support/run/doses.ts'

type Parts = readonly (readonly Arrival[])[]

/** It is never told that a delta was committed, so that nothing is at hand for the next one. */
const aggregates = createAggregates()

/** The rows that there are when these deltas were folded, one after the other. */
function fold(deltas: readonly Delta[]) {
  const rows = createMemoryRows()
  const counts = { event_count: 0, is_unhandled: 0, first_seen: null, last_seen: null }
  const issue = { user_count: 0, first_release: null, last_release: null, ...counts }
  for (const id of [1, 2, 3]) rows.insert(ISSUE_RELEASES, { id, ...issue })
  for (const delta of deltas) rows.run(aggregates.fold(delta))
  return rows.list()
}

/** A delta for each part; an issue is new in the first one that names it. */
function deltasOf(parts: Parts): Delta[] {
  const known = new Set<number>()
  return parts.map((arrivals) => {
    const delta = aDelta(arrivals, known)
    for (const { issueId } of arrivals) known.add(issueId)
    return delta
  })
}

type Rows = ReturnType<typeof fold>

/**
 * Leaves out what depends on the delta that something came with. A release is made by the first that is folded; which trace is
 * the usual one depends on what was usual before; the fields that events share are noted once, and counted no more; what
 * happened to issues is told in the order in which it was noted.
 */
function withoutNotes(rows: Rows) {
  const lasting = rows.filter(({ table }) => table !== 'happening')
  return lasting.map((row) => {
    const { created_at, examples, event_count, last_seen, first_seen, ...rest } = row
    return row.key === 'field:stack.function' ? rest : { ...rest, event_count, last_seen, first_seen }
  })
}

const parts = fc.array(fc.array(anyArrival, { maxLength: 6 }), { minLength: 1, maxLength: 4 })

it('leaves the same rows when what arrives is folded at once, and when it is folded part by part', () => {
  const property = fc.property(parts, (given) => {
    const atOnce = withoutNotes(fold(deltasOf([given.flat()])))
    expect(withoutNotes(fold(deltasOf(given)))).toEqual(atOnce)
  })
  fc.assert(property, { numRuns: runs(1_000) })
})

it('leaves the same rows when deltas of other issues come in another order', () => {
  const property = fc.property(fc.array(anyArrival, { maxLength: 12 }), (arrivals) => {
    const deltas = [1, 2, 3].map((id) => aDelta(arrivals.filter(({ issueId }) => issueId === id)))
    expect(withoutNotes(fold(deltas.toReversed()))).toEqual(withoutNotes(fold(deltas)))
  })
  fc.assert(property, { numRuns: runs(1_000) })
})

it('leaves the same rows of a delta that was kept as JSON', () => {
  const property = fc.property(parts, (given) => {
    const deltas = deltasOf(given)
    const kept = deltas.map((delta): Delta => JSON.parse(JSON.stringify(delta)))
    expect(fold(kept)).toEqual(fold(deltas))
  })
  fc.assert(property, { numRuns: runs(1_000) })
})
