import { storeBlocks } from '#server/store/engine/payload-blocks.ts'
import { addStored } from '#server/store/projects/stored-counts.ts'
import { queryOf } from '#server/store/rows/query.ts'
import { insert, run, type Steps } from '#server/store/rows/steps.ts'
import { appendedTo } from '#server/store/rows/table.ts'
import { anEventId } from './event-store.ts'

const PLACE = ['block_id', 'block_offset', 'block_length'] as const
const EVENT = appendedTo('event')([
  ...(['project_id', 'event_id', 'issue_id', 'timestamp', 'received_at', 'level', 'value'] as const),
  ...(['redundancy', ...PLACE] as const),
])
const SPAN_PART = appendedTo('span_part')([
  ...(['project_id', 'trace_id', 'span_count', 'span_ids', 'received_at', ...PLACE] as const),
])
const SEGMENT = appendedTo('segment')([
  ...(['project_id', 'trace_id', 'span_id', 'op', 'name', 'side', 'status', 'start_us'] as const),
  ...(['duration_us', 'received_at'] as const),
])
const LOG = appendedTo('log')([
  ...(['project_id', 'timestamp_us', 'content_hash', 'received_at', 'level', 'body', ...PLACE] as const),
])
const METRIC = appendedTo('metric')([
  ...(['project_id', 'name', 'timestamp_us', 'content_hash', 'received_at', 'type', 'value'] as const),
  ...(['unit', ...PLACE] as const),
])
const ATTACHMENT = appendedTo('attachment')([
  ...(['project_id', 'event_id', 'sha256', 'filename', 'attachment_type', 'size_bytes'] as const),
  'received_at',
])
const FEEDBACK = appendedTo('feedback')([
  ...(['project_id', 'feedback_id', 'timestamp', 'received_at', 'message', 'source'] as const),
])
const CHECK_IN = appendedTo('check_in')([
  ...(['project_id', 'monitor_id', 'check_in_id', 'status', 'environment', 'timestamp'] as const),
  ...(['received_at', 'updated_at'] as const),
])
const SESSION = appendedTo('release_session')([
  ...(['project_id', 'session_id', 'sequence', 'health', 'has_ended', 'errors', 'started_at'] as const),
  ...(['release', 'environment', 'received_at'] as const),
])
const COMMIT = appendedTo('release_commit')([
  ...(['project_id', 'version', 'position', 'commit_id', 'message', 'files', 'received_at'] as const),
])
const DIGEST = queryOf({ digest: 'text', event_row_id: 'integer', project_id: 'integer' })(
  'insert into digest (digest, event_row_id, project_id) values (:digest, :event_row_id, :project_id)',
)
const PROJECT = queryOf({ id: 'integer', slug: 'text' })(
  "insert into project (id, slug, name, created_at) values (:id, :slug, '', 0)",
)
const ISSUE = queryOf({ id: 'integer', project_id: 'integer', grouping_key: 'text' })(`
  insert into issue (id, project_id, number, grouping_version, grouping_key, type, value, culprit, level, is_unhandled,
    first_seen, last_seen, event_count)
  values (:id, :project_id, :id, 1, :grouping_key, 'Error', '', '', 'error', 0, 0, 0, 0)`)

const MONITOR = queryOf({ id: 'integer' })(
  "insert into monitor (id, project_id, slug, created_at, last_at) values (:id, :id, 'nightly', 0, 0)",
)

/** Stores projects, each with an issue and a monitor of the same id. */
export function* storeProjects(ids: readonly number[]): Steps {
  yield* run(
    PROJECT,
    ids.map((id) => ({ id, slug: `project-${id}` })),
  )
  yield* run(
    ISSUE,
    ids.map((id) => ({ id, project_id: id, grouping_key: `key-${id}` })),
  )
  yield* run(
    MONITOR,
    ids.map((id) => ({ id })),
  )
}

export interface Arrival {
  project_id: number
  /** Another one for each arrival of a store. */
  number: number
  received_at: number
  redundancy?: number
  issue_id?: number
}

/** Stores events of one block, each with a digest and an attachment. */
export function* storeEvents(arrivals: readonly Arrival[], payloadBytes = 7): Steps {
  const blockOf = yield* storeBlock(arrivals, payloadBytes)
  const ids = yield* insert(
    EVENT,
    arrivals.map(({ project_id, number, received_at, redundancy = 0, issue_id = project_id }, index) => ({
      ...{ project_id, issue_id, event_id: anEventId(number), timestamp: received_at, received_at },
      ...{ level: 'error', value: '', redundancy, ...blockOf(index) },
    })),
  )
  yield* run(
    DIGEST,
    arrivals.map(({ project_id, number }, index) => ({
      ...{ digest: `${number}`, event_row_id: ids[index] ?? 0, project_id },
    })),
  )
  yield* insert(
    ATTACHMENT,
    arrivals.map(({ project_id, number, received_at }) => ({
      ...{ project_id, event_id: anEventId(number), sha256: `${number}`, filename: 'a' },
      ...{ attachment_type: 'event.attachment', size_bytes: number % 100, received_at },
    })),
  )
  yield* addStored(
    arrivals.map(({ project_id: projectId }) => ({
      ...{ projectId, category: 'events' as const, quantity: 1, payloadBytes },
    })),
  )
}

/** Stores a part of a trace, a segment, a log, a metric, a feedback, a check-in, a session and a commit of each. */
export function* storeOthers(arrivals: readonly Arrival[], payloadBytes = 5): Steps {
  const blockOf = yield* storeBlock(arrivals, payloadBytes)
  const rowsOf = <Row extends object>(make: (arrival: Arrival, index: number) => Row) => arrivals.map(make)
  yield* insert(
    SPAN_PART,
    rowsOf(({ project_id, number, received_at }, index) => ({
      ...{ project_id, trace_id: anEventId(number), span_count: 1 + (number % 3), received_at },
      ...{ span_ids: new Uint8Array(8), ...blockOf(index) },
    })),
  )
  yield* insert(
    SEGMENT,
    rowsOf(({ project_id, number, received_at }) => ({
      ...{
        project_id,
        trace_id: anEventId(number),
        span_id: 'a',
        op: '',
        name: '',
        side: 'server',
        status: 'ok',
      },
      ...{ start_us: 0, duration_us: 1, received_at },
    })),
  )
  yield* insert(
    LOG,
    rowsOf(({ project_id, number, received_at }, index) => ({
      ...{ project_id, timestamp_us: number, content_hash: number, received_at, level: 'info', body: '' },
      ...blockOf(index),
    })),
  )
  yield* insert(
    METRIC,
    rowsOf(({ project_id, number, received_at }, index) => ({
      ...{ project_id, name: 'a', timestamp_us: number, content_hash: number, received_at },
      ...{ type: 'gauge', value: 1, unit: 'none', ...blockOf(index) },
    })),
  )
  yield* storeSmall(arrivals)
  yield* addStored(
    arrivals.flatMap(({ project_id: projectId, number }) => [
      { projectId, category: 'spans' as const, quantity: 1 + (number % 3), payloadBytes },
      { projectId, category: 'segments' as const, quantity: 1, payloadBytes: 0 },
      { projectId, category: 'logs' as const, quantity: 1, payloadBytes },
      { projectId, category: 'metrics' as const, quantity: 1, payloadBytes },
    ]),
  )
}

function* storeSmall(arrivals: readonly Arrival[]): Steps {
  yield* insert(
    FEEDBACK,
    arrivals.map(({ project_id, number, received_at }) => ({
      ...{
        project_id,
        feedback_id: `${number}`,
        timestamp: received_at,
        received_at,
        message: '',
        source: '',
      },
    })),
  )
  yield* insert(
    CHECK_IN,
    arrivals.map(({ project_id, number, received_at }) => ({
      ...{ project_id, monitor_id: project_id, check_in_id: `${number}`, status: 'ok', environment: '' },
      ...{ timestamp: received_at, received_at, updated_at: received_at },
    })),
  )
  yield* insert(
    SESSION,
    arrivals.map(({ project_id, number, received_at }) => ({
      ...{ project_id, session_id: `${number}`, sequence: 0, health: 'ok', has_ended: 1, errors: 0 },
      ...{ started_at: received_at, release: '', environment: '', received_at },
    })),
  )
  yield* insert(
    COMMIT,
    arrivals.map(({ project_id, number, received_at }) => ({
      ...{ project_id, version: `${number}`, position: 0, commit_id: `${number}` },
      ...{ message: '', files: '[]', received_at },
    })),
  )
}

/** All payloads are in one block. */
function* storeBlock(
  arrivals: readonly Arrival[],
  payloadBytes: number,
): Steps<(index: number) => Placement> {
  const members = arrivals.map((of) => ({ of, payloadBytes }))
  const placed = yield* storeBlocks([{ sizeBytes: members.length, data: new Uint8Array(1), members }])
  return (index) => {
    const { blockId = 0, blockOffset = 0, blockLength = 0 } = placed[index]?.place ?? {}
    return { block_id: blockId, block_offset: blockOffset, block_length: blockLength }
  }
}

interface Placement {
  block_id: number
  block_offset: number
  block_length: number
}
