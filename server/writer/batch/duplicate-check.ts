import type { Known } from './drop-duplicates.ts'
import type { PreparedBatch } from './prepare.ts'
import { type Part, splitSpanIds } from './span-batch.ts'

/** True for a batch of which nothing is known. What it holds counts as known from then on, by whichever answer. */
export type FreshnessCheck = (batch: PreparedBatch) => boolean

/**
 * Batches are prepared without looking into the database; here it is asked, at last. Repeats are rare: a batch that holds
 * one is processed once more, where they can be left out.
 */
export function createFreshnessCheck(known: Known): FreshnessCheck {
  const names = new Set<string>()
  /** The keys are project and trace, the values all span ids in a row. */
  const spanIds = new Map<string, string>()

  function isFresh(name: string, isKnown: () => boolean): boolean {
    if (names.has(name)) return false
    names.add(name)
    return !isKnown()
  }

  /** A trace has one part, mostly: only where it has several are their ids compared. */
  function isPartFresh({ projectId, traceId, spanIds: ids }: Part): boolean {
    const trace = `${projectId}:${traceId}`
    const earlier = spanIds.get(trace) ?? known.listSpanIds(projectId, traceId)
    spanIds.set(trace, earlier + ids)
    if (earlier === '') return true
    const earlierIds = new Set(splitSpanIds(earlier))
    return !splitSpanIds(ids).some((id) => earlierIds.has(id))
  }

  return ({ events, spans, records }) => {
    const answers = [
      ...events.flatMap(({ members }) =>
        members.map(({ of: { projectId, eventId } }) =>
          isFresh(`e${projectId}:${eventId}`, () => known.hasEvent(projectId, eventId)),
        ),
      ),
      ...spans.blocks.flatMap(({ members }) => members.map(({ of }) => isPartFresh(of))),
      ...records.map(({ projectId, record }) => {
        const name = known.nameOf(record)
        return name === undefined || isFresh(`${projectId}:${name}`, () => known.isKnown(projectId, record))
      }),
    ]
    return !answers.includes(false)
  }
}
