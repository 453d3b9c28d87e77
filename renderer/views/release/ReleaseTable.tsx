import { clipText, formatNumber } from '#renderer/format/format.ts'
import { formatShare } from '#renderer/format/format-share.ts'
import { releasePath } from '#renderer/paths.ts'
import { columns as say } from '#renderer/texts/releases.ts'
import { Table } from '#renderer/ui/content/Table.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import type { ReleaseSummary } from '#server/desk/releases/releases.ts'
import styles from './ReleaseTable.module.css'

export function ReleaseTable({ releases, now }: { releases: readonly ReleaseSummary[]; now: number }) {
  return (
    <Table
      className={styles.table}
      rows={releases}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'release',
          head: say.release,
          className: styles.version,
          cell: ({ projectSlug, version }) => (
            <>
              <a href={releasePath(projectSlug, version)}>
                <bdi>{clipText(version, 80)}</bdi>
              </a>{' '}
              <code className={styles.project}>{projectSlug}</code>
            </>
          ),
        },
        { key: 'adoption', head: say.adoption, isNumber: true, cell: (row) => formatShare(row.adoption) },
        {
          key: 'sessions',
          head: say.crashFreeSessions,
          isNumber: true,
          cell: (row) => formatShare(row.crashFreeSessions),
        },
        {
          key: 'users',
          head: say.crashFreePeople,
          isNumber: true,
          isHiddenOnPhone: true,
          cell: (row) => formatShare(row.crashFreeUsers),
        },
        { key: 'new', head: say.newIssues, isNumber: true, cell: (row) => formatNumber(row.newIssueCount) },
        {
          key: 'regressed',
          head: say.cameBack,
          isNumber: true,
          isHiddenOnPhone: true,
          cell: (row) => formatNumber(row.regressedIssueCount),
        },
        {
          key: 'events',
          head: say.events,
          isNumber: true,
          isHiddenOnPhone: true,
          cell: (row) => formatNumber(row.eventCount),
        },
        {
          key: 'since',
          head: say.knownSince,
          isNumber: true,
          isHiddenOnPhone: true,
          cell: (row) => <Time time={row.createdAt} now={now} />,
        },
      ]}
    />
  )
}
