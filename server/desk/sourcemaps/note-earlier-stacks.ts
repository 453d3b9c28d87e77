import { buildsOf } from '#server/processing/source-maps/builds.ts'
import { answer } from '#server/store/engine/asking.ts'
import { findPayload } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import { hasArtifacts } from '#server/store/sourcemaps/artifacts.ts'
import { findStackEvent } from '#server/store/sourcemaps/due-stacks.ts'
import {
  findNotedUntil,
  listUnnotedGroupings,
  noteEarlier,
  type UnnotedGrouping,
} from '#server/store/sourcemaps/earlier-stacks.ts'

/** One event of each is read: a few milliseconds in all. */
const GROUPINGS_AT_ONCE = 5

/**
 * Issues of a desk that is older than the notes of what waits for source maps have none. This walks over their grouping keys
 * once, a few at a time, and notes the builds of one event of each, so that they are named like others. False once all are
 * done, which it remembers.
 */
export function createEarlierStacks(store: Store): (now: number) => Promise<boolean> {
  let isDone = false
  return async (now) => {
    if (isDone) return false
    const after = await findNotedUntil(store.db)
    isDone = after === undefined
    if (after === undefined) return false
    const groupings = await listUnnotedGroupings(store.db, after, GROUPINGS_AT_ONCE)
    const stacks = (await Promise.all(groupings.map((grouping) => listBuilds(store, grouping)))).flat()
    const isLast = groupings.length < GROUPINGS_AT_ONCE
    const until = isLast ? undefined : groupings.at(-1)?.id
    await store.write((trx) => noteEarlier(trx, stacks, { until, now }))
    isDone = isLast
    return !isLast || stacks.length > 0
  }
}

async function listBuilds({ db }: Store, grouping: UnnotedGrouping) {
  const place = await findStackEvent(db, { groupingId: grouping.id, eventRowId: 0 })
  // A block that is damaged is a failure of whoever reads the event, and must not keep the others waiting.
  const event = place && (await findPayload(db, place).catch(() => undefined))
  if (event === undefined) return []
  const isUploaded = await answer(db, hasArtifacts(db, grouping.projectId))
  return buildsOf(event).map((build) => ({ ...grouping, build, isUploaded }))
}
