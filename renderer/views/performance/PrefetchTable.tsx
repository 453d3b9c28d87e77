import { formatNumber } from '#renderer/format/format.ts'
import { formatShare } from '#renderer/format/format-share.ts'
import * as say from '#renderer/texts/performance.ts'
import { Table } from '#renderer/ui/content/Table.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { PrefetchSummary } from '#server/models/performance.ts'
import { type Comparison, Percentile, Sum } from './numbers.tsx'
import styles from './performance.module.css'

/** Shows how often a page was loaded before its visitor asked for it. */
export function PrefetchTable({
  prefetches,
  compared,
}: {
  prefetches: readonly PrefetchSummary[]
  compared: Comparison
}) {
  const all = prefetches.reduce((sum, { count }) => sum + count, 0)
  const missed = prefetches.find(({ state }) => state === 'missed')?.count ?? 0
  return (
    <Section
      title={say.prefetches}
      note={say.prefetchesNote}
      aside={<span>{say.share(formatShare((all - missed) / all), 'prefetched')}</span>}
    >
      <Table
        className={styles.table}
        hasHover
        rows={prefetches}
        keyOf={({ state }) => state}
        columns={[
          { key: 'state', head: say.prefetches, cell: ({ state }) => say.prefetchNames[state] },
          {
            key: 'count',
            head: say.columns.count,
            isNumber: true,
            cell: (state) => (
              <>
                <Sum of={state} which="count" compared={compared} format={formatNumber} />{' '}
                <small>{formatShare(state.count / all)}</small>
              </>
            ),
          },
          {
            key: 'p75',
            head: say.columns.p75,
            isNumber: true,
            cell: (state) => <Percentile of={state} which="p75" compared={compared} />,
          },
        ]}
      />
    </Section>
  )
}
