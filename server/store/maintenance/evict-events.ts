import type { StoredRetention } from '#server/store/projects/project-retention.ts'
import { queryOf } from '#server/store/rows/query.ts'
import { ask, type Steps } from '#server/store/rows/steps.ts'
import { createEventDeletion } from './delete-events.ts'
import { deleteEmptied } from './empty-blocks.ts'
import { evictionScoreOf, PINNED } from './eviction-rank.ts'
import { pinEvents } from './pin-events.ts'
import type { Slice } from './slice.ts'

/** The oldest event of those that are as redundant. */
interface Level {
  redundancy: number
  received_at: number
}

interface Oldest {
  id: number
  issue_id: number
  received_at: number
  block_id: number
}

const COUNT_EVENTS = queryOf({ project_id: 'integer' })<{ quantity: number }>(
  `select quantity from storage_use where project_id = :project_id and category = 'events'`,
)
const FIND_LEVEL = queryOf({ project_id: 'integer', redundancy: 'integer' })<Level>(`
  select redundancy, received_at from event where project_id = :project_id and redundancy >= :redundancy
  order by redundancy, id limit 1`)
const LIST_OLDEST = queryOf({ project_id: 'integer', redundancy: 'integer', most: 'integer' })<Oldest>(`
  select id, issue_id, received_at, block_id from event where project_id = :project_id and redundancy = :redundancy
  order by id limit :most`)
const FIND_NEWER = queryOf({ issue_id: 'integer', received_at: 'integer', id: 'integer' })<{ id: number }>(`
  select id from event where issue_id = :issue_id and (received_at, id) > (:received_at, :id)
  order by received_at, id limit 1`)
const deleteEvents = createEventDeletion(
  queryOf({ project_id: 'integer', redundancy: 'integer', last: 'integer' }),
  'project_id = :project_id and redundancy = :redundancy and id <= :last',
)

/**
 * Deletes what projects have beyond their `maxEvents` until the time is up, the most irrelevant first; true while there
 * is more. Of each eviction rank only the oldest are looked at, and there are thirty at most.
 */
export function* evictEvents(slice: Slice): Steps<boolean> {
  for (const { projectId, maxEvents } of limitedOf(slice.retention)) {
    if (yield* evictFrom(projectId, maxEvents, slice)) return true
  }
  return false
}

function limitedOf(retention: readonly StoredRetention[]) {
  return retention.flatMap(({ projectId, maxEvents }) =>
    maxEvents === undefined ? [] : [{ projectId, maxEvents }],
  )
}

/** Returns true while the project still has too many events. */
function* evictFrom(projectId: number, maxEvents: number, slice: Slice): Steps<boolean> {
  const [[stored] = []] = yield* ask(COUNT_EVENTS, [{ project_id: projectId }])
  let surplus = (stored?.quantity ?? 0) + (slice.changes?.get(projectId) ?? 0) - maxEvents
  if (surplus <= 0) return false
  const levels = yield* listLevels(projectId)
  while (surplus > 0) {
    if (!slice.hasTime()) return true
    const level = highestEvictionScore(levels.values(), slice.now)
    if (level === undefined) return false
    const { redundancy } = level
    surplus -= yield* evictOldest(projectId, redundancy, Math.min(surplus, slice.portions.events))
    for (const changed of new Set([redundancy, PINNED])) {
      const oldest = yield* findLevelFrom(projectId, changed)
      if (oldest?.redundancy === changed) levels.set(changed, oldest)
      else levels.delete(changed)
    }
  }
  return false
}

function* findLevelFrom(projectId: number, least: number): Steps<Level | undefined> {
  const [[level] = []] = yield* ask(FIND_LEVEL, [{ project_id: projectId, redundancy: least }])
  return level
}

function* listLevels(projectId: number): Steps<Map<number, Level>> {
  const levels = new Map<number, Level>()
  let level = yield* findLevelFrom(projectId, PINNED)
  while (level) {
    levels.set(level.redundancy, level)
    level = yield* findLevelFrom(projectId, level.redundancy + 1)
  }
  return levels
}

/** Returns how many events were deleted. The last event of an issue is kept, and is recognized when its turn comes. */
function* evictOldest(projectId: number, redundancy: number, most: number): Steps<number> {
  const rank = { project_id: projectId, redundancy }
  const [oldest = []] = yield* ask(LIST_OLDEST, [{ ...rank, most }])
  const last = oldest.at(-1)?.id
  if (last === undefined) return 0
  const newer = redundancy > PINNED ? yield* ask(FIND_NEWER, oldest) : undefined
  const isKept = (place: number) => newer?.[place]?.length === 0
  const kept = oldest.filter((_event, place) => isKept(place))
  yield* pinEvents(kept.map(({ id }) => id)) // which gives them another rank than those that go
  const gone = oldest.filter((_event, place) => !isKept(place))
  yield* deleteEvents([{ ...rank, last }])
  yield* deleteEmptied(gone.map(({ block_id }) => block_id))
  return gone.length
}

function highestEvictionScore(levels: Iterable<Level>, now: number): Level | undefined {
  let most: { level: Level; evictionScore: number } | undefined
  for (const level of levels) {
    const evictionScore = evictionScoreOf({ ...level, receivedAt: level.received_at }, now)
    if (most === undefined || evictionScore >= most.evictionScore) most = { level, evictionScore }
  }
  return most?.level
}
