import { readFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { readTrace } from '#server/desk/traces/read-trace.ts'
import { getPayload } from '#server/store/engine/payload-blocks.ts'
import { attachmentFolder, attachmentPath, hashOf } from '#server/store/maintenance/attachment-files.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { Proof } from './deliveries.ts'

/** The transaction of the samples and what is below it. */
const SPANS_OF_A_TRANSACTION = 21

export interface CheckedStore {
  db: Kysely<Database>
  /** Reads the bytes of an attachment. */
  readBlob: (sha256: string) => Promise<Uint8Array>
  projectId: number
}

/** Reads attachments beside a SQLite file. */
export function readBlobsBeside(file: string): CheckedStore['readBlob'] {
  return (sha256) => readFile(attachmentPath(attachmentFolder(file), sha256))
}

/** What is not there, or not whole, of what was answered 200: a sentence for each. */
export async function listMissing(store: CheckedStore, proofs: readonly Proof[]): Promise<string[]> {
  const missing: string[] = []
  const logs = await countLogs(store)
  for (const proof of proofs) {
    const matter = await messageOf(store, logs, proof).catch((error: unknown) => String(error))
    if (matter !== undefined) missing.push(`${JSON.stringify(proof)}: ${matter}`)
  }
  return missing
}

/** How often each text was logged. */
async function countLogs({ db, projectId }: CheckedStore): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('log')
    .select((eb) => ['body', eb.fn.countAll<number>().as('count')])
    .where('project_id', '=', projectId)
    .groupBy('body')
    .execute()
  return new Map(rows.map(({ body, count }) => [body, count]))
}

async function messageOf(
  { db, readBlob, projectId }: CheckedStore,
  logs: ReadonlyMap<string, number>,
  proof: Proof,
): Promise<string | undefined> {
  switch (proof.kind) {
    case 'event': {
      const rows = await db
        .selectFrom('event')
        .select(['block_id as blockId', 'block_offset as blockOffset', 'block_length as blockLength'])
        .where('project_id', '=', projectId)
        .where('event_id', '=', proof.eventId)
        .execute()
      const [row] = rows
      if (row === undefined || rows.length > 1) return `${rows.length} rows`
      const { event_id } = await getPayload(db, row)
      return event_id === proof.eventId ? undefined : `its payload is of ${event_id}`
    }
    case 'transaction': {
      const { spans } = await readTrace(db, proof.traceId, 100)
      return spans.length === SPANS_OF_A_TRANSACTION ? undefined : `${spans.length} spans`
    }
    case 'log': {
      const count = logs.get(proof.body) ?? 0
      return count === 1 ? undefined : `${count} rows`
    }
    case 'check-in': {
      const rows = await db
        .selectFrom('check_in')
        .select('status')
        .where('project_id', '=', projectId)
        .where('check_in_id', '=', proof.checkInId)
        .execute()
      if (rows.length !== 1) return `${rows.length} rows`
      return proof.status === 'ok' && rows[0]?.status !== 'ok' ? `it is ${rows[0]?.status}` : undefined
    }
    case 'attachment': {
      const rows = await db
        .selectFrom('attachment')
        .select('sha256')
        .where('project_id', '=', projectId)
        .where('event_id', '=', proof.eventId)
        .execute()
      if (rows.length !== 1 || rows[0]?.sha256 !== proof.sha256) return `${rows.length} rows`
      const bytes = await readBlob(proof.sha256)
      return hashOf(bytes) === proof.sha256 ? undefined : 'its bytes are others'
    }
  }
}
