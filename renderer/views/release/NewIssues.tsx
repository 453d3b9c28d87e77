import { clipText, formatNumber } from '#renderer/format/format.ts'
import { issuePath } from '#renderer/paths.ts'
import { columns as say } from '#renderer/texts/releases.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { Table } from '#renderer/ui/content/Table.tsx'
import type { ReleasedIssue } from '#server/models/releases/releases.ts'
import styles from './ReleaseTable.module.css'

interface NewIssuesProps {
  issues: readonly Omit<ReleasedIssue, 'number'>[]
  now: number
  /** The text if there are none. */
  empty: string
}

/** The issues that are new in a release, or regressed in it, with their numbers in all releases. */
export function NewIssues({ issues, now, empty }: NewIssuesProps) {
  return (
    <Table
      className={styles.table}
      rows={issues}
      keyOf={({ id }) => id}
      empty={empty}
      columns={[
        {
          key: 'issue',
          head: say.issue,
          className: styles.version,
          cell: ({ id, type, value }) => (
            <>
              <a href={issuePath(id)}>
                <bdi>{clipText(type, 80)}</bdi>
              </a>{' '}
              <bdi className={styles.project}>{clipText(value, 120)}</bdi>
            </>
          ),
        },
        { key: 'events', head: say.eventsInAll, isNumber: true, cell: (row) => formatNumber(row.eventCount) },
        { key: 'users', head: say.usersInAll, isNumber: true, cell: (row) => formatNumber(row.userCount) },
        {
          key: 'first-seen',
          head: say.firstSeen,
          isNumber: true,
          isHiddenOnPhone: true,
          cell: ({ firstSeen }) => <PageTime time={firstSeen} now={now} />,
        },
      ]}
    />
  )
}
