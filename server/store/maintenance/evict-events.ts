import type { DatabaseSync } from 'node:sqlite'
import { createBlockRemoval } from '#server/store/engine/empty-blocks.ts'
import type { StoredRetention } from '#server/store/projects/project-retention.ts'
import { createEventDeletion } from './delete-event.ts'
import { evictionScoreOf, PINNED } from './eviction-rank.ts'
import { createEventPinner } from './pin-event.ts'

/** Between two looks at the time. */
const EVENTS_AT_ONCE = 8

/** The oldest event of those that are as redundant. */
interface Level {
  redundancy: number
  receivedAt: number
}

/**
 * Deletes what a project has beyond its `maxEvents` until the time is up, the most irrelevant first; true while there
 * is more. Needs a transaction. Of each eviction rank only the oldest are looked at, and there are thirty at most.
 */
export function createEviction(connection: DatabaseSync) {
  const countEvents = connection.prepare(
    `select quantity from storage_use where project_id = ? and category = 'events'`,
  )
  const findLevel = connection.prepare(`
    select redundancy, received_at from event where project_id = ? and redundancy >= ?
    order by redundancy, id limit 1`)
  const listOldest = connection.prepare(`
    select id, issue_id, received_at from event where project_id = ? and redundancy = ? order by id limit ?`)
  const findNewer = connection.prepare(`
    select 1 from event where issue_id = ?1 and (received_at, id) > (?2, ?3) limit 1`)
  const pinEvent = createEventPinner(connection)
  const deleteEvent = createEventDeletion(connection)
  const removeBlocks = createBlockRemoval(connection)

  function findLevelFrom(projectId: number, least: number): Level | undefined {
    const row = findLevel.get(projectId, least)
    return row && { redundancy: Number(row.redundancy), receivedAt: Number(row.received_at) }
  }

  function listLevels(projectId: number): Map<number, Level> {
    const levels = new Map<number, Level>()
    let level = findLevelFrom(projectId, PINNED)
    while (level) {
      levels.set(level.redundancy, level)
      level = findLevelFrom(projectId, level.redundancy + 1)
    }
    return levels
  }

  /** Gives how many are gone. An issue's last event stays for longer: it is known to be one when its turn comes. */
  function evictOldest(projectId: number, evictionRank: number, most: number): number {
    const blocks = new Set<number>()
    let evicted = 0
    for (const row of listOldest.all(projectId, evictionRank, Math.min(most, EVENTS_AT_ONCE))) {
      const [id, issueId, receivedAt] = [Number(row.id), Number(row.issue_id), Number(row.received_at)]
      if (evictionRank > PINNED && !findNewer.get(issueId, receivedAt, id)) {
        pinEvent(id)
        continue
      }
      const blockId = deleteEvent(id)
      if (blockId !== undefined) blocks.add(blockId)
      evicted++
    }
    removeBlocks(blocks)
    return evicted
  }

  /** True while the project still has too many. */
  function evictFrom(projectId: number, maxEvents: number, now: number, hasTime: () => boolean): boolean {
    let surplus = Number(countEvents.get(projectId)?.quantity ?? 0) - maxEvents
    if (surplus <= 0) return false
    const levels = listLevels(projectId)
    while (surplus > 0) {
      if (!hasTime()) return true
      const level = highestEvictionScore(levels.values(), now)
      if (level === undefined) return false
      const { redundancy } = level
      surplus -= evictOldest(projectId, redundancy, surplus)
      for (const changed of new Set([redundancy, PINNED])) {
        const oldest = findLevelFrom(projectId, changed)
        if (oldest?.redundancy === changed) levels.set(changed, oldest)
        else levels.delete(changed)
      }
    }
    return false
  }

  return (retention: readonly StoredRetention[], now: number, hasTime: () => boolean): boolean =>
    retention.some(
      ({ projectId, maxEvents }) => maxEvents !== undefined && evictFrom(projectId, maxEvents, now, hasTime),
    )
}

function highestEvictionScore(levels: Iterable<Level>, now: number): Level | undefined {
  let most: { level: Level; evictionScore: number } | undefined
  for (const level of levels) {
    const evictionScore = evictionScoreOf(level, now)
    if (most === undefined || evictionScore >= most.evictionScore) most = { level, evictionScore }
  }
  return most?.level
}
