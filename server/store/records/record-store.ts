import type { DatabaseSync } from 'node:sqlite'
import { categoryOfKind, type RecordKind, type StoredRecord } from '#server/processing/record.ts'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { createAttachmentPort } from './attachments.ts'
import { createFeedbackPort } from './feedback.ts'
import { createLogPort } from './logs.ts'
import { createMetricPort } from './metrics.ts'
import { createCheckInPort } from './monitors/check-ins.ts'
import type { Arrived, BlockStore, Declined, RecordCounts, RecordPort } from './record-port.ts'
import { createSessionCountsPort, createSessionPort } from './sessions.ts'

type Ports = { [Kind in RecordKind]: RecordPort<Extract<StoredRecord, { kind: Kind }>> }

export interface RecordStoreOptions extends BlockStore {
  /** Where attachments' files lie. */
  attachments: string
}

/** What is stored beside events and spans, each kind by its port. */
export function createRecordStore(connection: DatabaseSync, { attachments, ...blocks }: RecordStoreOptions) {
  const ports: Ports = {
    log: createLogPort(connection, blocks),
    metric: createMetricPort(connection, blocks),
    session: createSessionPort(connection),
    session_counts: createSessionCountsPort(),
    feedback: createFeedbackPort(connection),
    check_in: createCheckInPort(connection),
    attachment: createAttachmentPort(connection, attachments),
  }
  // A port for any kind takes none but its own: the lists that it is given are split by kind.
  const portOf = (kind: RecordKind) => ports[kind] as unknown as RecordPort<StoredRecord>

  return {
    /** Undefined for one that can't be told from a repeat. */
    nameOf: (record: StoredRecord): string | undefined => {
      const name = portOf(record.kind).nameOf(record)
      return name === undefined ? undefined : `${record.kind}:${name}`
    },
    isKnown: (projectId: number, record: StoredRecord): boolean =>
      portOf(record.kind).isKnown(projectId, record),
    /** Before the transaction; what it gives runs in it, stores them and gives what became of each. */
    prepare(
      records: Arrived[],
      onDeclined: (declined: Declined) => void = () => {},
    ): (counts: RecordCounts) => OutcomeCount[] {
      const byKind = Map.groupBy(records, ({ record }) => record.kind)
      const commits = [...byKind].map(([kind, arrived]) => portOf(kind).prepare(arrived))
      return (counts) => {
        const declined = commits.flatMap((commit) => commit(counts))
        for (const each of declined) onDeclined(each)
        const left = new Set(declined.map(({ of }) => of))
        return [
          ...records.filter((arrived) => !left.has(arrived)).map((of) => toCount(of, 'accepted', '')),
          ...declined.map(({ of, outcome, reason }) => toCount(of, outcome, reason)),
        ]
      }
    },
  }
}

function toCount(
  { record, projectId, keyId, receivedAt }: Arrived,
  outcome: OutcomeCount['outcome'],
  reason: string,
): OutcomeCount {
  const hour = Math.floor(receivedAt / HOUR_MS)
  return { projectId, keyId, hour, category: categoryOfKind(record.kind), outcome, reason, quantity: 1 }
}
