import { clipText, formatNumber } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { tracePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/traces.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import type { TraceSummary } from '#server/desk/traces/traces.ts'
import styles from './TraceTable.module.css'

export function TraceTable({ traces, now }: { traces: readonly TraceSummary[]; now: number }) {
  const longestUs = Math.max(1, ...traces.map(({ durationUs }) => durationUs))
  return (
    <Table
      className={styles.table}
      isList
      rows={traces}
      keyOf={({ id }) => id}
      rowAttributes={({ status, side }) => ({ 'data-tone': status === 'ok' ? side : 'error' })}
      columns={[
        ...columns,
        {
          key: 'duration',
          head: say.columns.duration,
          isNumber: true,
          className: styles.duration,
          cell: ({ durationUs }) => <Duration durationUs={durationUs} longestUs={longestUs} />,
        },
        {
          key: 'when',
          head: say.columns.when,
          isNumber: true,
          className: styles.when,
          cell: ({ startUs }) => <PageTime time={startUs / 1_000} now={now} />,
        },
      ]}
    />
  )
}

const columns: readonly Column<TraceSummary>[] = [
  { key: 'trace', head: say.columns.trace, cell: (trace) => <TraceName trace={trace} /> },
  {
    key: 'spans',
    head: say.columns.spans,
    isNumber: true,
    isHiddenOnPhone: true,
    className: styles.count,
    cell: ({ spanCount, hasMore }) => (
      <>
        {formatNumber(spanCount)}
        {hasMore && <span title={say.spans(spanCount, true)}>+</span>}
      </>
    ),
  },
  {
    key: 'errors',
    head: say.columns.errors,
    isNumber: true,
    isHiddenOnPhone: true,
    className: styles.count,
    cell: ({ errorCount }) => (errorCount > 0 ? formatNumber(errorCount) : ''),
    markOf: ({ errorCount }) => (errorCount > 0 ? 'alarm' : undefined),
  },
]

function TraceName({ trace: { traceId, op, name, status, projectSlugs } }: { trace: TraceSummary }) {
  return (
    <>
      <div className={styles.headline}>
        <a className={styles.link} href={tracePath(traceId)}>
          <bdi>{clipText(name === '' ? traceId : name, 200)}</bdi>
        </a>
        {status !== 'ok' && <bdi className={styles.state}>{clipText(status, 40)}</bdi>}
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
    </>
  )
}

const MOST_PROJECTS = 3

function Duration({ durationUs, longestUs }: { durationUs: number; longestUs: number }) {
  return (
    <span className={styles.took}>
      {formatDuration(durationUs / 1_000)}
      <span className={styles.track}>
        <span className={styles.bar} data-bar style={{ width: `${(durationUs / longestUs) * 100}%` }} />
      </span>
    </span>
  )
}
