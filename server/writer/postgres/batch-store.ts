import type { Pool, PoolClient } from 'pg'
import type { StoredRecord } from '#server/processing/record.ts'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import type { Blobs } from '#server/store/blobs/blobs.ts'
import { StorageFailure } from '#server/store/engine/storage-failure.ts'
import { hashOf } from '#server/store/maintenance/attachment-files.ts'
import { shareProjects } from '#server/store/postgres/alone/project-locks.ts'
import { type Transacted, transact } from '#server/store/postgres/connections/transact.ts'
import type { RowFacts } from '#server/store/postgres/rows/row-facts.ts'
import { createPostgresRows } from '#server/store/postgres/rows/run-steps.ts'
import { queryOf } from '#server/store/rows/query.ts'
import { ask, lock, type Steps } from '#server/store/rows/steps.ts'
import type { Delta } from '#server/writer/aggregates/delta.ts'
import { type AppendedBatches, createAppending, type OnDeclined } from '#server/writer/appending/append.ts'
import type { Commit } from '#server/writer/batch/commit.ts'
import type { BatchEntry } from '#server/writer/batch/entry.ts'
import { createPreparer, isEmptyBatch, type PreparedBatch } from '#server/writer/batch/prepare.ts'
import { noteProbe } from '#server/writer/probe.ts'
import { NO_MORE, type Ready, type StoredReady } from '#server/writer/submission-writer.ts'
import { appendDelta } from './journal.ts'
import { namesInBatches, namesInEntries } from './lock-names.ts'
import type { RecentDeltas } from './recent-deltas.ts'

const FIND_PROJECT = queryOf({ id: 'integer' })<{ found: number }>(
  'select 1 as found from project where id = :id',
)

export interface BatchStoreOptions {
  pool: Pool
  facts: RowFacts
  blobs: Pick<Blobs, 'put'>
  clock: () => number
  /** Is told what is appended to the journal. */
  recent: RecentDeltas
}

type Appended<Result> = Steps<{ result: Result; delta: Delta | undefined }>

/** Ends a rehearsal's transaction. */
class Rehearsed extends Error {}

/**
 * Stores batches on PostgreSQL. A transaction appends their rows, and appends what they count to the journal, so that no
 * two writers wait for a counter. It locks the names of what it stores before it looks for them, so that two processes that
 * receive the same thing at the same moment store it once.
 */
export function createPostgresBatchStore({ pool, facts, blobs, clock, recent }: BatchStoreOptions) {
  const appending = createAppending({ writeFiles: () => {} }) // `putAttachments` stores them before
  const startBatch = createPreparer()

  /** The projects' issues stay what they are until the commit, so that each event is counted for the issue of its key. */
  function store<Result>(projectIds: readonly number[], steps: () => Appended<Result>): Promise<Result> {
    return transact(pool, async (client) => {
      const shared = shareProjects(client, projectIds)
      const [appended, locked] = await Promise.allSettled([append(client, steps()), shared])
      if (locked.status === 'rejected') throw locked.reason // it came first
      if (appended.status === 'rejected') throw appended.reason
      return appended.value
    })
  }

  async function append<Result>(client: PoolClient, steps: Appended<Result>): Promise<Transacted<Result>> {
    const { result, delta } = await createPostgresRows(client, facts)(steps)
    const xid = delta && (await appendDelta(client, delta, { storedAt: clock(), recent }))
    return { result, xid }
  }

  /** Attachments are stored before the rows that name them. */
  async function putAttachments(records: readonly StoredRecord[]): Promise<void> {
    for (const record of records) {
      if (record.kind !== 'attachment') continue
      record.sha256 ??= hashOf(record.bytes)
      await blobs.put({ sha256: record.sha256, bytes: record.bytes }).catch((cause: unknown) => {
        throw new StorageFailure(`Cannot store attachment: ${String(cause)}`, { cause })
      })
    }
  }

  function prepareAll(ready: readonly Ready[], onDeclined: OnDeclined): AppendedBatches {
    return appending.prepare(
      ready.map(({ prepared }) => prepared.batch),
      ready.flatMap(({ refused }) => refused),
      onDeclined,
    )
  }

  function* appendReady(
    all: readonly Ready[],
    prepared: AppendedBatches,
    onDeclined: OnDeclined,
  ): Appended<StoredReady> {
    const batches = all.map((each) => each.prepared.batch)
    yield* lock(namesInBatches(batches))
    const hasProject = yield* findProjects(projectsOf(all))
    const areFresh = yield* appending.areFresh(batches)
    const stored = all.filter(
      ({ envelopes }, place) =>
        areFresh[place] && envelopes.every(({ projectId }) => hasProject.has(projectId)),
    )
    if (stored.length === 0) return { result: { stored, commit: NO_MORE }, delta: undefined }
    const fresh = stored.length === all.length ? prepared : prepareAll(stored, onDeclined)
    const { commit, delta } = yield* fresh.append()
    return { result: { stored, commit }, delta }
  }

  function* appendEntries(
    entries: readonly BatchEntry[],
    refused: readonly OutcomeCount[],
    onDeclined: OnDeclined,
  ): Appended<Commit> {
    yield* lock(namesInEntries(entries))
    const hasProject = yield* findProjects([...entries, ...refused].map((each) => each.projectId))
    const isLeft = (each: { projectId: number }) => hasProject.has(each.projectId)
    const batch = startBatch()
    for (const entry of yield* appending.withoutRepeats(entries.filter(isLeft))) batch.add(entry)
    const prepared = appending.prepare([batch.pack()], refused.filter(isLeft), onDeclined)
    const { commit, delta } = yield* prepared.append()
    return { result: commit, delta }
  }

  function* appendSlice(
    projectId: number,
    batch: PreparedBatch,
    prepared: AppendedBatches,
  ): Appended<Commit | undefined> {
    yield* lock(namesInBatches([batch]))
    const [found = []] = yield* ask(FIND_PROJECT, [{ id: projectId }])
    const [isFresh] = yield* appending.areFresh([batch])
    if (!isFresh || (found.length === 0 && !isEmptyBatch(batch)))
      return { result: undefined, delta: undefined }
    const { commit, delta } = yield* prepared.append()
    return { result: commit, delta }
  }

  return {
    /** Stores those of the submissions that are new and whose projects exist. */
    async storeReady(all: readonly Ready[], onDeclined: OnDeclined): Promise<StoredReady> {
      const records = all.flatMap(({ prepared }) => prepared.batch.records)
      await putAttachments(records.map(({ record }) => record))
      const prepared = prepareAll(all, onDeclined) // It compresses, which should not prolong the transaction.
      return store(projectsOf(all), () => appendReady(all, prepared, onDeclined))
    },

    /** Stores the entries of processed envelopes that are new. */
    async storeEntries(
      entries: BatchEntry[],
      refused: readonly OutcomeCount[],
      onDeclined: OnDeclined,
    ): Promise<Commit> {
      await putAttachments(entries.flatMap(({ records }) => records))
      const projectIds = [...entries, ...refused].map((each) => each.projectId)
      return store(projectIds, () => appendEntries(entries, refused, onDeclined))
    },

    /** Stores a prepared part; undefined if something of it is stored already, or its project no longer exists. */
    async storeSlice(projectId: number, batch: PreparedBatch): Promise<Commit | undefined> {
      await putAttachments(batch.records.map(({ record }) => record))
      const prepared = appending.prepare([batch], [])
      return store([projectId], () => appendSlice(projectId, batch, prepared))
    },

    /** Leaves out what is stored already. */
    withoutRepeats: (entries: BatchEntry[]): Promise<BatchEntry[]> =>
      store([], () => withoutDelta(appending.withoutRepeats(entries))),

    /** Writes one row durably. */
    noteProbe: (): Promise<void> => store([], () => withoutDelta(noteProbe())),

    /** Does all that storing a batch does but the commit. Throws what that would throw. */
    async rehearse(batch: PreparedBatch): Promise<void> {
      const prepared = appending.prepare([{ ...batch, records: [] }], [])
      try {
        await transact(pool, async (client) => {
          await append(client, rehearsal(prepared))
          throw new Rehearsed()
        })
      } catch (error) {
        if (!(error instanceof Rehearsed)) throw error
      }
    },
  }
}

function projectsOf(all: readonly Ready[]): number[] {
  return all.flatMap(({ envelopes, refused }) => [...envelopes, ...refused].map((each) => each.projectId))
}

function* withoutDelta<Result>(steps: Steps<Result>): Appended<Result> {
  return { result: yield* steps, delta: undefined }
}

function* rehearsal({ append }: AppendedBatches): Appended<undefined> {
  const { delta } = yield* append()
  return { result: undefined, delta }
}

function* findProjects(projectIds: readonly number[]): Steps<Set<number>> {
  const ids = [...new Set(projectIds)]
  const found = yield* ask(
    FIND_PROJECT,
    ids.map((id) => ({ id })),
  )
  return new Set(ids.filter((_id, place) => (found[place]?.length ?? 0) > 0))
}
