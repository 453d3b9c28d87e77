import { formatNumber } from '#renderer/format/format.ts'
import { commits as say } from '#renderer/texts/releases.ts'
import { Table } from '#renderer/ui/content/Table.tsx'
import type { ReleaseCommit } from '#server/models/releases/commits.ts'
import { CommitBy } from './CommitBy.tsx'
import { CommitName } from './CommitName.tsx'
import styles from './ReleaseTable.module.css'

interface CommitTableProps {
  commits: readonly Omit<ReleaseCommit, 'files'>[]
  /** How many files each commit changed, in their order. */
  fileCounts: readonly number[]
  /** The address of the project's repository. */
  repository: string | undefined
  now: number
}

export function CommitTable({ commits, fileCounts, repository, now }: CommitTableProps) {
  return (
    <Table
      className={styles.table}
      rows={commits}
      keyOf={({ position }) => position}
      empty={say.none}
      columns={[
        {
          key: 'commit',
          head: say.commit,
          className: styles.version,
          cell: (commit) => (
            <>
              <CommitName commit={commit} repository={repository} />
              <div className={styles.project}>
                <CommitBy commit={commit} now={now} />
              </div>
            </>
          ),
        },
        {
          key: 'files',
          head: say.files,
          isNumber: true,
          isHiddenOnPhone: true,
          cell: ({ position }) => formatNumber(fileCounts[position] ?? 0),
        },
      ]}
    />
  )
}
