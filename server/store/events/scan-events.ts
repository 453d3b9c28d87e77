import type { Kysely } from 'kysely'
import type { Period } from '#server/models/period.ts'
import type { Database } from '#server/store/schema/schema.ts'

export type ScannedEvent = Awaited<ReturnType<ReturnType<typeof selectScanned>['execute']>>[number]

export interface EventScan {
  projectIds: readonly number[]
  /** Only the events of this issue. */
  issueId?: number | undefined
  /** When they arrived. */
  period: Period
  /** The most rows. */
  limit: number
}

/** A project with more issues in the period is read in the order of arrival, whichever issue events are of. */
const MOST_ISSUES = 50

export interface ScannedEvents {
  /** The newest first. */
  rows: ScannedEvent[]
  /** False where older events of the period were left out. */
  isWhole: boolean
}

/**
 * Lists events of several issues by their arrival. No index has that: the issues of the period are few and have one each, or else
 * rows are read from the newest, which ends after enough of them.
 */
export async function scanEvents(db: Kysely<Database>, scan: EventScan): Promise<ScannedEvents> {
  const { projectIds, period, limit } = scan
  if (projectIds.length === 0) return { rows: [], isWhole: true }
  const issueIds = scan.issueId === undefined ? await listIssues(db, scan) : [scan.issueId]
  if (issueIds.length > MOST_ISSUES) {
    const rows = await selectScanned(db, scan)
      .where('event.received_at', '<', period.end)
      .orderBy('event.id', 'desc')
      .limit(limit + 1)
      .execute()
    const within = rows.filter(({ receivedAt }) => receivedAt >= period.start)
    return { rows: within.slice(0, limit), isWhole: rows.length <= limit || within.length < rows.length }
  }
  const ofIssues = await Promise.all(
    issueIds.map((issueId) =>
      selectScanned(db, scan)
        .where('event.issue_id', '=', issueId)
        .where('event.received_at', '>=', period.start)
        .where('event.received_at', '<', period.end)
        .orderBy('event.received_at', 'desc')
        .orderBy('event.id', 'desc')
        .limit(limit + 1)
        .execute(),
    ),
  )
  const rows = ofIssues.flat().sort((a, b) => b.receivedAt - a.receivedAt || b.rowId - a.rowId)
  return { rows: rows.slice(0, limit), isWhole: rows.length <= limit }
}

async function listIssues(db: Kysely<Database>, { projectIds, period }: EventScan): Promise<number[]> {
  const rows = await db
    .selectFrom('issue')
    .select('id')
    .where('project_id', 'in', projectIds)
    .where('last_seen', '>=', period.start)
    .where('first_seen', '<', period.end)
    .limit(MOST_ISSUES + 1)
    .execute()
  return rows.map(({ id }) => id)
}

function selectScanned(db: Kysely<Database>, { projectIds }: EventScan) {
  return db
    .selectFrom('event')
    .innerJoin('issue', 'issue.id', 'event.issue_id')
    .innerJoin('project', 'project.id', 'event.project_id')
    .select(['event.id as rowId', 'event.project_id as projectId', 'project.slug as projectSlug'])
    .select(['event.event_id as eventId', 'event.issue_id as issueId', 'event.timestamp'])
    .select(['event.received_at as receivedAt', 'event.level', 'event.value', 'event.environment'])
    .select(['event.release', 'event.user_label as userLabel', 'event.trace_id as traceId'])
    .select(['event.block_id as blockId', 'event.block_offset as blockOffset'])
    .select(['event.block_length as blockLength', 'issue.number', 'issue.type', 'issue.culprit'])
    .select('issue.status')
    .where('event.project_id', 'in', projectIds)
    .where('issue.deleted_at', 'is', null)
}
