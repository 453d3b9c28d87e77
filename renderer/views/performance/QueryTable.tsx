import { clipText, formatCompactNumber } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { tracePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/performance.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { QuerySummary } from '#server/models/performance.ts'
import styles from './performance.module.css'

const columns: readonly Column<QuerySummary>[] = [
  {
    key: 'query',
    head: say.columns.query,
    className: styles.query,
    cell: ({ name }) => (
      <code title={clipText(name, 1_000)}>
        <bdi>{name === '' ? say.otherNames : clipText(name, 220)}</bdi>
      </code>
    ),
  },
  {
    key: 'count',
    head: say.columns.count,
    isNumber: true,
    isHiddenOnPhone: true,
    cell: ({ count }) => formatCompactNumber(count),
  },
  {
    key: 'p50',
    head: say.columns.p50,
    isNumber: true,
    isHiddenOnPhone: true,
    cell: ({ p50 }) => (p50 === null ? '–' : formatDuration(p50)),
  },
  {
    key: 'p95',
    head: say.columns.p95,
    isNumber: true,
    cell: ({ p95 }) => (p95 === null ? '–' : formatDuration(p95)),
  },
  { key: 'time', head: say.columns.time, isNumber: true, cell: ({ totalMs }) => formatDuration(totalMs) },
  {
    key: 'trace',
    head: say.columns.trace,
    isHiddenOnPhone: true,
    cell: ({ traceId }) => traceId !== null && <a href={tracePath(traceId)}>{say.slowestTrace}</a>,
  },
]

export function QueryTable({ queries }: { queries: readonly QuerySummary[] }) {
  return (
    <Section title={say.queries}>
      <Table
        className={styles.table}
        hasHover
        rows={queries}
        keyOf={({ projectSlug, name }) => `${projectSlug} ${name}`}
        columns={columns}
      />
    </Section>
  )
}
