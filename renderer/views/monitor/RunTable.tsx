import { clipText } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { tracePath } from '#renderer/paths.ts'
import { columns as say } from '#renderer/texts/monitors.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { Table } from '#renderer/ui/content/Table.tsx'
import type { MonitorRun } from '#server/desk/records/monitor-runs.ts'
import styles from './RunTable.module.css'
import { StateTag } from './StateTag.tsx'

/** The runs, the latest first, with those that were missed where they were due. */
export function RunTable({ runs, now }: { runs: readonly MonitorRun[]; now: number }) {
  return (
    <Table
      className={styles.table}
      rows={runs}
      keyOf={({ key }) => key}
      columns={[
        { key: 'began', head: say.began, cell: ({ time }) => <PageTime time={time} now={now} /> },
        {
          key: 'state',
          head: say.state,
          cell: ({ state }) => <StateTag state={state} />,
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
