import { openKysely } from '#server/store/engine/open-kysely.ts'
import { openWritingPool } from '#server/store/postgres/connections/pool.ts'
import { withConnection } from '#server/store/postgres/connections/with-connection.ts'
import { createPostgresDialect } from '#server/store/postgres/postgres-dialect.ts'
import { readRowFacts } from '#server/store/postgres/rows/row-facts.ts'
import { createPostgresRows } from '#server/store/postgres/rows/run-steps.ts'
import { createRecordStore } from '#server/store/records/record-store.ts'
import { createRepeats } from '#server/writer/appending/repeats.ts'
import { type BatchEntry, createEntryReader } from '#server/writer/batch/entry.ts'
import type { SubmittedEnvelope } from '#server/writer/batch/submission.ts'
import { createSlicing, failedSlice, type Slice } from '#server/writer/heavy/prepare-alone.ts'
import { rehearsalEnvelope } from '#server/writer/preparer/prepare-rehearsal.ts'
import { createPreparing } from '#server/writer/preparer/prepare-submission.ts'
import type { PreparerTools } from '#server/writer/preparer/preparer-tools.ts'
import { createLoadedSources } from './entry-sources.ts'

export async function openPostgresTools(
  url: string,
  newEventId: () => string,
  options: { stopwatch?: () => number } = {},
): Promise<PreparerTools> {
  const pool = openWritingPool(url)
  const db = openKysely(createPostgresDialect(pool), undefined)
  const facts = await withConnection(pool, readRowFacts)
  const { withoutRepeats } = createRepeats(createRecordStore({ writeFiles: () => {} }))
  const sources = createLoadedSources(db, options)
  const reader = createEntryReader(sources, { newEventId })
  const prepareLoaded = createPreparing(reader)
  const slice = createSlicing()

  const prepare: PreparerTools['prepare'] = async (envelopes, onProgress) => {
    try {
      await sources.refresh(envelopes)
      const prepared = prepareLoaded(envelopes, onProgress)
      return (await sources.lookUp()) ? prepareLoaded(envelopes, onProgress) : prepared
    } catch {
      return undefined
    }
  }

  async function readAlone(envelope: SubmittedEnvelope): Promise<{ all: BatchEntry[]; fresh: BatchEntry[] }> {
    await sources.refresh([envelope])
    const first = reader.read(envelope)
    const all = (await sources.lookUp()) ? reader.read(envelope) : first
    return {
      all,
      fresh: await withConnection(pool, (client) => createPostgresRows(client, facts)(withoutRepeats(all))),
    }
  }

  return {
    prepare,
    async *slicesOf(envelope): AsyncGenerator<Slice> {
      const startedAt = performance.now()
      const workMs = () => performance.now() - startedAt
      try {
        const { all, fresh } = await readAlone(envelope)
        yield* slice(all, fresh, workMs)
      } catch (error) {
        yield failedSlice(error, workMs())
      }
    },
    async rehearse() {
      const project = await db.selectFrom('project').select('id').orderBy('id').limit(1).executeTakeFirst()
      if (project === undefined) return undefined
      const prepared = await prepare([rehearsalEnvelope(project.id)], () => {})
      return prepared?.batch
    },
    close: () => pool.end(),
  }
}
