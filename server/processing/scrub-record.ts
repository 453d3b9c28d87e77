import type { LogRecord, MetricRecord, StoredRecord } from './record.ts'
import { scrubObject } from './scrub.ts'
import { scrubText } from './secrets.ts'

/** Logs and metrics are scrubbed before they are hashed. */
type Scrubbable =
  | Exclude<StoredRecord, LogRecord | MetricRecord>
  | Omit<LogRecord, 'contentHash'>
  | Omit<MetricRecord, 'contentHash'>

/** As `scrub` for events: what people and programs write freely may hold secrets, names and numbers of ours may not. */
export function scrubRecord<R extends Scrubbable>(record: R): R {
  switch (record.kind) {
    case 'log':
      return { ...record, body: scrubText(record.body), attributes: scrubObject(record.attributes) }
    case 'metric':
      return { ...record, attributes: scrubObject(record.attributes) }
    case 'feedback':
      return {
        ...record,
        message: scrubText(record.message),
        url: record.url === null ? null : scrubText(record.url),
      }
    default:
      return record
  }
}
