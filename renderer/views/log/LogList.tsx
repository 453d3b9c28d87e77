import { use } from 'react'
import { clipText, formatDate, formatMachineTime, formatMilliseconds } from '#renderer/format/format.ts'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { wallTime } from '#renderer/format/wall-time.ts'
import { eventPath, tracePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/logs.ts'
import type { LogSummary } from '#server/models/logs.ts'
import styles from './LogList.module.css'
import { plainText } from './plain-text.ts'

const SHOWN_CHARS = 2_000

/** One line for each log. The rest of a log opens below it. */
export function LogList({ logs, showsProject }: { logs: readonly LogSummary[]; showsProject: boolean }) {
  const { zone } = use(ReaderContext)
  const wallOf = ({ timestampUs }: LogSummary) => wallTime(timestampUs / 1000, zone)
  return (
    <ol className={styles.list} data-projects={showsProject || undefined}>
      {logs.map((log, index) => {
        const time = log.timestampUs / 1000
        const day = formatDate(wallOf(log))
        const before = logs[index - 1]
        const isNewDay = before === undefined || formatDate(wallOf(before)) !== day
        return (
          <li key={log.id} className={styles.item} data-row>
            {isNewDay && <p className={styles.day}>{say.dayHead(day, zone)}</p>}
            <details className={styles.log} data-level={levelOf(log)}>
              <summary className={styles.line}>
                <time className={styles.time} dateTime={formatMachineTime(time)}>
                  {formatMilliseconds(wallOf(log))}
                </time>
                <span className={styles.level}>{log.level}</span>
                <span className={styles.body}>
                  <bdi>{plainText(clipText(log.body, SHOWN_CHARS))}</bdi>
                </span>
                {log.event !== null && <span className={styles.mark}>{say.failed}</span>}
                {showsProject && <code className={styles.project}>{log.projectSlug}</code>}
              </summary>
              <LogDetails log={log} />
            </details>
          </li>
        )
      })}
    </ol>
  )
}

function LogDetails({ log }: { log: LogSummary }) {
  const { attributes, traceId, event, release, environment } = log
  const named = Object.entries({ release, environment, project: log.projectSlug })
  const entries = [...named, ...Object.entries(attributes)].filter(([, value]) => value !== null)
  return (
    <div className={styles.details}>
      <pre className={styles.whole}>
        <bdi>{plainText(clipText(log.body, SHOWN_CHARS))}</bdi>
      </pre>
      <p className={styles.links}>
        {traceId !== null && <a href={tracePath(traceId)}>{say.trace}</a>}
        {event !== null && <a href={eventPath(event.issueId, event.eventId)}>{say.failure}</a>}
      </p>
      <dl className={styles.attributes} aria-label={say.attributes}>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>
              <bdi>{plainText(clipText(typeof value === 'string' ? value : JSON.stringify(value), 500))}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Logs say `warn` where issues say `warning`. */
function levelOf({ level }: LogSummary): string {
  return level === 'warn' ? 'warning' : level
}
