import { clipText } from '#renderer/format/format.ts'
import { eventPath } from '#renderer/paths.ts'
import { eventColumns as say } from '#renderer/texts/issues/event.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { LevelDot } from '#renderer/views/issue/list/LevelDot.tsx'
import type { EventSummary } from '#server/models/events.ts'
import styles from './EventTable.module.css'

interface EventTableProps {
  events: readonly EventSummary[]
  now: number
  /** The page is about a user, so the rows do not repeat who it was. */
  isOfOneUser?: boolean
}

export function EventTable({ events, now, isOfOneUser = false }: EventTableProps) {
  return (
    <Table
      className={styles.table}
      isList
      rows={events}
      keyOf={({ projectSlug, eventId }) => `${projectSlug} ${eventId}`}
      columns={[
        ...columns.filter(({ key }) => !(isOfOneUser && key === 'user')),
        {
          key: 'when',
          head: say.when,
          isNumber: true,
          className: styles.seen,
          cell: ({ timestamp }) => <PageTime time={timestamp} now={now} />,
        },
      ]}
    />
  )
}

const columns: readonly Column<EventSummary>[] = [
  { key: 'event', head: say.event, className: styles.event, cell: (event) => <EventName event={event} /> },
  {
    key: 'user',
    head: say.person,
    isHiddenOnPhone: true,
    className: styles.detail,
    cell: ({ userLabel }) => <bdi>{clipText(userLabel ?? '', 80)}</bdi>,
  },
  {
    key: 'release',
    head: say.release,
    className: `${styles.detail} ${styles.wide}`,
    cell: ({ release }) => <bdi>{clipText(release ?? '', 80)}</bdi>,
  },
  {
    key: 'environment',
    head: say.environment,
    className: `${styles.detail} ${styles.wide}`,
    cell: ({ environment }) => <bdi>{clipText(environment ?? '', 80)}</bdi>,
  },
]

function EventName({ event: { level, issueId, eventId, value } }: { event: EventSummary }) {
  return (
    <>
      <LevelDot level={level} />
      <a className={styles.link} href={eventPath(issueId, eventId)}>
        <code>{eventId.slice(0, 8)}</code>
      </a>
      <bdi className={styles.message}>{clipText(value, 200)}</bdi>
    </>
  )
}
