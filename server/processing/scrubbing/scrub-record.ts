import type {
  AttachmentRecord,
  LogRecord,
  MetricRecord,
  MonitorConfig,
  StoredRecord,
} from '#server/processing/record.ts'
import type { Scrubber } from '#server/processing/secrets/scrubber.ts'
import { scrubParameters } from '#server/processing/secrets/templates.ts'
import { scrubBytes } from './scrub-bytes.ts'

/** Logs and metrics are scrubbed before they are hashed. */
type Scrubbable =
  | Exclude<StoredRecord, LogRecord | MetricRecord>
  | Omit<LogRecord, 'contentHash'>
  | Omit<MetricRecord, 'contentHash'>

/** Like `scrub` for events: free text may hold secrets, ids and numbers may not. */
export function scrubRecord<R extends Scrubbable>(record: R, scrubber: Scrubber): R {
  const { text, object } = scrubber
  const orNull = (given: string | null) => (given === null ? null : text(given))
  const { kind } = record
  if (kind === 'attachment') return { ...record, ...scrubAttachment(record, scrubber) }
  const version = { release: orNull(record.release), environment: orNull(record.environment) }
  switch (kind) {
    case 'log': {
      const { body, attributes } = scrubParameters(record, scrubber)
      return { ...record, ...version, body: text(body), attributes: object(attributes) }
    }
    case 'metric': {
      const { name, unit, attributes } = record
      return { ...record, ...version, name: text(name), unit: text(unit), attributes: object(attributes) }
    }
    case 'feedback': {
      const { message, name, email, url, source } = record
      const people = { name: orNull(name), email: orNull(email) }
      return {
        ...record,
        ...version,
        ...people,
        message: text(message),
        url: orNull(url),
        source: text(source),
      }
    }
    case 'check_in':
      return {
        ...record,
        ...version,
        monitorSlug: text(record.monitorSlug),
        monitorConfig: record.monitorConfig && scrubMonitor(record.monitorConfig, text),
      }
    case 'session':
    case 'session_counts':
      return { ...record, ...version }
  }
}

function scrubMonitor(config: MonitorConfig, text: Scrubber['text']): MonitorConfig {
  const { schedule, timezone } = config
  return {
    ...config,
    schedule: schedule.type === 'crontab' ? { ...schedule, value: text(schedule.value) } : schedule,
    timezone: timezone === null ? null : text(timezone),
  }
}

function scrubAttachment(record: AttachmentRecord, scrubber: Scrubber): Partial<AttachmentRecord> {
  const { filename, contentType, attachmentType, bytes } = record
  return {
    filename: scrubber.text(filename),
    contentType: contentType === null ? null : scrubber.text(contentType),
    attachmentType: scrubber.text(attachmentType),
    bytes: scrubBytes(bytes, scrubber),
  }
}
