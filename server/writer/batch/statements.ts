import type { DatabaseSync } from 'node:sqlite'
import type { Grouping } from '#server/processing/grouping/grouping.ts'
import type { SentGrouping } from '#server/processing/grouping/sent-grouping.ts'
import type { Title } from '#server/processing/title.ts'
import type { PayloadPlace } from '#server/store/engine/payload-blocks.ts'
import { causeKeyOf } from '#server/store/events/echo-causes.ts'
import type { ArtifactUse, PreparedEvent } from './prepare.ts'

/** What a batch does to one issue, all its events together. */
export interface IssueRowChange extends Grouping, Title {
  projectId: number
  level: string
  isUnhandled: boolean
  fault: string | null
  firstSeen: number
  lastSeen: number
  eventCount: number
  /** How its events were grouped before their source maps came. */
  sentAs: SentGrouping[]
  /** The latest of its events has frames whose source maps may come later. */
  isWaiting: boolean
}

/** Where an event belongs, and where its payload lies. */
export interface EventPlace extends PayloadPlace {
  issueId: number
  /** The id of the grouping key that led to the issue. */
  groupingId: number
  /** How well its issue can do without it: eviction-rank.ts. */
  redundancy: number
}

interface RecordedIssue {
  issueId: number
  groupingId: number
  isNew: boolean
}

export type BatchStatements = ReturnType<typeof createBatchStatements>

/**
 * The writer's own statements, prepared once. Kysely would compile each of them anew for every event: a fifth
 * of the thread's time.
 */
export function createBatchStatements(connection: DatabaseSync) {
  const findEvent = connection.prepare('select 1 from event where project_id = ? and event_id = ?')
  const insertBlock = connection.prepare('insert into payload_block (size_bytes, data) values (?, ?)')
  const findGrouping = connection.prepare(
    'select id, issue_id from issue_grouping where project_id = ? and grouping_version = ? and grouping_key = ?',
  )
  const hasWaited = connection.prepare(
    'select 1 from waiting_stack where project_id = ? and build = ? and grouping_id = ?',
  )
  const wasMapped = connection.prepare(
    "select 1 from waiting_stack where grouping_id = ? and state in ('mapped', 'partly') limit 1",
  )
  const insertGrouping = connection.prepare(
    'insert into issue_grouping (project_id, grouping_version, grouping_key, issue_id) values (?, ?, ?, ?)',
  )
  const takeNumber = connection.prepare(
    'update project set issue_count = issue_count + 1 where id = ? returning issue_count as number',
  )
  const insertIssue = connection.prepare(`
    insert into issue (project_id, number, grouping_version, grouping_key, type, value, culprit, level,
      is_unhandled, fault, first_seen, last_seen, event_count)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const updateIssue = connection.prepare(`
    update issue set type = ?1, value = ?2, culprit = ?3, level = ?4,
      is_unhandled = case when is_unhandled = 1 then 1 else ?5 end, fault = coalesce(?6, fault),
      first_seen = case when first_seen < ?7 then first_seen else ?7 end,
      last_seen = case when last_seen > ?8 then last_seen else ?8 end,
      event_count = event_count + ?9
    where id = ?10`)
  const findTitle = connection.prepare(
    'select grouping_key as key, type, value, culprit from issue where id = ?',
  )
  const countEvents = connection.prepare('select event_count from issue where id = ?')
  const insertEvent = connection.prepare(`
    insert into event (project_id, event_id, issue_id, timestamp, received_at, level, value, environment,
      release, user_label, trace_id, span_id, block_id, block_offset, block_length, grouping_id, redundancy)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const insertDigest = connection.prepare(
    'insert into digest (digest, event_row_id, project_id, fault, tells_of_server) values (?, ?, ?, ?, ?)',
  )
  const noteUse = connection.prepare('update artifact set used_at = ? where id = ? and used_at < ?')

  /**
   * What an issue is called after more events. Echoes that were merged into it must not name it; nor must frames without their
   * source maps say where it happens, once maps have said it.
   */
  function titleAfter(
    issueId: number,
    groupingId: number,
    { key, type, value, culprit, isWaiting }: IssueRowChange,
  ): Title {
    const isEcho = causeKeyOf(key) !== undefined
    const isMapped = isWaiting && wasMapped.get(groupingId) !== undefined
    const issue = isEcho || isMapped ? findTitle.get(issueId) : undefined
    if (issue === undefined) return { type, value, culprit }
    const own = { type: String(issue.type), value: String(issue.value), culprit: String(issue.culprit) }
    if (isEcho) return issue.key === key ? { type, value, culprit } : own
    return { type, value, culprit: own.culprit }
  }

  /**
   * A key of mapped frames that is new leads to the issue that the same events had before their source maps came. Builds
   * must be equal: minified names of another build may be those of other code.
   */
  function adoptKey({ projectId, version, key, sentAs }: IssueRowChange) {
    for (const { builds, ...sent } of sentAs) {
      const known = findGrouping.get(projectId, sent.version, sent.key)
      if (known === undefined) continue
      if (!builds.some((build) => hasWaited.get(projectId, build, known.id ?? 0) !== undefined)) continue
      const { lastInsertRowid } = insertGrouping.run(projectId, version, key, known.issue_id ?? 0)
      return { id: lastInsertRowid, issue_id: known.issue_id }
    }
    return undefined
  }

  function recordIssue(change: IssueRowChange): RecordedIssue {
    const { projectId, version, key, type, value, culprit, level, fault, firstSeen, lastSeen, eventCount } =
      change
    const isUnhandled = change.isUnhandled ? 1 : 0
    const known = findGrouping.get(projectId, version, key) ?? adoptKey(change)
    if (known) {
      const issueId = Number(known.issue_id)
      const title = titleAfter(issueId, Number(known.id), change)
      updateIssue.run(
        ...[
          title.type,
          title.value,
          title.culprit,
          level,
          isUnhandled,
          fault,
          firstSeen,
          lastSeen,
          eventCount,
          issueId,
        ],
      )
      return { issueId, groupingId: Number(known.id), isNew: false }
    }
    const number = takeNumber.get(projectId)?.number
    if (number === undefined) throw new Error(`Cannot store event: project ${projectId} does not exist`)
    const { lastInsertRowid } = insertIssue.run(
      ...[projectId, number, version, key, type, value, culprit, level],
      ...[isUnhandled, fault, firstSeen, lastSeen, eventCount],
    )
    const issueId = Number(lastInsertRowid)
    const grouping = insertGrouping.run(projectId, version, key, issueId)
    return { issueId, groupingId: Number(grouping.lastInsertRowid), isNew: true }
  }

  return {
    hasEvent: (projectId: number, eventId: string) => findEvent.get(projectId, eventId) !== undefined,
    insertBlock: (sizeBytes: number, data: Uint8Array) =>
      Number(insertBlock.run(sizeBytes, data).lastInsertRowid),
    /** Counts the events into their issue, which it makes if there is none. */
    recordOccurrences: recordIssue,
    /** That were ever counted into it. */
    countEvents: (issueId: number): number => Number(countEvents.get(issueId)?.event_count),
    insertEvent(event: PreparedEvent, place: EventPlace): number {
      const { lastInsertRowid } = insertEvent.run(
        ...[event.projectId, event.eventId, place.issueId, event.timestamp, event.receivedAt, event.level],
        ...[
          event.title.value,
          event.environment,
          event.release,
          event.userLabel,
          event.traceId,
          event.spanId,
        ],
        ...[place.blockId, place.blockOffset, place.blockLength, place.groupingId, place.redundancy],
      )
      return Number(lastInsertRowid)
    },
    insertDigest: (digest: string, digestPrefix: string | null, eventRowId: number, event: PreparedEvent) =>
      insertDigest.run(digest, eventRowId, event.projectId, digestPrefix, event.tellsOfServer ? 1 : 0),
    /** Uploads are kept for as long as they are used. */
    noteUse: ({ id, usedAt }: ArtifactUse) => noteUse.run(usedAt, id, usedAt),
  }
}
