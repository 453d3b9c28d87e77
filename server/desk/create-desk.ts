import { randomBytes } from 'node:crypto'
import type { Level } from '#server/processing/event.ts'
import { formatDsn } from '#server/protocol/dsn.ts'
import { parseCursor, toPage } from '#server/store/engine/cursor.ts'
import { getPayload } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findDigestEvent, findFaultEvent } from '#server/store/events/digests.ts'
import {
  type EventRow,
  findIssueEventRow,
  findNeighbours,
  findNewestEventRow,
  findProjectEventRow,
  listEventRows,
} from '#server/store/events/events.ts'
import { findIssueRow } from '#server/store/issues/issues.ts'
import {
  addProject,
  findProjectRow,
  listProjectRows,
  type ProjectRow,
  randomProjectKey,
} from '#server/store/projects/projects.ts'
import { parseDigest } from '#telemetry/errors/digest.ts'
import type { Desk, DigestMatch, EventDetail, EventSummary, ProjectDetail, ProjectSummary } from './desk.ts'
import { createDeskEditor } from './editor.ts'
import { explainStored } from './events/event-grouping.ts'
import { createDeskEventView } from './events/event-view.ts'
import { createDeskFailures } from './events/related-events.ts'
import type { IssueChange } from './issues/change.ts'
import { createDeskIssues } from './issues/issues.ts'
import { createDeskViews } from './issues/saved-views.ts'
import { createDeskSearch } from './issues/search.ts'
import { toIssueSummaries } from './issues/summaries.ts'
import { createDeskTags } from './issues/tags.ts'
import { createDeskPerformance } from './performance/performance.ts'
import { createDeskCounts } from './projects/counts.ts'
import { type ListEnvironments, rememberEnvironments } from './projects/environments.ts'
import { createDeskFirstRun, type SendEnvelope } from './projects/first-run.ts'
import { createDeskOutcomes } from './projects/outcomes.ts'
import { createDeskRetention } from './projects/retention.ts'
import { createDeskUsage } from './projects/usage.ts'
import { createDeskFeedback } from './records/feedback.ts'
import { createDeskLogs } from './records/logs.ts'
import { createDeskMonitors } from './records/monitors.ts'
import { createDeskRecords } from './records/records.ts'
import { createDeskReleasePages } from './releases/release-pages.ts'
import { createDeskReleases } from './releases/releases.ts'
import { createDeskSearchFaults } from './search-errors.ts'
import { readTrace } from './traces/read-trace.ts'
import { createDeskTraces } from './traces/traces.ts'

const LONGEST_PAGE = 100

export interface DeskOptions {
  store: Store
  /** Everyone who has signed in sees every project today; the desk is made for one viewer so that this can change here. */
  viewer: { id: number; email: string; role: string } | undefined
  /** Where SDKs reach us: DSNs are made of it. */
  publicUrl: string
  /** The folder of attachments' files; without it they are listed only. */
  attachments?: string | undefined
  clock?: () => number
  newKey?: () => string
  /** The projects' rows; asked for with every page. */
  listProjects?: () => Promise<ProjectRow[]>
  listEnvironments?: ListEnvironments
  /** For how long projects are kept that say nothing of it; without it for ever. */
  retentionDays?: number | undefined
  send?: SendEnvelope
  /** Told after what its viewer did to issues is stored. */
  onIssueChange?: ((change: IssueChange) => void) | undefined
}

/** The desk over the store, for one viewer. */
export function createDesk(options: DeskOptions): Desk {
  const { store, publicUrl, clock = Date.now, newKey = () => randomProjectKey(randomBytes) } = options
  const { db } = store
  const { listProjects = () => listProjectRows(db) } = options
  const { listEnvironments = rememberEnvironments(store, clock) } = options

  async function toEventDetail(row: EventRow | undefined): Promise<EventDetail | undefined> {
    if (!row) return undefined
    const [payload, neighbours] = await Promise.all([getPayload(db, row), findNeighbours(db, row)])
    const grouping = await explainStored(db, row.rowId, payload)
    return {
      ...toEventSummary(row),
      projectId: row.projectId,
      payload,
      grouping,
      ...neighbours,
    }
  }

  /** Empty when every key of the project is disabled: no SDK could report with any. */
  function dsnOf({ id, publicKey }: ProjectRow): string {
    return publicKey === null ? '' : formatDsn(publicUrl, publicKey, id)
  }

  async function findProject(slug: string): Promise<ProjectDetail | undefined> {
    const row = await findProjectRow(db, slug)
    return row && { ...toProjectSummary(row), dsn: dsnOf(row) }
  }

  async function findByDigest(text: string): Promise<DigestMatch | undefined> {
    const ours = parseDigest(text)
    if (ours?.kind === 'fault') {
      const newest = await findFaultEvent(db, ours.fault)
      if (newest) return { kind: 'issue', issueId: newest.issueId }
    }
    // Also what looks like ours: Next.js's numbers are six to ten digits, and so might a fault be.
    const event =
      (ours?.kind === 'whole' ? await findDigestEvent(db, ours.digest) : undefined) ??
      (await findDigestEvent(db, text.trim()))
    return event && { kind: 'event', ...event }
  }

  return {
    async listProjects() {
      return toProjectSummaries(await listProjects())
    },
    listEnvironments,
    findProject,
    async createProject(name) {
      const added = await store.write((trx) => addProject(trx, { name, publicKey: newKey(), now: clock() }))
      if ('refusal' in added) return added
      const project = await findProject(added.slug)
      if (!project)
        throw new Error(`Cannot read project: ${added.slug} was deleted right after it was created`)
      return { project }
    },
    async findIssue(issueId) {
      const row = isRowId(issueId) ? await findIssueRow(db, issueId) : undefined
      const [summary] = await toIssueSummaries(store, clock, row ? [row] : [])
      if (!row || !summary) return undefined
      const { fault, firstRelease, lastRelease } = row
      return { ...summary, fault, firstRelease, lastRelease }
    },
    async listEvents(issueId, { limit, cursor, within }) {
      if (!isRowId(issueId)) return { items: [], nextCursor: null }
      const size = pageSize(limit)
      const rows = await listEventRows(db, issueId, {
        limit: size + 1,
        cursor: parseCursor(cursor),
        within,
      })
      const page = toPage(rows, size, (row) => ({ time: row.receivedAt, id: row.rowId }))
      return { items: page.items.map(toEventSummary), nextCursor: page.nextCursor }
    },
    async findEvent(issueId, eventId) {
      if (!isRowId(issueId)) return undefined
      if (eventId === 'latest') return toEventDetail(await findNewestEventRow(db, issueId))
      return toEventDetail(await findIssueEventRow(db, issueId, foldEventId(eventId)))
    },
    async findProjectEvent(projectId, eventId) {
      if (!isRowId(projectId)) return undefined
      return toEventDetail(await findProjectEventRow(db, projectId, foldEventId(eventId)))
    },
    findByDigest,
    listTrace: (traceId) => readTrace(db, foldEventId(traceId)),
    ...createDeskRecords(store, options.attachments),
    ...createDeskIssues(options),
    ...createDeskFailures(store),
    ...createDeskUsage(store),
    ...createDeskRetention(store, { listProjects, retentionDays: options.retentionDays }),
    ...createDeskSearch(store, { viewer: options.viewer, clock, findByDigest }),
    ...createDeskSearchFaults(() => ({ now: clock(), accountId: options.viewer?.id })),
    ...createDeskReleases(store, clock),
    ...createDeskCounts(store),
    ...createDeskReleasePages(store),
    ...createDeskTags(store),
    ...createDeskPerformance(store),
    ...createDeskTraces(store, { listProjects, listTrace: (traceId) => readTrace(db, traceId) }),
    ...createDeskFeedback(store),
    ...createDeskFirstRun(store, { clock, send: options.send }),
    ...createDeskLogs(store),
    ...createDeskMonitors(store, clock),
    ...createDeskOutcomes(store, clock),
    ...createDeskEventView(store, { publicUrl }),
    ...createDeskEditor(store, options.viewer),
    ...createDeskViews({ store, viewer: options.viewer, clock }),
  }
}

function toEventSummary(row: EventRow): EventSummary {
  return {
    eventId: row.eventId,
    issueId: row.issueId,
    projectSlug: row.projectSlug,
    timestamp: row.timestamp,
    receivedAt: row.receivedAt,
    level: row.level as Level, // the writer stores normalized levels only
    value: row.value,
    environment: row.environment,
    release: row.release,
    userLabel: row.userLabel,
  }
}

function toProjectSummary({ id, slug, name, createdAt, openIssueCount, isDemo }: ProjectRow): ProjectSummary {
  return { id, slug, name, createdAt, openIssueCount, ...(isDemo === 1 && { isDemo: true }) }
}

const projectSummaries = new WeakMap<ProjectRow[], ProjectSummary[]>()

/** Rows that are remembered give the same summaries, for whoever remembers by these. */
function toProjectSummaries(rows: ProjectRow[]): ProjectSummary[] {
  const known = projectSummaries.get(rows)
  if (known !== undefined) return known
  const summaries = rows.map(toProjectSummary)
  projectSummaries.set(rows, summaries)
  return summaries
}

/** Ids come out of addresses: what can't be a row's id finds nothing, rather than failing in the database. */
function isRowId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0
}

function foldEventId(eventId: string): string {
  return eventId.replaceAll('-', '').toLowerCase()
}

function pageSize(limit: number): number {
  return Number.isSafeInteger(limit) ? Math.min(Math.max(limit, 1), LONGEST_PAGE) : LONGEST_PAGE
}
