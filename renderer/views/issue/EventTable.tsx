import { clipText } from '#renderer/format/format.ts'
import { eventPath } from '#renderer/paths.ts'
import { eventColumns as say } from '#renderer/texts/issues/event.ts'
import { Moment } from '#renderer/ui/content/Moment.tsx'
import type { EventSummary } from '#server/models/events.ts'
import styles from './EventTable.module.css'
import { LevelDot } from './list/LevelDot.tsx'

export function EventTable({ events, now }: { events: EventSummary[]; now: number }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{say.event}</th>
          <th scope="col" className={styles.person}>
            {say.person}
          </th>
          <th scope="col" className={styles.release}>
            {say.release}
          </th>
          <th scope="col" className={styles.environment}>
            {say.environment}
          </th>
          <th scope="col" className={styles.seen}>
            {say.when}
          </th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <EventRow key={`${event.projectSlug} ${event.eventId}`} event={event} now={now} />
        ))}
      </tbody>
    </table>
  )
}

function EventRow({ event, now }: { event: EventSummary; now: number }) {
  return (
    <tr className={styles.row}>
      <td className={styles.event}>
        <LevelDot level={event.level} />
        <a className={styles.link} href={eventPath(event.issueId, event.eventId)}>
          <code>{event.eventId.slice(0, 8)}</code>
        </a>
        <bdi className={styles.message}>{clipText(event.value, 200)}</bdi>
      </td>
      <td className={styles.person}>
        <bdi>{clipText(event.userLabel ?? '', 80)}</bdi>
      </td>
      <td className={styles.release}>
        <bdi>{clipText(event.release ?? '', 80)}</bdi>
      </td>
      <td className={styles.environment}>
        <bdi>{clipText(event.environment ?? '', 80)}</bdi>
      </td>
      <td className={styles.seen}>
        <Moment time={event.timestamp} now={now} />
      </td>
    </tr>
  )
}
