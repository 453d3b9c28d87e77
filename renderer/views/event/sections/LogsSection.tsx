import { use } from 'react'
import { clipText, formatMachineTime, formatMilliseconds } from '#renderer/format/format.ts'
import { formatOffset } from '#renderer/format/format-duration.ts'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { wallTime } from '#renderer/format/wall-time.ts'
import { logsPath } from '#renderer/paths.ts'
import { logs as say, sections } from '#renderer/texts/issues/event.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import { plainText } from '#renderer/views/log/plain-text.ts'
import type { EventDetail, EventLogs } from '#server/models/events.ts'
import styles from './LogsSection.module.css'

interface LogsSectionProps {
  event: EventDetail
  logs: EventLogs
  /** What the event says, in its place among the logs. */
  text: string
}

interface Line {
  key: number | 'event'
  timestampMs: number
  level: string
  body: string
}

const MOST_CHARACTERS = 300
const MINUTE_MS = 60_000

/** The logs before and after the event, with the event among them. */
export function LogsSection({ event, logs, text }: LogsSectionProps) {
  const { zone } = use(ReaderContext)
  const here: Line = { key: 'event', timestampMs: event.timestamp, level: event.level, body: text }
  const all = logs.logs.map(({ id, ...line }): Line => ({ key: id, ...line }))
  const before = all.filter(({ timestampMs }) => timestampMs <= event.timestamp)
  const lines = [...before, here, ...all.slice(before.length)]
  return (
    <Section
      id="logs"
      title={sections.logs}
      note={say.by[logs.by]}
      aside={<a href={hrefOf(event, logs)}>{say.open}</a>}
    >
      <ol className={styles.lines}>
        {lines.map(({ key, timestampMs, level, body }) => (
          <li
            key={key}
            className={styles.line}
            data-here={key === 'event' || undefined}
            data-level={levelOf(level)}
          >
            <time className={styles.time} dateTime={formatMachineTime(timestampMs)}>
              {formatMilliseconds(wallTime(timestampMs, zone))}
            </time>
            <span className={styles.level}>{level}</span>
            <bdi className={styles.body}>{plainText(clipText(body, MOST_CHARACTERS))}</bdi>
            <span className={styles.offset}>
              {key === 'event' ? '0' : formatOffset(timestampMs - event.timestamp)}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Logs say `warn` where issues say `warning`. */
function levelOf(level: string): string {
  return level === 'warn' ? 'warning' : level
}

/** All logs of the trace, or of the project at that time. */
function hrefOf({ timestamp, projectSlug }: EventDetail, { traceId }: EventLogs): string {
  const period = {
    start: new Date(timestamp - MINUTE_MS).toISOString(),
    end: new Date(timestamp + MINUTE_MS).toISOString(),
  }
  return logsPath(
    traceId === null ? { project: projectSlug, ...period } : { query: `trace:${traceId}`, ...period },
  )
}
