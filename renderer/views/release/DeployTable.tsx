import { columns as say } from '#renderer/texts/releases.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { Table } from '#renderer/ui/content/Table.tsx'
import { webLink } from '#renderer/views/feedback/web-link.ts'
import type { Deploy } from '#server/store/releases/releases.ts'
import styles from './ReleaseTable.module.css'

interface DeployTableProps {
  deploys: readonly Deploy[]
  now: number
  /** The text if there are none. */
  empty: string
}

export function DeployTable({ deploys, now, empty }: DeployTableProps) {
  return (
    <Table
      className={`${styles.table} ${styles.deploys}`}
      rows={deploys}
      keyOf={({ id }) => id}
      empty={empty}
      columns={[
        {
          key: 'environment',
          head: say.environment,
          className: styles.version,
          cell: ({ environment }) => <bdi>{environment}</bdi>,
        },
        {
          key: 'name',
          head: say.name,
          className: styles.version,
          cell: (deploy) => (
            <bdi>
              <DeployName {...deploy} />
            </bdi>
          ),
        },
        {
          key: 'finished',
          head: say.finished,
          isNumber: true,
          cell: ({ finishedAt }) => <PageTime time={finishedAt} now={now} />,
        },
      ]}
    />
  )
}

function DeployName({ name, url }: Pick<Deploy, 'name' | 'url'>) {
  const link = url === null ? undefined : webLink(url)
  if (link === undefined) return name
  return (
    <a href={link} rel="noreferrer">
      {name ?? url}
    </a>
  )
}
