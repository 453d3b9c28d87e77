import type { StoredRecord } from '#server/processing/record.ts'
import type { Arrived, Declined, RecordCounts, RecordPort } from '#server/store/records/record-port.ts'
import { insert } from '#server/store/rows/steps.ts'
import { appendedTo } from '#server/store/rows/table.ts'
import { type EngineRows, openRows } from '#tests/support/deltas/engine-rows.ts'
import type { Engine } from '#tests/support/postgres/each-engine.ts'

const PROJECT = appendedTo('project')(['slug', 'name', 'created_at'])

/** The result of storing records. */
export interface Stored extends Omit<RecordCounts, 'countStored'> {
  declined: Declined[]
}

/** A database of an engine in which each test has projects of its own. */
export interface PortRows extends EngineRows {
  makeProject(): Promise<number>
  /** Stores records as one batch. */
  store<R extends StoredRecord>(port: RecordPort<R>, records: readonly Arrived<R>[]): Promise<Stored>
  /** Stores each of them as a batch. */
  storeEach<R extends StoredRecord>(port: RecordPort<R>, records: readonly Arrived<R>[]): Promise<Stored>
}

export async function openPortRows(engine: Engine): Promise<PortRows> {
  const rows = await openRows(engine)
  let projects = 0

  const store: PortRows['store'] = async (port, records) => {
    const counts: RecordCounts = { logs: [], sessions: [], countStored: () => {} }
    const declined = await rows.run(port.prepare(records)(counts))
    return { declined, ...counts }
  }

  return {
    ...rows,
    async makeProject() {
      const slug = `project-${++projects}`
      const [id = 0] = await rows.run(insert(PROJECT, [{ slug, name: slug, created_at: 0 }]))
      return id
    },
    store,
    async storeEach(port, records) {
      const all: Stored = { declined: [], logs: [], sessions: [] }
      for (const record of records) {
        const { declined, logs, sessions } = await store(port, [record])
        all.declined.push(...declined)
        all.logs.push(...logs)
        all.sessions.push(...sessions)
      }
      return all
    },
  }
}

/** A record as it arrives. */
export function anArrival<R extends StoredRecord>(
  projectId: number,
  record: R,
  receivedAt = 1_790_000_100_000,
): Arrived<R> {
  return { record, projectId, keyId: 1, receivedAt }
}

/** Returns the reason for which each record was declined; undefined for those that were stored. */
export function reasonsOf(records: readonly Arrived[], { declined }: Stored): (string | undefined)[] {
  return records.map((record) => declined.find(({ of }) => of === record)?.reason)
}
