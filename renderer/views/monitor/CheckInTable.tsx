import { clipText } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { tracePath } from '#renderer/paths.ts'
import { columns as say } from '#renderer/texts/monitors.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { Table } from '#renderer/ui/content/Table.tsx'
import type { CheckInRow } from '#server/store/records/read/check-ins.ts'
import styles from './CheckInTable.module.css'
import { StateTag } from './StateTag.tsx'

/** The check-ins, the latest first. Missed ones are only in the strip above. */
export function CheckInTable({ checkIns, now }: { checkIns: readonly CheckInRow[]; now: number }) {
  return (
    <Table
      className={styles.table}
      rows={checkIns}
      keyOf={({ id }) => id}
      columns={[
        { key: 'began', head: say.began, cell: ({ timestamp }) => <PageTime time={timestamp} now={now} /> },
        {
          key: 'state',
          head: say.state,
          cell: ({ status }) => <StateTag state={status === 'in_progress' ? 'running' : status} />,
        },
        {
          key: 'environment',
          head: say.environment,
          cell: ({ environment }) => <bdi>{clipText(environment, 40)}</bdi>,
        },
        {
          key: 'release',
          head: say.release,
          isHiddenOnPhone: true,
          cell: ({ release }) => <bdi>{release === null ? '–' : clipText(release, 60)}</bdi>,
        },
        {
          key: 'took',
          head: say.took,
          isNumber: true,
          cell: ({ durationMs }) => (durationMs === null ? '–' : formatDuration(durationMs)),
        },
        {
          key: 'trace',
          head: say.trace,
          isHiddenOnPhone: true,
          cell: ({ traceId }) => (traceId === null ? '–' : <a href={tracePath(traceId)}>{say.trace}</a>),
        },
      ]}
    />
  )
}
