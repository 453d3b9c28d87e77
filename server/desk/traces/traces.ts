import type { Period } from '#server/models/period.ts'
import type { Refusal } from '#server/models/refusal.ts'
import type { TraceDistribution, TraceGrouping } from '#server/models/traces/trace-distribution.ts'
import type { TraceRowFacts } from '#server/models/traces/trace-rows.ts'
import type { TraceListing } from '#server/models/traces/traces.ts'
import { parseTraceId } from '#server/processing/normalize/spans/span-id.ts'
import { parseTraceSearch, parseTraceTarget } from '#server/search/dialects/traces.ts'
import { formatSearchError } from '#server/search/search-error.ts'
import type { Store } from '#server/store/engine/store.ts'
import { parseTwoWayCursor } from '#server/store/engine/two-way-cursor.ts'
import { OWN_PROJECT_ID } from '#server/store/projects/own-project.ts'
import type { ProjectRow } from '#server/store/projects/projects.ts'
import { listReleaseRowsOf } from '#server/store/releases/releases.ts'
import { listTraces, type SegmentRow, sampleTraces } from '#server/store/traces/list-traces.ts'
import { listTraceLogs } from '#server/store/traces/trace-logs.ts'
import { readTraceVersion } from '#server/store/traces/trace-version.ts'
import { buildWaterfall } from '#server/traces/waterfall/build-waterfall.ts'
import { type ComparedPath, compareSpans } from '#server/traces/waterfall/compare-traces.ts'
import { describeSpan } from '#server/traces/waterfall/describe-span.ts'
import { createWaterfallMemory, type WaterfallMemory } from '#server/traces/waterfall/memory.ts'
import { drawMinimap } from '#server/traces/waterfall/minimap.ts'
import { type ShownTrace, showTrace, type TraceView } from '#server/traces/waterfall/show-trace.ts'
import type { TraceRelease, Waterfall } from '#server/traces/waterfall/waterfall.ts'
import { type AlikeTraces, findAlike } from './alike.ts'
import { describeRows } from './describe-rows.ts'
import { distributionOf, splitDurations } from './distribution.ts'
import { readTrace } from './read-trace.ts'

/** A trace as lists show it, described by one of its segments: what began in one of its processes. */
export interface TraceSummary extends Omit<SegmentRow, 'partCount' | 'projectIds'>, TraceRowFacts {
  projectSlug: string
  /** The projects of those spans that were counted. */
  projectSlugs: string[]
  /** True when there are more spans than were counted. */
  hasMore: boolean
}

export interface TraceFilter extends Period {
  query: string
  /** Undefined for the newest first. */
  sort: string | undefined
  limit: number
  /** Undefined for the first page. */
  cursor: string | undefined
  /** Undefined for all projects. */
  projectSlug: string | undefined
  /** Leaves out Crumbtrail's own project. */
  isWithoutOwn?: boolean
  /** Undefined for all environments. */
  environment: string | undefined
}

export interface TraceListPage {
  traces: TraceSummary[]
  /** Null on the last page. */
  nextCursor: string | null
  /** Null on the first page. */
  previousCursor: string | null
  /** Where the search ended before the period did, as a time since the epoch and a duration; null when it saw the whole period. */
  searchedUntil: { time: number; durationMs: number } | null
}

export interface TraceComparison {
  first: TraceHead
  second: TraceHead
  paths: ComparedPath[]
  /** Counts the paths that are left out because there are too many. */
  hiddenCount: number
}

export type TraceHead = Pick<
  Waterfall,
  'traceId' | 'name' | 'op' | 'projectSlug' | 'startUs' | 'durationUs' | 'spanCount' | 'errorCount'
>

export interface DeskTraces {
  /** Reads all that is stored of a trace, in all projects; without spans and errors when nothing is. */
  read(traceId: string): Promise<TraceListing>
  /** Lists traces. Refuses a search that it cannot read, in a sentence that names the word. */
  search(filter: TraceFilter): Promise<TraceListPage | Refusal>
  /** Describes the newest traces that `search` finds; undefined where it refuses, or knows no such project. */
  distribute(
    filter: Omit<TraceFilter, 'sort' | 'limit' | 'cursor'>,
    grouping: TraceGrouping,
  ): Promise<TraceDistribution | undefined>
  /** Finds the trace's id in a search that is only an id. */
  findTarget(query: string): string | undefined
  /** Undefined when nothing is stored of the trace. */
  show(traceId: string, view: TraceView): Promise<ShownTrace | undefined>
  /** Lists traces to compare it with: of what began it. Undefined without any. */
  listAlike(traceId: string): Promise<AlikeTraces | undefined>
  /** Undefined when nothing is stored of one of the traces. */
  compare(first: string, second: string): Promise<TraceComparison | undefined>
}

interface TracesOptions {
  listProjects: () => Promise<ProjectRow[]>
}

const LONGEST_PAGE = 100
/** How many traces a distribution is of. */
const SAMPLED = 2_000
const MOST_LOGS = 500
const MOST_PATHS = 200
const PARTS_COUNTED = 50

export function createDeskTraces(store: Store, { listProjects }: TracesOptions): DeskTraces {
  const { db } = store
  const remembered = memoryOf(store)

  const reading = new Map<string, Promise<Waterfall | undefined>>()

  /** A page asks for it more than once. */
  function readWaterfall(givenId: string): Promise<Waterfall | undefined> {
    const known = reading.get(givenId)
    if (known) return known
    const read = readAnew(givenId).finally(() => reading.delete(givenId))
    reading.set(givenId, read)
    return read
  }

  async function readAnew(givenId: string): Promise<Waterfall | undefined> {
    const traceId = parseTraceId(givenId)
    if (traceId === undefined) return undefined
    const version = await readTraceVersion(db, traceId)
    const known = remembered.find(traceId, version)
    if (known) return known
    const [trace, logs] = await Promise.all([
      readTrace(db, traceId),
      listTraceLogs(db, traceId, MOST_LOGS + 1),
    ])
    if (trace.spans.length === 0 && trace.looseErrors.length === 0 && logs.length === 0) return undefined
    const waterfall = buildWaterfall(trace, logs.slice(0, MOST_LOGS), logs.length <= MOST_LOGS)
    remembered.keep(waterfall, version)
    return waterfall
  }

  /** A release is known by its events, sessions and deploys: there may be spans of one that has none. */
  async function withPage(release: TraceRelease) {
    const known = await listReleaseRowsOf(db, release.version, release.projectSlug)
    return { ...release, hasPage: known.length > 0 }
  }

  return {
    read: (traceId) => readTrace(db, traceId.replaceAll('-', '').toLowerCase()),
    async search({ query, sort, limit, cursor, projectSlug, isWithoutOwn, environment, start, end }) {
      if (sort !== undefined && sort !== 'slowest') {
        return { refusal: `Cannot sort traces by \`${sort.slice(0, 60)}\`: the only sort is slowest` }
      }
      const read = parseTraceSearch(query)
      if ('error' in read) return { refusal: formatSearchError(read.error) }
      const projects = await listProjects()
      const project = projects.find(({ slug }) => slug === projectSlug)
      if (projectSlug !== undefined && project === undefined) return NOTHING
      const page = await listTraces(db, {
        limit: Math.min(Math.max(limit, 1), LONGEST_PAGE),
        order: sort ?? 'newest',
        condition: read.condition,
        ...(project && { projectId: project.id }),
        ...(project === undefined && isWithoutOwn && { exceptProjectId: OWN_PROJECT_ID }),
        environment,
        startUs: start * 1_000,
        endUs: end * 1_000,
        cursor: parseTwoWayCursor(cursor),
      })
      const slugs = new Map(projects.map(({ id, slug }) => [id, slug]))
      const { items, nextCursor, previousCursor, searchedUntil: lookedTo } = page
      const described = await describeRows(db, items, { start, end, environment })
      return {
        traces: described.map(({ row, facts }) => ({ ...toSummary(row, slugs), ...facts })),
        nextCursor,
        previousCursor,
        searchedUntil: lookedTo && {
          time: lookedTo.startUs / 1_000,
          durationMs: lookedTo.durationUs / 1_000,
        },
      }
    },
    async distribute({ query, projectSlug, isWithoutOwn, environment, start, end }, grouping) {
      const read = parseTraceSearch(query)
      const projects = await listProjects()
      const project = projects.find(({ slug }) => slug === projectSlug)
      if ('error' in read || (projectSlug !== undefined && project === undefined)) return undefined
      const { others, range } = splitDurations(read.condition)
      const sample = await sampleTraces(db, {
        limit: SAMPLED,
        condition: others,
        ...(project && { projectId: project.id }),
        ...(project === undefined && isWithoutOwn && { exceptProjectId: OWN_PROJECT_ID }),
        environment,
        startUs: start * 1_000,
        endUs: end * 1_000,
      })
      const slugs = new Map(projects.map(({ id, slug }) => [id, slug]))
      const slugOf = (id: number) => slugs.get(id) ?? String(id)
      return distributionOf(sample, { range, grouping, slugOf })
    },
    findTarget: parseTraceTarget,
    async show(traceId, view) {
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
    async listAlike(traceId) {
      const waterfall = await readWaterfall(traceId)
      const first = waterfall?.rows.find(({ kind }) => kind === 'span')
      const root = first && waterfall?.spans.get(first.key)
      return root?.isSegment ? findAlike(db, root, traceId) : undefined
    },
    async compare(firstId, secondId) {
      const [first, second] = await Promise.all([readWaterfall(firstId), readWaterfall(secondId)])
      if (first === undefined || second === undefined) return undefined
      const all = compareSpans([...first.spans.values()], [...second.spans.values()])
      const paths = all.slice(0, MOST_PATHS)
      return { first: headOf(first), second: headOf(second), paths, hiddenCount: all.length - paths.length }
    },
  }
}

/** A store has one memory, since there is a desk for each viewer. */
const memories = new WeakMap<Store['db'], WaterfallMemory>()

function memoryOf({ db }: Store): WaterfallMemory {
  const known = memories.get(db) ?? createWaterfallMemory()
  memories.set(db, known)
  return known
}

const NOTHING: TraceListPage = { traces: [], nextCursor: null, previousCursor: null, searchedUntil: null }

function headOf(waterfall: Waterfall): TraceHead {
  const { traceId, name, op, projectSlug, startUs, durationUs, spanCount, errorCount } = waterfall
  return { traceId, name, op, projectSlug, startUs, durationUs, spanCount, errorCount }
}

function toSummary(
  { partCount, projectIds, ...row }: SegmentRow,
  slugs: ReadonlyMap<number, string>,
): Omit<TraceSummary, keyof TraceRowFacts> {
  const slugOf = (id: number) => slugs.get(id) ?? String(id)
  return {
    ...row,
    projectSlug: slugOf(row.projectId),
    projectSlugs: (projectIds ?? String(row.projectId)).split(',').map((id) => slugOf(Number(id))),
    hasMore: partCount >= PARTS_COUNTED,
  }
}
