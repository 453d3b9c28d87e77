import { clipText } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { formatShare } from '#renderer/format/format-share.ts'
import * as say from '#renderer/texts/performance.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { TimeSpent } from '#server/models/performance.ts'
import styles from './performance.module.css'

const columns: readonly Column<TimeSpent>[] = [
  {
    key: 'work',
    head: say.columns.work,
    className: styles.query,
    cell: ({ op, name }) => (
      <>
        <bdi>{clipText(op, 60)}</bdi> <span className={styles.op}>{clipText(name, 80)}</span>
      </>
    ),
  },
  {
    key: 'share',
    head: say.columns.share,
    isHiddenOnPhone: true,
    className: styles.share,
    cell: ({ share }) => (
      <div>
        <i style={{ width: `${Math.max(1, share * 100)}%` }} aria-hidden="true" />
        {formatShare(share)}
      </div>
    ),
  },
  {
    key: 'per-request',
    head: say.columns.perRequest,
    isNumber: true,
    cell: ({ millis, share }) => (
      <>
        {formatDuration(millis)} <small className={styles.onPhone}>{formatShare(share)}</small>
      </>
    ),
  },
]

export function TimeSpentTable({ timeSpent }: { timeSpent: readonly TimeSpent[] }) {
  return (
    <Section title={say.timeSpent} note={say.timeSpentNote}>
      <Table className={styles.table} hasHover rows={timeSpent} keyOf={({ op }) => op} columns={columns} />
    </Section>
  )
}
