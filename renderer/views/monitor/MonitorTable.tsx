import { clipText } from '#renderer/format/format.ts'
import { monitorPath } from '#renderer/paths.ts'
import { lastOnPhone, nextOf, columns as say } from '#renderer/texts/monitors.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import type { MonitorSummary } from '#server/desk/records/monitors.ts'
import styles from './MonitorTable.module.css'
import { RunStrip } from './RunStrip.tsx'
import { StateTag } from './StateTag.tsx'

interface Row {
  monitor: MonitorSummary
  /** Absent for a monitor that has never checked in. */
  environment?: MonitorSummary['environments'][number] | undefined
}

/** One row for each environment in which a monitor checks in. */
export function MonitorTable({ monitors, now }: { monitors: readonly MonitorSummary[]; now: number }) {
  return (
    <Table
      className={styles.table}
      rows={monitors.flatMap(rowsOf)}
      keyOf={({ monitor, environment }) => `${monitor.id}:${environment?.name ?? ''}`}
      columns={[
        ...columns,
        {
          key: 'last',
          head: say.last,
          isNumber: true,
          className: styles.run,
          cell: ({ environment }) => <LastRun at={environment?.lastAt} now={now} />,
        },
        {
          key: 'next',
          head: say.next,
          isNumber: true,
          className: styles.run,
          cell: ({ environment }) => <NextRun at={environment?.nextAt} now={now} />,
        },
      ]}
    />
  )
}

function rowsOf(monitor: MonitorSummary): Row[] {
  if (monitor.environments.length === 0) return [{ monitor }]
  return monitor.environments.map((environment) => ({ monitor, environment }))
}

const columns: readonly Column<Row>[] = [
  { key: 'monitor', head: say.monitor, cell: (row) => <MonitorName {...row} /> },
  {
    key: 'state',
    head: say.state,
    cell: ({ environment }) => <StateTag state={environment?.state ?? 'waiting'} />,
  },
  {
    key: 'runs',
    head: say.lastRuns,
    className: styles.wide,
    cell: ({ environment }) => environment && <RunStrip runs={environment.runs} />,
  },
]

function MonitorName({ monitor, environment }: Row) {
  return (
    <>
      <a className={styles.name} href={monitorPath(monitor.projectSlug, monitor.slug)}>
        <bdi>{clipText(monitor.slug, 80)}</bdi>
      </a>
      <span className={styles.about}>
        <code>{monitor.projectSlug}</code>
        {environment !== undefined && <bdi>{clipText(environment.name, 40)}</bdi>}
        {monitor.schedule !== null && (
          <code>
            <bdi>{monitor.schedule}</bdi>
          </code>
        )}
      </span>
    </>
  )
}

interface RunProps {
  at: number | null | undefined
  now: number
}

function LastRun({ at, now }: RunProps) {
  if (at == null) return '–'
  return (
    <>
      <span>{lastOnPhone} </span>
      <Time time={at} now={now} />
    </>
  )
}

function NextRun({ at, now }: RunProps) {
  if (at == null) return '–'
  return (
    <>
      <span data-due={at <= now || undefined}>{nextOf(at, now)} </span>
      <Time time={at} now={now} />
    </>
  )
}
