import { clipText } from '#renderer/format/format.ts'
import { checkPath } from '#renderer/paths.ts'
import { every, lastOnPhone, never, columns as say } from '#renderer/texts/uptime/checks.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import monitor from '#renderer/views/monitor/MonitorTable.module.css'
import type { ListedCheck } from '#server/models/uptime/checks.ts'
import { CheckState } from './CheckState.tsx'
import { UptimeStrip } from './UptimeStrip.tsx'

/** One row for each check, as the table of monitors has them. */
export function CheckTable({ checks, now }: { checks: readonly ListedCheck[]; now: number }) {
  const last: Column<ListedCheck> = {
    key: 'last',
    head: say.last,
    isNumber: true,
    className: monitor.run,
    cell: ({ checkedAt }) =>
      checkedAt === null ? (
        never
      ) : (
        <>
          <span>{lastOnPhone} </span>
          <Time time={checkedAt} now={now} />
        </>
      ),
  }
  return <Table className={monitor.table} rows={checks} keyOf={({ id }) => id} columns={[...columns, last]} />
}

const columns: readonly Column<ListedCheck>[] = [
  {
    key: 'check',
    head: say.check,
    cell: ({ id, name, project, url, everyMinutes }) => (
      <>
        <a className={monitor.name} href={checkPath(project.slug, id)}>
          <bdi>{clipText(name, 80)}</bdi>
        </a>
        <span className={monitor.about}>
          <code>{project.slug}</code>
          <bdi>{clipText(withoutScheme(url), 60)}</bdi>
          <span>{every(everyMinutes)}</span>
        </span>
      </>
    ),
  },
  { key: 'state', head: say.state, cell: (check) => <CheckState check={check} /> },
  {
    key: 'day',
    head: say.day,
    className: monitor.wide,
    cell: ({ day }) => <UptimeStrip cells={day} label={say.day} />,
  },
]

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}
