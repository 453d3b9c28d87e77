import type { TraceListing } from '#server/desk/desk.ts'
import { readTraceId } from '#server/processing/normalize/spans/span-id.ts'
import { formatSearchFault } from '#server/search/fault.ts'
import { readTraceSearch, readTraceTarget } from '#server/search/trace-search.ts'
import type { Store } from '#server/store/engine/store.ts'
import { parseTwoWayCursor } from '#server/store/engine/two-way-cursor.ts'
import type { ProjectRow } from '#server/store/projects/projects.ts'
import { listReleaseRowsOf } from '#server/store/releases/releases.ts'
import { listTraces, type SegmentRow } from '#server/store/traces/list-traces.ts'
import { listTraceLogs } from '#server/store/traces/trace-logs.ts'
import { readTraceMark } from '#server/store/traces/trace-version.ts'
import { buildWaterfall } from '#server/traces/waterfall/build-waterfall.ts'
import { type ComparedPath, compareSpans } from '#server/traces/waterfall/compare-traces.ts'
import { describeSpan } from '#server/traces/waterfall/describe-span.ts'
import { createWaterfallMemory, type WaterfallMemory } from '#server/traces/waterfall/memory.ts'
import { drawMinimap } from '#server/traces/waterfall/minimap.ts'
import { type ShownTrace, showTrace, type TraceView } from '#server/traces/waterfall/show-trace.ts'
import type { TraceRelease, Waterfall } from '#server/traces/waterfall/waterfall.ts'

/** A trace, told by one of its segments: what began in one of its processes. */
export interface TraceSummary extends Omit<SegmentRow, 'partCount' | 'projectIds'> {
  projectSlug: string
  /** Where all of it ran, as far as was looked. */
  projectSlugs: string[]
  /** There are more spans than were counted. */
  hasMore: boolean
}

export interface TraceFilter {
  query: string
  sort: string | undefined
  limit: number
  cursor: string | undefined
  projectSlug: string | undefined
  environment: string | undefined
  /** Milliseconds since the epoch; the end is not part of it. */
  start: number
  end: number
}

export interface TraceListPage {
  traces: TraceSummary[]
  nextCursor: string | null
  previousCursor: string | null
  /** Where looking ended before the period did: milliseconds since the epoch, or of duration. */
  lookedTo: { time: number; durationMs: number } | null
}

export interface TraceComparison {
  first: TraceHead
  second: TraceHead
  paths: ComparedPath[]
  /** Paths that are the same in both, or are left out for their number. */
  hiddenCount: number
}

export type TraceHead = Pick<
  Waterfall,
  'traceId' | 'name' | 'startUs' | 'durationUs' | 'spanCount' | 'errorCount'
>

export interface DeskTraces {
  /** Refuses what can't be understood, in a sentence that names the word. */
  searchTraces(filter: TraceFilter): Promise<TraceListPage | { refusal: string }>
  /** The id of a search that is nothing else. */
  findTraceTarget(query: string): string | undefined
  /** Undefined when nothing is stored of it. */
  showTrace(traceId: string, view: TraceView): Promise<ShownTrace | undefined>
  compareTraces(first: string, second: string): Promise<TraceComparison | undefined>
}

interface TracesOptions {
  listTrace: (traceId: string) => Promise<TraceListing>
  listProjects: () => Promise<ProjectRow[]>
}

const LONGEST_PAGE = 100
const MOST_LOGS = 500
const MOST_PATHS = 200
const PARTS_COUNTED = 50

export function createDeskTraces(store: Store, { listTrace, listProjects }: TracesOptions): DeskTraces {
  const { db } = store
  const remembered = memoryOf(store)

  async function readWaterfall(givenId: string): Promise<Waterfall | undefined> {
    const traceId = readTraceId(givenId)
    if (traceId === undefined) return undefined
    const mark = await readTraceMark(db, traceId)
    const known = remembered.find(traceId, mark)
    if (known) return known
    const [trace, logs] = await Promise.all([listTrace(traceId), listTraceLogs(db, traceId, MOST_LOGS + 1)])
    if (trace.spans.length === 0 && trace.looseErrors.length === 0 && logs.length === 0) return undefined
    const waterfall = buildWaterfall(trace, logs.slice(0, MOST_LOGS), logs.length <= MOST_LOGS)
    remembered.keep(waterfall, mark)
    return waterfall
  }

  /** A release is known by its events, sessions and deploys: there may be spans of one that has none. */
  async function withPage(release: TraceRelease) {
    const known = await listReleaseRowsOf(db, release.version, release.projectSlug)
    return { ...release, hasPage: known.length > 0 }
  }

  return {
    async searchTraces({ query, sort, limit, cursor, projectSlug, environment, start, end }) {
      if (sort !== undefined && sort !== 'slowest') {
        return { refusal: `Cannot sort traces by \`${sort.slice(0, 60)}\`: the only sort is slowest` }
      }
      const read = readTraceSearch(query)
      if ('fault' in read) return { refusal: formatSearchFault(read.fault) }
      const projects = await listProjects()
      const project = projects.find(({ slug }) => slug === projectSlug)
      if (projectSlug !== undefined && project === undefined) return NOTHING
      const page = await listTraces(db, {
        limit: Math.min(Math.max(limit, 1), LONGEST_PAGE),
        order: sort ?? 'newest',
        condition: read.condition,
        ...(project && { projectId: project.id }),
        environment,
        startUs: start * 1_000,
        endUs: end * 1_000,
        cursor: parseTwoWayCursor(cursor),
      })
      const slugs = new Map(projects.map(({ id, slug }) => [id, slug]))
      const { items, nextCursor, previousCursor, lookedTo } = page
      return {
        traces: items.map((row) => toSummary(row, slugs)),
        nextCursor,
        previousCursor,
        lookedTo: lookedTo && { time: lookedTo.startUs / 1_000, durationMs: lookedTo.durationUs / 1_000 },
      }
    },
    findTraceTarget: readTraceTarget,
    async showTrace(traceId, view) {
      const waterfall = await readWaterfall(traceId)
      if (waterfall === undefined) return undefined
      const span = view.span === undefined ? undefined : describeSpan(waterfall, view.span)
      return {
        ...showTrace(waterfall, view),
        releases: await Promise.all(waterfall.releases.map(withPage)),
        minimap: view.chunk === undefined ? drawMinimap(waterfall) : null,
        span: span ?? null,
      }
    },
    async compareTraces(firstId, secondId) {
      const [first, second] = await Promise.all([readWaterfall(firstId), readWaterfall(secondId)])
      if (first === undefined || second === undefined) return undefined
      const all = compareSpans([...first.spans.values()], [...second.spans.values()])
      const paths = all.slice(0, MOST_PATHS)
      return { first: headOf(first), second: headOf(second), paths, hiddenCount: all.length - paths.length }
    },
  }
}

/** A desk is made for each request. */
const memories = new WeakMap<Store['db'], WaterfallMemory>()

function memoryOf({ db }: Store): WaterfallMemory {
  const known = memories.get(db) ?? createWaterfallMemory()
  memories.set(db, known)
  return known
}

const NOTHING: TraceListPage = { traces: [], nextCursor: null, previousCursor: null, lookedTo: null }

function headOf({ traceId, name, startUs, durationUs, spanCount, errorCount }: Waterfall): TraceHead {
  return { traceId, name, startUs, durationUs, spanCount, errorCount }
}

function toSummary(
  { partCount, projectIds, ...row }: SegmentRow,
  slugs: ReadonlyMap<number, string>,
): TraceSummary {
  const slugOf = (id: number) => slugs.get(id) ?? String(id)
  return {
    ...row,
    projectSlug: slugOf(row.projectId),
    projectSlugs: (projectIds ?? String(row.projectId)).split(',').map((id) => slugOf(Number(id))),
    hasMore: partCount >= PARTS_COUNTED,
  }
}
