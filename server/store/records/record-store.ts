import { categoryOfKind, type RecordKind, type StoredRecord } from '#server/processing/record.ts'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { Steps } from '#server/store/rows/steps.ts'
import { createAttachmentPort, type WriteFiles } from './attachments.ts'
import { createFeedbackPort } from './feedback.ts'
import { createLogPort } from './logs.ts'
import { createMetricPort } from './metrics.ts'
import { createCheckInPort } from './monitors/check-ins.ts'
import type { Arrived, Declined, Owned, RecordCounts, RecordPort } from './record-port.ts'
import { createSessionCountsPort } from './session-counts.ts'
import { createSessionPort } from './sessions.ts'

type Ports = { [Kind in RecordKind]: RecordPort<Extract<StoredRecord, { kind: Kind }>> }

export interface RecordStoreOptions {
  writeFiles: WriteFiles
}

/** What is stored beside events and spans, each kind by its port. */
export function createRecordStore({ writeFiles }: RecordStoreOptions) {
  const ports: Ports = {
    log: createLogPort(),
    metric: createMetricPort(),
    session: createSessionPort(),
    session_counts: createSessionCountsPort(),
    feedback: createFeedbackPort(),
    check_in: createCheckInPort(),
    attachment: createAttachmentPort(writeFiles),
  }
  // A port for any kind takes none but its own: the lists that it is given are split by kind.
  const portOf = (kind: RecordKind) => ports[kind] as unknown as RecordPort<StoredRecord>

  return {
    /** Undefined for one that can't be told from a repeat. */
    nameOf: (record: StoredRecord): string | undefined => {
      const name = portOf(record.kind).nameOf(record)
      return name === undefined ? undefined : `${record.kind}:${name}`
    },
    /** Says of each whether it is there already. */
    *findKnown(records: readonly Owned[]): Steps<boolean[]> {
      const known = new Set<Owned>()
      for (const [kind, some] of Map.groupBy(records, ({ record }) => record.kind)) {
        const answers = yield* portOf(kind).findKnown(some)
        for (const [place, each] of some.entries()) if (answers[place]) known.add(each)
      }
      return records.map((each) => known.has(each))
    },
    /** Before the transaction; what it gives runs in it, stores them and gives what became of each. */
    prepare(
      records: readonly Arrived[],
      onDeclined: (declined: Declined) => void = () => {},
    ): (counts: RecordCounts) => Steps<OutcomeCount[]> {
      const byKind = Map.groupBy(records, ({ record }) => record.kind)
      const commits = [...byKind].map(([kind, arrived]) => portOf(kind).prepare(arrived))
      return (counts) => storeRecords(records, commits, { counts, onDeclined })
    },
  }
}

function* storeRecords(
  records: readonly Arrived[],
  commits: readonly ((counts: RecordCounts) => Steps<Declined[]>)[],
  { counts, onDeclined }: { counts: RecordCounts; onDeclined: (declined: Declined) => void },
): Steps<OutcomeCount[]> {
  const declined: Declined[] = []
  for (const commit of commits) declined.push(...(yield* commit(counts)))
  for (const each of declined) onDeclined(each)
  const left = new Set(declined.map(({ of }) => of))
  return [
    ...records.filter((arrived) => !left.has(arrived)).map((of) => toCount(of, 'accepted', '')),
    ...declined.map(({ of, outcome, reason }) => toCount(of, outcome, reason)),
  ]
}

function toCount(
  { record, projectId, keyId, receivedAt }: Arrived,
  outcome: OutcomeCount['outcome'],
  reason: string,
): OutcomeCount {
  const hour = Math.floor(receivedAt / HOUR_MS)
  return { projectId, keyId, hour, category: categoryOfKind(record.kind), outcome, reason, quantity: 1 }
}
