import { clipText } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { tracePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/performance.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { QuerySummary } from '#server/models/performance.ts'
import { type Comparison, Percentile, Sum } from './numbers.tsx'
import styles from './performance.module.css'

const columnsOf = (compared: Comparison): readonly Column<QuerySummary>[] => [
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
    cell: (query) => <Sum of={query} which="count" compared={compared} />,
  },
  ...(['p50', 'p95'] as const).map((which) => ({
    key: which,
    head: say.columns[which],
    isNumber: true,
    isHiddenOnPhone: which === 'p50',
    cell: (query: QuerySummary) => <Percentile of={query} which={which} compared={compared} />,
  })),
  {
    key: 'time',
    head: say.columns.time,
    isNumber: true,
    cell: (query) => <Sum of={query} which="totalMs" compared={compared} format={formatDuration} />,
  },
  {
    key: 'trace',
    head: say.columns.trace,
    isHiddenOnPhone: true,
    cell: ({ traceId }) => traceId !== null && <a href={tracePath(traceId)}>{say.slowestTrace}</a>,
  },
]

export function QueryTable({
  queries,
  compared,
}: {
  queries: readonly QuerySummary[]
  compared: Comparison
}) {
  return (
    <Section title={say.queries}>
      <Table
        className={styles.table}
        hasHover
        rows={queries}
        keyOf={({ projectSlug, name }) => `${projectSlug} ${name}`}
        columns={columnsOf(compared)}
      />
    </Section>
  )
}
