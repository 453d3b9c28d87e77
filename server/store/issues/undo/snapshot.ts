import type { Selectable, Transaction } from 'kysely'
import { PARTS, type PartTable } from '#server/store/issues/changes/parts.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** What some issues were before they became one, or before one became two. */
export interface IssuesBefore {
  kind: 'merge' | 'split'
  /** The issue that stays: the others were merged into it, or another was split off. */
  issueId: number
  /** It comes first. */
  issues: IssueRow[]
  /** The rows of each part. Tags are left out where there are too many: they are counted again. */
  parts: Partial<Record<PartTable, PartRow[]>>
  /** Which issue each grouping key led to. */
  groupings: OfIssue[]
  /** The lines of the activity. */
  activities: OfIssue[]
  /** Issues that had been merged into these before. */
  redirects: OfIssue[]
  /** The issues whose tags and users were being counted again, because those in `parts` were wrong. */
  recounting?: number[]
  /** The newest event that was stored: later ones have been counted since. */
  lastEventId: number
  /** Milliseconds since the epoch. */
  takenAt: number
  /** The issue that was split off. */
  made?: { id: number; number: number }
}

export type IssueRow = Selectable<Database['issue']>

/** A row of any part. */
export interface PartRow {
  issue_id: number
  account_id?: number
}

interface OfIssue {
  id: number
  issueId: number
}

/** Rows of one table. With more, a merge cannot be undone; tags with more are counted again. */
const MOST_ROWS = 10_000

/** The users of many days, environments and releases; more cannot be undone either. */
const MOST_SKETCH_BYTES = 8 * 2 ** 20

const RECOUNTED: readonly PartTable[] = ['issue_tag', 'issue_tag_key']

interface SnapshotOptions {
  projectId: number
  issueIds: readonly [number, ...number[]]
  editor: { actor: object | undefined; now: number }
}

/** Undefined for a token, which undoes nothing, and where it is too much to store a second time. */
export async function takeSnapshot(
  trx: Transaction<Database>,
  kind: IssuesBefore['kind'],
  { projectId, issueIds, editor }: SnapshotOptions,
): Promise<IssuesBefore | undefined> {
  if (editor.actor === undefined || !('accountId' in editor.actor)) return undefined
  const [issueId] = issueIds
  const parts: IssuesBefore['parts'] = {}
  for (const table of PARTS) {
    if (table === 'issue_activity') continue // Its lines move back, with those that were added since.
    const rows = await trx
      .selectFrom(table)
      .selectAll()
      .where('project_id', '=', projectId)
      .where('issue_id', 'in', issueIds)
      .limit(MOST_ROWS + 1)
      .execute()
    if (table === 'issue_scope_user' && sizeOf(rows) > MOST_SKETCH_BYTES) return undefined
    if (rows.length <= MOST_ROWS) parts[table] = rows
    else if (!RECOUNTED.includes(table)) return undefined
  }
  if (RECOUNTED.some((table) => parts[table] === undefined))
    for (const table of RECOUNTED) delete parts[table]
  const issues = await trx.selectFrom('issue').selectAll().where('id', 'in', issueIds).execute()
  const groupings = await listOf(trx, 'issue_grouping', issueIds)
  const activities = await listOf(trx, 'issue_activity', issueIds.slice(1))
  const redirects = await trx
    .selectFrom('issue_redirect')
    .select(['old_issue_id as id', 'issue_id as issueId'])
    .where('issue_id', 'in', issueIds)
    .limit(MOST_ROWS + 1)
    .execute()
  if ([groupings, activities, redirects].some(({ length }) => length > MOST_ROWS)) return undefined
  const recounts = await trx
    .selectFrom('issue_recount')
    .select('issue_id as issueId')
    .where('issue_id', 'in', issueIds)
    .execute()
  const newest = await trx
    .selectFrom('event')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return {
    ...{ kind, issueId, takenAt: editor.now, parts, groupings, activities, redirects },
    issues: issues.toSorted((a, b) => issueIds.indexOf(a.id) - issueIds.indexOf(b.id)),
    recounting: recounts.map(({ issueId }) => issueId),
    lastEventId: newest?.id ?? 0,
  }
}

function sizeOf(rows: readonly { sketch?: Uint8Array }[]): number {
  return rows.reduce((sum, { sketch }) => sum + (sketch?.byteLength ?? 0), 0)
}

function listOf(
  trx: Transaction<Database>,
  table: 'issue_grouping' | 'issue_activity',
  issueIds: readonly number[],
): Promise<OfIssue[]> {
  return trx
    .selectFrom(table)
    .select(['id', 'issue_id as issueId'])
    .where('issue_id', 'in', [0, ...issueIds]) // no row has the first, and a list needs one
    .limit(MOST_ROWS + 1)
    .execute()
}
