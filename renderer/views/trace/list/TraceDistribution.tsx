import { use } from 'react'
import { clipText, formatNumber } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { formatShare } from '#renderer/format/format-share.ts'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { formatReaderTime } from '#renderer/format/reader-time.ts'
import * as say from '#renderer/texts/traces.ts'
import type { HistogramData } from '#renderer/ui/chart/draw/draw-histogram.ts'
import { Histogram } from '#renderer/ui/chart/Histogram.tsx'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type {
  TraceDistribution as Distribution,
  TraceGroup,
  TraceGrouping,
} from '#server/models/traces/trace-distribution.ts'
import styles from './TraceDistribution.module.css'

type Group = TraceGroup & { href: string | undefined }

interface TraceDistributionProps
  extends Pick<Distribution, 'sampled' | 'sampledSince' | 'range' | 'chosen' | 'otherGroups'> {
  chart: HistogramData
  clear: string
  grouping: TraceGrouping
  groupings: readonly { grouping: TraceGrouping; href: string }[]
  groups: readonly Group[]
  /** The address of the list with the durations from one bin to another. */
  rangeHref: (from: number, to: number) => string
}

/** How long the traces of the list took, and which are alike. */
export function TraceDistribution({ rangeHref, ...shown }: TraceDistributionProps) {
  const { sampledSince, range, chart, clear } = shown
  const reader = use(ReaderContext)
  const since = sampledSince === null ? null : formatReaderTime(sampledSince, reader)
  return (
    <div className={styles.both}>
      <Section
        title={say.durations}
        note={say.sampleOf(shown, since)}
        aside={
          range && (
            <span>
              {say.rangeText(range.from, range.to)} <a href={clear}>{say.clearRange}</a>
            </span>
          )
        }
      >
        <Histogram chart={chart} name={say.durations} height={120} hrefOf={rangeHref} />
      </Section>
      <details className={styles.fold}>
        <summary>{say.groupedBy(say.groupings[shown.grouping])}</summary>
        <Groups {...shown} />
      </details>
    </div>
  )
}

function Groups({
  grouping,
  groupings,
  groups,
  otherGroups,
}: Pick<TraceDistributionProps, 'grouping' | 'groupings' | 'groups' | 'otherGroups'>) {
  return (
    <Section title={say.groupBy} aside={<GroupingLinks grouping={grouping} groupings={groupings} />}>
      <Table
        className={styles.groups}
        hasHover
        rows={groups}
        keyOf={({ value, op }) => `${op} ${value}`}
        columns={[
          {
            ...nameColumn,
            head: say.groupings[grouping],
            cell: (group) => <GroupName group={group} grouping={grouping} />,
          },
          ...numberColumns,
        ]}
      />
      {otherGroups > 0 && <p className={styles.others}>{say.otherGroups(otherGroups)}</p>}
    </Section>
  )
}

const nameColumn = { key: 'name', isRowHead: true, className: styles.name }

const numberColumns: readonly Column<Group>[] = [
  { key: 'count', head: say.groupColumns.traces, isNumber: true, cell: ({ count }) => formatNumber(count) },
  { key: 'p50', head: say.groupColumns.p50, isNumber: true, cell: ({ p50 }) => formatDuration(p50) },
  { key: 'p95', head: say.groupColumns.p95, isNumber: true, cell: ({ p95 }) => formatDuration(p95) },
  {
    key: 'failed',
    head: say.groupColumns.failed,
    isNumber: true,
    cell: ({ failureRate }) => formatShare(failureRate),
    markOf: ({ failureRate }) => (failureRate >= 0.05 ? 'alarm' : failureRate === 0 ? 'none' : undefined),
  },
]

/** Leads to the traces of the group. */
function GroupName({ group: { value, op, href }, grouping }: { group: Group; grouping: TraceGrouping }) {
  const name = <bdi>{clipText(value || say.nothingKnown[grouping], 120)}</bdi>
  return (
    <>
      {href === undefined ? name : <a href={href}>{name}</a>}
      {op !== null && <span className={styles.op}>{clipText(op, 40)}</span>}
    </>
  )
}

function GroupingLinks({ grouping, groupings }: Pick<TraceDistributionProps, 'grouping' | 'groupings'>) {
  return (
    <nav className={styles.groupings} aria-label={say.groupBy}>
      {groupings.map(({ grouping: each, href }) => (
        <a key={each} href={href} aria-current={each === grouping ? 'true' : undefined}>
          {say.groupings[each]}
        </a>
      ))}
    </nav>
  )
}
