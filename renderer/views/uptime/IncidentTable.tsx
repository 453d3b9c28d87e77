import { formatDuration } from '#renderer/format/format-duration.ts'
import { issuesPath } from '#renderer/paths.ts'
import { incidents as say } from '#renderer/texts/uptime/checks.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import type { CheckIncident } from '#server/models/uptime/checks.ts'
import styles from './uptime.module.css'

interface IncidentTableProps {
  incidents: readonly CheckIncident[]
  project: string
  now: number
}

const MINUTE_MS = 60_000

/** When a check was down, why, and what the project reported then. */
export function IncidentTable({ incidents, project, now }: IncidentTableProps) {
  const columns: readonly Column<CheckIncident>[] = [
    { key: 'began', head: say.began, cell: ({ beganAt }) => <Time time={beganAt} now={now} /> },
    { key: 'lasted', head: say.lasted, cell: (incident) => <Lasted incident={incident} now={now} /> },
    {
      key: 'reason',
      head: say.reason,
      className: styles.wide,
      cell: ({ reason }) => <bdi>{reason}</bdi>,
    },
    {
      key: 'errors',
      head: say.errors,
      cell: (incident) => <a href={errorsPath(incident, project)}>{say.count(incident.errors)}</a>,
    },
  ]
  return (
    <Table
      className={styles.table}
      rows={incidents}
      keyOf={({ id }) => id}
      empty={say.none}
      columns={columns}
    />
  )
}

function Lasted({ incident: { beganAt, endedAt, endedBy }, now }: { incident: CheckIncident; now: number }) {
  const ended = endedBy === null ? say.lasting : say.ended[endedBy]
  return (
    <>
      {formatDuration((endedAt ?? now) - beganAt)}
      {ended !== '' && <span className={styles.detail}>{ended}</span>}
    </>
  )
}

/** The project's issues of the two minutes around its begin. */
function errorsPath({ beganAt }: CheckIncident, project: string) {
  const at = (time: number) => new Date(time).toISOString()
  return issuesPath({ project, query: '', start: at(beganAt - MINUTE_MS), end: at(beganAt + MINUTE_MS) })
}
