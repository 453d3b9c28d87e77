import { clipText, formatNumber } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { tracePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/traces.ts'
import { Moment } from '#renderer/ui/content/Moment.tsx'
import type { TraceSummary } from '#server/desk/traces/traces.ts'
import styles from './TraceTable.module.css'

export function TraceTable({ traces, now }: { traces: TraceSummary[]; now: number }) {
  const longestUs = Math.max(1, ...traces.map(({ durationUs }) => durationUs))
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{say.columns.trace}</th>
          <th scope="col" className={`${styles.number} ${styles.spare}`}>
            {say.columns.spans}
          </th>
          <th scope="col" className={`${styles.number} ${styles.spare}`}>
            {say.columns.errors}
          </th>
          <th scope="col" className={styles.duration}>
            {say.columns.duration}
          </th>
          <th scope="col" className={styles.number}>
            {say.columns.when}
          </th>
        </tr>
      </thead>
      <tbody>
        {traces.map((trace) => (
          <TraceRow key={trace.id} trace={trace} longestUs={longestUs} now={now} />
        ))}
      </tbody>
    </table>
  )
}

function TraceRow({ trace, longestUs, now }: { trace: TraceSummary; longestUs: number; now: number }) {
  const { op, name, status, durationUs, projectSlugs, errorCount, spanCount, hasMore } = trace
  const hasFailed = status !== 'ok'
  return (
    <tr className={styles.row} data-tone={hasFailed ? 'error' : trace.side}>
      <td className={styles.trace}>
        <div className={styles.headline}>
          <a className={styles.link} href={tracePath(trace.traceId)}>
            <bdi>{clipText(name === '' ? trace.traceId : name, 200)}</bdi>
          </a>
          {hasFailed && <bdi className={styles.state}>{clipText(status, 40)}</bdi>}
        </div>
        <div className={styles.where}>
          <bdi>{clipText(op, 60)}</bdi>
          {projectSlugs.slice(0, MOST_PROJECTS).map((slug) => (
            <bdi key={slug} className={styles.project}>
              {slug}
            </bdi>
          ))}
          {projectSlugs.length > MOST_PROJECTS && <span>+{projectSlugs.length - MOST_PROJECTS}</span>}
        </div>
      </td>
      <td className={`${styles.number} ${styles.spare}`}>
        {formatNumber(spanCount)}
        {hasMore && <span title={say.spans(spanCount, true)}>+</span>}
      </td>
      <td className={`${styles.number} ${styles.spare}`} data-alarm={errorCount > 0 || undefined}>
        {errorCount > 0 ? formatNumber(errorCount) : ''}
      </td>
      <td className={styles.duration}>
        <span className={styles.took}>
          {formatDuration(durationUs / 1_000)}
          <span className={styles.track}>
            <span className={styles.bar} data-bar style={{ width: `${(durationUs / longestUs) * 100}%` }} />
          </span>
        </span>
      </td>
      <td className={styles.number}>
        <Moment time={trace.startUs / 1_000} now={now} />
      </td>
    </tr>
  )
}

const MOST_PROJECTS = 3
